import type { Provider } from '@hakiki/contract/directory';
import type { Evidence } from '@hakiki/contract/evidence';
import type { PublicReview, ReviewSummary } from '@hakiki/contract/reviews';
import type { ItemPage } from '../../lib/api/queries.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { Compliance } from './provider-compliance.tsx';
import { Reviews } from './provider-reviews.tsx';
import type { ProviderTab } from './provider-tabs.tsx';
import type { ReviewsView } from './reviews-url.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { m } from '../../paraglide/messages.js';

interface Props {
  tab: Exclude<ProviderTab, 'overview' | 'report'>;
  provider: Provider;
  evidence: QueryState<Evidence[]>;
  view: ReviewsView;
  reviews: QueryState<ItemPage<PublicReview>>;
  summary: QueryState<ReviewSummary>;
}

/** The tabs to read, in one lazy chunk: most people read the verdict and leave. The form has a chunk of its own. */
export default function ProviderPanels({ tab, provider, evidence, view, reviews, summary }: Props) {
  switch (tab) {
    case 'reviews':
      return <Reviews provider={provider} view={view} reviews={reviews} summary={summary} />;
    case 'compliance':
      return <Compliance provider={provider} evidence={evidence} />;
    case 'security':
      return <Security provider={provider} />;
  }
}

function Security({ provider }: { provider: Provider }) {
  return (
    <div className="flex flex-col gap-6">
      <section>
        <h2 className="title-section">{m.security_features()}</h2>
        {provider.securityFeatures.length === 0 ? (
          <p className="mt-2 text-muted">{m.security_none()}</p>
        ) : (
          <ul className="mt-3 flex flex-col gap-2">
            {provider.securityFeatures.map((feature) => {
              const isConfirmed = feature.state === 'confirmed';
              return (
                <li key={feature.name} className="flex items-center gap-3">
                  <Icon
                    name={isConfirmed ? 'check-circle' : 'clock'}
                    className={isConfirmed ? 'text-verified' : 'text-pending'}
                  />
                  <span className="flex-1">{feature.name}</span>
                  <span className="text-sm text-muted">
                    {isConfirmed ? m.feature_confirmed() : m.feature_not_confirmed()}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </section>
      <dl>
        <dt className="font-semibold">{m.insurance()}</dt>
        <dd className="mt-1">{provider.insurance || m.insurance_not_disclosed()}</dd>
      </dl>
    </div>
  );
}

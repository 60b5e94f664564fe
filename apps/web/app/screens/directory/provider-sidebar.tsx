import type { Provider } from '@hakiki/contract/directory';
import { Link } from 'react-router';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { VerdictBadge } from '../../components/providers/verdict-badge.tsx';
import { ProviderRisk } from '../../components/providers/provider-risk.tsx';
import { Rating } from '../../components/providers/rating.tsx';
import { formatNumber, formatRating } from '../../lib/language/format.ts';
import { providerPath } from '../../lib/pages/paths.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';

export function ProviderSidebar({ provider, similar }: { provider: Provider; similar: QueryState<Provider[]> }) {
  const facts = [
    [m.fact_rating(), provider.reviewCount === 0 ? m.no_reviews_yet() : formatRating(provider.rating)],
    [m.fact_reviews(), formatNumber(provider.reviewCount)],
    [m.fact_users(), provider.userCount === null ? m.not_available() : formatNumber(provider.userCount)],
    [m.fact_established(), provider.established === null ? m.unknown() : String(provider.established)],
    [m.fact_countries(), String(provider.countries.length)],
  ] as const;
  return (
    <aside className="flex flex-col gap-6 lg:sticky lg:top-24 lg:self-start">
      <section className="rounded-card border border-line bg-surface p-4 max-lg:hidden" aria-labelledby="quick-stats">
        <h2 id="quick-stats" className="title-card">
          {m.quick_stats()}
        </h2>
        <dl className="mt-2">
          {facts.map(([term, value]) => (
            <div key={term} className="flex justify-between gap-4 border-b border-line py-2 last:border-0">
              <dt className="text-muted">{term}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="rounded-card border border-line bg-surface p-4" aria-labelledby="similar">
        <h2 id="similar" className="title-card">
          {m.similar_providers()}
        </h2>
        <div className="mt-2">
          {similar.status === 'loading' && <Skeleton label={m.loading_providers()} className="h-24" />}
          {similar.status === 'failed' && <QueryFailure message={m.similar_failed()} query={similar} />}
          {similar.status === 'ready' && <SimilarProviders providers={similar.data} />}
        </div>
      </section>
    </aside>
  );
}

function SimilarProviders({ providers }: { providers: Provider[] }) {
  if (providers.length === 0) return <p className="text-muted">{m.no_similar_providers()}</p>;
  return (
    <>
      <p className="text-sm text-muted">{m.similar_hint()}</p>
      <ul className="flex flex-col">
        {providers.map((provider) => (
          <li key={provider.id} className="relative flex flex-col gap-1.5 border-b border-line py-3 last:border-0">
            <Link to={providerPath(provider.id)} className="font-semibold after:absolute after:inset-0 hover:underline">
              {provider.name}
            </Link>
            <span className="flex flex-wrap items-center gap-3 text-sm">
              <VerdictBadge status={provider.verificationStatus} />
              <ProviderRisk provider={provider} />
              <Rating rating={provider.rating} reviewCount={provider.reviewCount} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

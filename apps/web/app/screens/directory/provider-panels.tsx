import type { Provider } from '@hakiki/contract/directory';
import type { Evidence } from '@hakiki/contract/evidence';
import type { Review, ReviewSummary } from '@hakiki/contract/reviews';
import type { ItemPage } from '../../lib/api/queries.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { Compliance } from './provider-compliance.tsx';
import { ReportIssues } from './provider-report.tsx';
import { Reviews } from './provider-reviews.tsx';
import { Security } from './provider-security.tsx';
import type { ProviderTab } from './provider-tabs.tsx';
import type { ReviewsView } from './reviews-url.ts';

interface Props {
  tab: Exclude<ProviderTab, 'overview'>;
  provider: Provider;
  evidence: QueryState<Evidence[]>;
  view: ReviewsView;
  reviews: QueryState<ItemPage<Review>>;
  summary: QueryState<ReviewSummary>;
}

/** All tabs but the first, in one lazy chunk: most people read the verdict and leave. */
export default function ProviderPanels({ tab, provider, evidence, view, reviews, summary }: Props) {
  switch (tab) {
    case 'reviews':
      return <Reviews provider={provider} view={view} reviews={reviews} summary={summary} />;
    case 'compliance':
      return <Compliance provider={provider} evidence={evidence} />;
    case 'security':
      return <Security provider={provider} />;
    case 'report':
      return <ReportIssues provider={provider} />;
  }
}

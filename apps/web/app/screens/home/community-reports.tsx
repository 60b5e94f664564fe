import type { Experience } from '@hakiki/contract/experiences';
import { QueryFailure } from '../../components/query-failure.tsx';
import type { QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { ReportList } from './server-only.tsx';

export function CommunityReports({ experiences }: { experiences: QueryState<Experience[]> }) {
  if (experiences.status === 'failed') return <QueryFailure message={m.home_reports_failed()} query={experiences} />;
  if (experiences.status === 'loading') {
    return (
      <div role="status" aria-label={m.home_reports_loading()} className="flex flex-col gap-4">
        {[1, 2, 3].map((index) => (
          <div key={index} className="skeleton h-36" />
        ))}
      </div>
    );
  }
  return <ReportList experiences={experiences.data} />;
}

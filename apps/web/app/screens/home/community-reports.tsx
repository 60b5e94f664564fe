import type { Experience } from '@hakiki/contract/experiences';
import { ReadFailure } from '../../components/read-failure.tsx';
import type { ReadState } from '../../lib/api/use-read.ts';
import { m } from '../../paraglide/messages.js';
import { ReportList } from './still.tsx';

export function CommunityReports({ experiences }: { experiences: ReadState<Experience[]> }) {
  if (experiences.status === 'failed') return <ReadFailure sentence={m.home_reports_failed()} read={experiences} />;
  if (experiences.status === 'loading') {
    return (
      <div role="status" aria-label={m.home_reports_loading()} className="flex flex-col gap-4">
        {[1, 2, 3].map((place) => (
          <div key={place} className="skeleton h-36" />
        ))}
      </div>
    );
  }
  return <ReportList experiences={experiences.data} />;
}

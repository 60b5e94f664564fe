import type { Experience } from '@hakiki/contract/experiences';
import { useActionData, useSearchParams } from 'react-router';
import type { QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { CommunityReports } from './community-reports.tsx';
import { Section } from './section.tsx';
import { ShareExperience } from './share-experience.tsx';

export function Community({ experiences }: { experiences: QueryState<Experience[]> }) {
  // After a form post without scripts, the form is expanded to show the result.
  const hasActionData = useActionData() !== undefined;
  const [params] = useSearchParams();
  const isSubmitted = hasActionData || params.has('shared');
  return (
    <div className="grid items-start gap-x-10 lg:grid-cols-[1fr_28rem]">
      <Section id="community" title={m.home_reports_title()} text={m.home_reports_text()}>
        <CommunityReports experiences={experiences} />
      </Section>
      <Section
        id="share"
        title={m.home_share_title()}
        text={m.home_share_text()}
        expandLabel={m.home_share_open()}
        isOpen={isSubmitted}
      >
        <ShareExperience />
      </Section>
    </div>
  );
}

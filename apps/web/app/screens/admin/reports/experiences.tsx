import { issueLabel, issueTypes } from '../../../lib/providers/review-words.ts';
import { LongText } from '../../../components/long-text.tsx';
import { Moment } from '../../../components/moment.tsx';
import { m } from '../../../paraglide/messages.js';
import { Acts, AdminSection, WaitingList } from '../parts/section.tsx';
import { approveExperience, rejectExperience, waitingExperiences } from './reads.ts';

const experienceActs = (id: string) => ({
  id,
  done: m.admin_reports_experience_updated(),
  acts: [
    { label: m.admin_act_approve(), write: approveExperience },
    { label: m.admin_act_reject(), write: rejectExperience, isRefusal: true },
  ],
});

/** Shared experiences that are pending. */
export const Experiences = () => (
  <AdminSection title={m.admin_reports_experiences()}>
    <WaitingList
      read={waitingExperiences}
      words={{
        loading: m.admin_reports_experiences_loading(),
        failed: m.admin_reports_experiences_failed(),
        none: m.admin_reports_experiences_none(),
      }}
      renderItem={({ id, providerName, rating, experience, issueType, createdAt }) => (
        <>
          <h4 className="font-semibold wrap-anywhere">{providerName}</h4>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>{m.admin_reports_experiences_rating({ rating })}</span>
            <span>{issueWords(issueType)}</span>
            <Moment at={createdAt} />
          </p>
          <LongText text={experience} className="wrap-anywhere" />
          <Acts {...experienceActs(id)} />
        </>
      )}
    />
  </AdminSection>
);

/** An unknown value is shown as stored. */
function issueWords(stored: string): string {
  const issue = issueTypes.find((type) => type === stored);
  return issue ? issueLabel(issue) : stored;
}

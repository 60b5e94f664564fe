import { issueLabel, issueTypes } from '../../../lib/providers/review-labels.ts';
import { LongText } from '../../../components/long-text.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { m } from '../../../paraglide/messages.js';
import { ModeratedSection } from '../parts/section.tsx';
import { approveExperience, rejectExperience, pendingExperiencesQuery } from './queries.ts';

/** Shared experiences that are pending. */
export const Experiences = () => (
  <ModeratedSection
    title={m.admin_reports_experiences()}
    query={pendingExperiencesQuery}
    texts={{
      loading: m.admin_reports_experiences_loading(),
      failed: m.admin_reports_experiences_failed(),
      none: m.admin_reports_experiences_none(),
    }}
    renderItem={({ providerName, rating, experience, issueType, createdAt }) => (
      <>
        <h4 className="font-semibold wrap-anywhere">{providerName}</h4>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{m.admin_reports_experiences_rating({ rating })}</span>
          <span>{getIssueLabel(issueType)}</span>
          <Timestamp at={createdAt} />
        </p>
        <LongText text={experience} className="wrap-anywhere" />
      </>
    )}
    getActions={() => ({
      successTitle: m.admin_reports_experience_updated(),
      approve: approveExperience,
      reject: rejectExperience,
    })}
  />
);

/** An unknown value is shown as stored. */
function getIssueLabel(stored: string): string {
  const issue = issueTypes.find((type) => type === stored);
  return issue ? issueLabel(issue) : stored;
}

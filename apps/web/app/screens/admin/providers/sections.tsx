/** Other pending items about providers. */
import { LongText } from '../../../components/long-text.tsx';
import { getFieldLabels } from '../../../components/history/statement-labels.ts';
import { Timestamp } from '../../../components/timestamp.tsx';
import { m } from '../../../paraglide/messages.js';
import { Documents } from './documents.tsx';
import { ActionButtons, AdminSection, PendingList, type ModerationActions } from '../parts/section.tsx';
import {
  approveProfileChange,
  approveReview,
  pendingReviewsQuery,
  profileChangesQuery,
  rejectProfileChange,
  rejectReview,
} from './queries.ts';

type ActionMutation = ModerationActions['actions'][number]['mutation'];

const createApproveReject = (approve: ActionMutation, reject: ActionMutation): ModerationActions['actions'] => [
  { label: m.admin_act_approve(), mutation: approve },
  { label: m.admin_act_reject(), mutation: reject, isRejection: true },
];

const getReviewActions = (): ModerationActions => ({
  successTitle: m.providers_admin_review_updated(),
  actions: createApproveReject(approveReview, rejectReview),
});
const getChangeActions = (): ModerationActions => ({
  successTitle: m.providers_admin_change_updated(),
  actions: createApproveReject(approveProfileChange, rejectProfileChange),
});
const CreatedAt = ({ createdAt }: { createdAt: string }) => <Timestamp at={createdAt} className="text-sm text-muted" />;

export const Reviews = () => (
  <AdminSection title={m.providers_admin_reviews()}>
    <PendingList
      query={pendingReviewsQuery}
      texts={{
        loading: m.providers_admin_reviews_loading(),
        failed: m.providers_admin_reviews_failed(),
        none: m.providers_admin_reviews_none(),
      }}
      renderItem={({ id, providerName, rating, experience, createdAt }) => (
        <>
          <p className="font-semibold">{providerName}</p>
          <p>{m.rating_of_five({ rating: String(rating) })}</p>
          <LongText text={experience} />
          <CreatedAt createdAt={createdAt} />
          <ActionButtons id={id} {...getReviewActions()} />
        </>
      )}
    />
  </AdminSection>
);

export const ListingChanges = () => (
  <AdminSection title={m.providers_admin_changes()}>
    <h4 className="text-lg font-semibold">{m.providers_admin_changes_only()}</h4>
    <PendingList
      query={profileChangesQuery}
      texts={{
        loading: m.providers_admin_changes_loading(),
        failed: m.providers_admin_changes_failed(),
        none: m.providers_admin_changes_none(),
      }}
      renderItem={({ id, providerName, changes, createdAt }) => (
        <>
          <p className="font-semibold">{providerName}</p>
          {changes.map(({ field, from, to }) => (
            <dl key={field} className="rounded-control bg-paper p-2">
              <dt className="text-sm text-muted">
                {getFieldLabels(field).name()}, {m.providers_admin_change_from()}
              </dt>
              <dd>{from}</dd>
              <dt className="text-sm text-muted">{m.providers_admin_change_to()}</dt>
              <dd className="font-semibold">{to}</dd>
            </dl>
          ))}
          <CreatedAt createdAt={createdAt} />
          <ActionButtons id={id} {...getChangeActions()} />
        </>
      )}
    />
    <Documents />
  </AdminSection>
);

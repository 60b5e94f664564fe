/** Other pending items about providers. */
import { LongText } from '../../../components/long-text.tsx';
import { fieldOf } from '../../../components/history/statement-words.ts';
import { Moment } from '../../../components/moment.tsx';
import { m } from '../../../paraglide/messages.js';
import { Documents } from './documents.tsx';
import { Acts, AdminSection, WaitingList, type Moderation } from '../parts/section.tsx';
import {
  approveProfileChange,
  approveReview,
  pendingReviewsRead,
  profileChangesRead,
  rejectProfileChange,
  rejectReview,
} from './reads.ts';

type Write = Moderation['acts'][number]['write'];

const approveOrReject = (approve: Write, reject: Write): Moderation['acts'] => [
  { label: m.admin_act_approve(), write: approve },
  { label: m.admin_act_reject(), write: reject, isRefusal: true },
];

const ofReviews = (): Moderation => ({
  done: m.providers_admin_review_updated(),
  acts: approveOrReject(approveReview, rejectReview),
});
const ofChanges = (): Moderation => ({
  done: m.providers_admin_change_updated(),
  acts: approveOrReject(approveProfileChange, rejectProfileChange),
});
const When = ({ createdAt }: { createdAt: string }) => <Moment at={createdAt} className="text-sm text-muted" />;

export const Reviews = () => (
  <AdminSection title={m.providers_admin_reviews()}>
    <WaitingList
      read={pendingReviewsRead}
      words={{
        loading: m.providers_admin_reviews_loading(),
        failed: m.providers_admin_reviews_failed(),
        none: m.providers_admin_reviews_none(),
      }}
      renderItem={({ id, providerName, rating, experience, createdAt }) => (
        <>
          <p className="font-semibold">{providerName}</p>
          <p>{m.rating_of_five({ rating: String(rating) })}</p>
          <LongText text={experience} />
          <When createdAt={createdAt} />
          <Acts id={id} {...ofReviews()} />
        </>
      )}
    />
  </AdminSection>
);

export const ListingChanges = () => (
  <AdminSection title={m.providers_admin_changes()}>
    <h4 className="text-lg font-semibold">{m.providers_admin_changes_only()}</h4>
    <WaitingList
      read={profileChangesRead}
      words={{
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
                {fieldOf(field).name()}, {m.providers_admin_change_from()}
              </dt>
              <dd>{from}</dd>
              <dt className="text-sm text-muted">{m.providers_admin_change_to()}</dt>
              <dd className="font-semibold">{to}</dd>
            </dl>
          ))}
          <When createdAt={createdAt} />
          <Acts id={id} {...ofChanges()} />
        </>
      )}
    />
    <Documents />
  </AdminSection>
);

/** What else about providers waits for a moderator. */
import { LongText } from '../../components/long-text.tsx';
import { formatDate } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { Acts, AdminSection, WaitingList } from './admin-section.tsx';
import {
  approveDocument,
  approveProfileChange,
  approveReview,
  documentsRead,
  pendingReviewsRead,
  profileChangesRead,
  rejectDocument,
  rejectProfileChange,
  rejectReview,
  reviewLists,
} from './providers-reads.ts';

const When = ({ createdAt }: { createdAt: string }) => (
  <time dateTime={createdAt} className="text-sm text-muted">
    {formatDate(createdAt)}
  </time>
);

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
          <Acts
            id={id}
            done={m.providers_admin_review_updated()}
            undoable={reviewLists}
            acts={[
              { label: m.admin_approve(), write: approveReview },
              { label: m.admin_reject(), write: rejectReview, isRefusal: true },
            ]}
          />
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
                {field}, {m.providers_admin_change_from()}
              </dt>
              <dd>{from}</dd>
              <dt className="text-sm text-muted">{m.providers_admin_change_to()}</dt>
              <dd className="font-semibold">{to}</dd>
            </dl>
          ))}
          <When createdAt={createdAt} />
          <Acts
            id={id}
            done={m.providers_admin_change_updated()}
            acts={[
              { label: m.admin_approve(), write: approveProfileChange },
              { label: m.admin_reject(), write: rejectProfileChange, isRefusal: true },
            ]}
          />
        </>
      )}
    />
    <h4 className="text-lg font-semibold">{m.providers_admin_documents()}</h4>
    <WaitingList
      read={documentsRead}
      words={{
        loading: m.providers_admin_documents_loading(),
        failed: m.providers_admin_documents_failed(),
        none: m.providers_admin_documents_none(),
      }}
      renderItem={({ id, providerName, name, type, createdAt }) => (
        <>
          <p className="font-semibold">{name}</p>
          <p>
            {providerName}, {type}
          </p>
          <When createdAt={createdAt} />
          <Acts
            id={id}
            done={m.providers_admin_document_updated()}
            acts={[
              { label: m.admin_approve(), write: approveDocument },
              { label: m.admin_reject(), write: rejectDocument, isRefusal: true },
            ]}
          />
        </>
      )}
    />
  </AdminSection>
);

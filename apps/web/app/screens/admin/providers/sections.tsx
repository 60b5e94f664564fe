/** Other pending items about providers. */
import type { ClaimMethod } from '@hakiki/contract/business-values';
import { LongText } from '../../../components/long-text.tsx';
import { getFieldLabels } from '../../../components/history/statement-labels.ts';
import { ProviderLogo } from '../../../components/providers/logo.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { m } from '../../../paraglide/messages.js';
import { Documents } from './documents.tsx';
import { AdminSection, ModeratedList, ModeratedSection } from '../parts/section.tsx';
import {
  approveClaim,
  approveProfileChange,
  approveReview,
  claimsQuery,
  pendingReviewsQuery,
  profileChangesQuery,
  rejectClaim,
  rejectProfileChange,
  rejectReview,
} from './queries.ts';

export const Reviews = () => (
  <ModeratedSection
    title={m.providers_admin_reviews()}
    query={pendingReviewsQuery}
    texts={{
      loading: m.providers_admin_reviews_loading(),
      failed: m.providers_admin_reviews_failed(),
      none: m.providers_admin_reviews_none(),
    }}
    renderItem={({ providerName, rating, experience, createdAt }) => (
      <>
        <p className="font-semibold">{providerName}</p>
        <p>{m.rating_of_five({ rating: String(rating) })}</p>
        <LongText text={experience} />
        <Timestamp at={createdAt} className="text-sm text-muted" />
      </>
    )}
    getActions={() => ({
      successTitle: m.providers_admin_review_updated(),
      approve: approveReview,
      reject: rejectReview,
    })}
  />
);

const claimMethodLabels: Record<ClaimMethod, () => string> = {
  dns: m.providers_claim_dns,
  file: m.providers_claim_file,
  mail: m.providers_claim_mail,
};

/** Businesses that proved the domain of a listing. A moderator checks that the listing is about this company. */
export const Claims = () => (
  <ModeratedSection
    title={m.providers_claims()}
    query={claimsQuery}
    texts={{
      loading: m.providers_claims_loading(),
      failed: m.providers_claims_failed(),
      none: m.providers_claims_none(),
    }}
    renderItem={({ providerName, companyName, contactEmail, domain, method, provenAt }) => (
      <>
        <p className="font-semibold wrap-break-word">{providerName}</p>
        <p className="wrap-break-word">
          {m.providers_claim_by({ company: companyName, email: contactEmail, domain })} {claimMethodLabels[method]()}
        </p>
        <Timestamp at={provenAt} className="text-sm text-muted" />
      </>
    )}
    getActions={({ providerName, companyName, contactEmail, domain, method }) => ({
      successTitle: m.providers_claim_updated(),
      approve: approveClaim,
      approveLabel: m.providers_claim_approve(),
      confirmation: {
        title: m.providers_claim_title(),
        facts: [
          [m.providers_claim_listing(), providerName],
          [m.confirm_to(), `${companyName}, ${contactEmail}`],
          [m.providers_claim_proof(), `${domain}, ${claimMethodLabels[method]()}`],
        ],
        effect: m.providers_claim_effect(),
      },
      reject: rejectClaim,
      rejectLabel: m.providers_claim_reject(),
    })}
  />
);

const LogoChange = ({ name, from, to }: { name: string; from: string; to: string }) => (
  <dl className="rounded-control bg-paper p-2">
    <dt className="text-sm text-muted">
      {m.provider_editor_logo()}, {m.providers_admin_change_from()}
    </dt>
    <dd>
      <ProviderLogo name={name} logoUrl={from || null} isLarge />
    </dd>
    <dt className="text-sm text-muted">{m.providers_admin_change_to()}</dt>
    <dd>
      <ProviderLogo name={name} logoUrl={to} isLarge />
    </dd>
  </dl>
);

export const ListingChanges = () => (
  <AdminSection title={m.providers_admin_changes()}>
    <h4 className="text-lg font-semibold">{m.providers_admin_changes_only()}</h4>
    <ModeratedList
      query={profileChangesQuery}
      texts={{
        loading: m.providers_admin_changes_loading(),
        failed: m.providers_admin_changes_failed(),
        none: m.providers_admin_changes_none(),
      }}
      renderItem={({ providerName, changes, createdAt }) => (
        <>
          <p className="font-semibold">{providerName}</p>
          {changes.map(({ field, from, to }) =>
            field === 'logoUrl' ? (
              <LogoChange key={field} name={providerName} from={from} to={to} />
            ) : (
              <dl key={field} className="rounded-control bg-paper p-2">
                <dt className="text-sm text-muted">
                  {getFieldLabels(field).name()}, {m.providers_admin_change_from()}
                </dt>
                <dd>{from}</dd>
                <dt className="text-sm text-muted">{m.providers_admin_change_to()}</dt>
                <dd className="font-semibold">{to}</dd>
              </dl>
            ),
          )}
          <Timestamp at={createdAt} className="text-sm text-muted" />
        </>
      )}
      getActions={() => ({
        successTitle: m.providers_admin_change_updated(),
        approve: approveProfileChange,
        reject: rejectProfileChange,
      })}
    />
    <Documents />
  </AdminSection>
);

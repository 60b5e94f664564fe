/** Businesses that proved the domain of a listing. A moderator checks that the listing is about this company. */
import type { ClaimMethod } from '@hakiki/contract/business-values';
import { Timestamp } from '../../../components/timestamp.tsx';
import { m } from '../../../paraglide/messages.js';
import { ActionButtons, AdminSection, PendingList, type ModerationActions } from '../parts/section.tsx';
import { approveClaim, claimsQuery, rejectClaim } from './queries.ts';

const methodLabels: Record<ClaimMethod, () => string> = {
  dns: m.providers_claim_dns,
  file: m.providers_claim_file,
  mail: m.providers_claim_mail,
};

const getClaimActions = (): ModerationActions => ({
  successTitle: m.providers_claim_updated(),
  actions: [
    { label: m.providers_claim_approve(), mutation: approveClaim },
    { label: m.providers_claim_reject(), mutation: rejectClaim, isRejection: true },
  ],
});

export const Claims = () => (
  <AdminSection title={m.providers_claims()}>
    <PendingList
      query={claimsQuery}
      texts={{
        loading: m.providers_claims_loading(),
        failed: m.providers_claims_failed(),
        none: m.providers_claims_none(),
      }}
      renderItem={({ id, providerName, companyName, contactEmail, domain, method, provenAt }) => (
        <>
          <p className="font-semibold break-words">{providerName}</p>
          <p className="break-words">
            {m.providers_claim_by({ company: companyName, email: contactEmail, domain })} {methodLabels[method]()}
          </p>
          <Timestamp at={provenAt} className="text-sm text-muted" />
          <ActionButtons id={id} {...getClaimActions()} />
        </>
      )}
    />
  </AdminSection>
);

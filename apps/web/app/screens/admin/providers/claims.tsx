/** Businesses that proved the domain of a listing. A moderator checks that the listing is about this company. */
import type { ClaimMethod } from '@hakiki/contract/business-values';
import { Moment } from '../../../components/moment.tsx';
import { m } from '../../../paraglide/messages.js';
import { Acts, AdminSection, WaitingList, type Moderation } from '../parts/section.tsx';
import { approveClaim, claimsRead, rejectClaim } from './reads.ts';

const methodLabels: Record<ClaimMethod, () => string> = {
  dns: m.providers_claim_dns,
  file: m.providers_claim_file,
  mail: m.providers_claim_mail,
};

const ofClaims = (): Moderation => ({
  done: m.providers_claim_updated(),
  acts: [
    { label: m.providers_claim_approve(), write: approveClaim },
    { label: m.providers_claim_reject(), write: rejectClaim, isRefusal: true },
  ],
});

export const Claims = () => (
  <AdminSection title={m.providers_claims()}>
    <WaitingList
      read={claimsRead}
      words={{
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
          <Moment at={provenAt} className="text-sm text-muted" />
          <Acts id={id} {...ofClaims()} />
        </>
      )}
    />
  </AdminSection>
);

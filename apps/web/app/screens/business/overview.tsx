import type { BusinessAccount, BusinessProfile } from '@hakiki/contract/business';
import { type ApiAccessLevel, businessTypes } from '@hakiki/contract/business-values';
import type { Tier } from '@hakiki/contract/entitlements';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FormSelect, FormText, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { formatRand } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { m } from '../../paraglide/messages.js';
import { tabPath } from './address.ts';
import { ClaimSection } from './claim.tsx';
import { Colleagues } from './colleagues.tsx';
import { accountForm } from './forms.ts';
import { accountRead, documentsRead, profileRead } from './reads.ts';
import { Replies } from './replies.tsx';
import { PaymentBadge, VerificationBadge } from './status.tsx';
import { Waiting } from './waiting.tsx';

export function Overview() {
  const account = useQuery(accountRead);
  const profile = useQuery(profileRead);
  if (account.status === 'loading') return <Waiting />;
  if (account.status === 'failed') return <QueryFailure message={m.business_failed()} query={account} />;
  return (
    <div className="flex flex-col gap-8">
      {profile.status === 'ready' && <NextStep profile={profile.data} account={account.data} />}
      <Standing account={account.data} />
      {!account.data.providerId && account.data.role !== 'viewer' && <ClaimSection />}
      {account.data.providerId && <Replies mayWrite={account.data.role !== 'viewer'} />}
      <Details account={account.data} />
      <Colleagues />
    </div>
  );
}

/** Suggests the single most useful next step. */
function NextStep({ profile, account }: { profile: BusinessProfile; account: BusinessAccount }) {
  const documents = useQuery(documentsRead);
  const hasDocuments = documents.status === 'ready' && documents.data.length > 0;
  const step = (text: string, path: string, label: string) => (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-brand-soft p-4">
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      <Link
        to={path}
        className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
      >
        {label}
      </Link>
    </div>
  );
  if (!profile.providerId) return step(m.business_next_profile(), tabPath('profile'), m.business_next_profile_link());
  if (profile.listing === 'rejected') {
    return step(m.business_next_rejected(), tabPath('profile'), m.business_next_profile_link());
  }
  if (!hasDocuments) return step(m.business_next_documents(), tabPath('compliance'), m.business_next_documents_link());
  if (profile.listing === 'pending')
    return <p className="rounded-card bg-brand-soft p-4">{m.business_next_pending()}</p>;
  return step(m.business_next_listed(), pathTo(`/provider/${account.providerId}`), m.business_next_listed_link());
}

const tiers: Record<Tier, () => string> = {
  free: m.business_plan_free,
  premium: m.business_plan_premium,
  api: m.business_plan_api,
  enterprise: m.business_plan_enterprise,
};
const levels: Record<ApiAccessLevel, () => string> = {
  none: m.business_api_none,
  api: m.business_api_api,
  enterprise: m.business_api_enterprise,
};

const Tile = ({ label, children, means }: { label: string; children: ReactNode; means?: string }) => (
  <div className="flex min-w-0 flex-col items-start gap-1 rounded-card border border-line bg-surface p-4">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
    {means && <dd className="text-sm text-muted">{means}</dd>}
  </div>
);

const Standing = ({ account }: { account: BusinessAccount }) => (
  <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    <Tile label={m.business_verification()} means={m.business_verification_means()}>
      <VerificationBadge status={account.verificationStatus} />
    </Tile>
    <Tile label={m.business_payment()} means={m.business_payment_means()}>
      <PaymentBadge status={account.paymentStatus} />
    </Tile>
    <Tile label={m.business_fee()}>{m.business_fee_value({ fee: formatRand(account.annualFee / 100) })}</Tile>
    <Tile label={m.business_plan()}>{tiers[account.subscriptionType]()}</Tile>
    <Tile label={m.business_api()}>{levels[account.apiAccessLevel]()}</Tile>
  </dl>
);

function Details({ account }: { account: BusinessAccount }) {
  const form = useForm(accountForm, { onDone: () => void showToast({ title: m.business_account_saved() }) });
  const isReader = account.role === 'viewer';
  return (
    <section aria-labelledby="business-details" className="flex max-w-2xl flex-col gap-4">
      <h3 id="business-details" className="text-xl font-bold">
        {m.business_details()}
      </h3>
      <p className="text-muted">{isReader ? m.business_reader() : m.business_details_text()}</p>
      <PostForm state={form} label={m.business_details()}>
        <fieldset disabled={isReader} className="contents">
          <FormText
            name="companyName"
            label={m.business_field_company()}
            autoComplete="organization"
            defaultValue={account.companyName}
            max={200}
          />
          <FormText
            name="contactEmail"
            type="email"
            inputMode="email"
            autoComplete="email"
            label={m.business_field_email()}
            defaultValue={account.contactEmail}
            max={254}
          />
          <FormSelect
            name="businessType"
            label={m.business_field_type()}
            options={businessTypes.map((value) => ({ value, label: providerTypeLabel(value) }))}
            defaultValue={account.businessType}
          />
          {!isReader && <SubmitButton className="md:self-start">{m.business_account_save()}</SubmitButton>}
        </fieldset>
      </PostForm>
    </section>
  );
}

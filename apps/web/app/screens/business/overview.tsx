import type { BusinessAccount, BusinessProfile } from '@hakiki/contract/business';
import { type ApiAccessLevel, businessTypes } from '@hakiki/contract/business-values';
import type { Tier } from '@hakiki/contract/entitlements';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FormSelect, FormText, PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { formatRand } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { textLinkClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';
import { tabPath } from './business-url.ts';
import { ClaimSection } from './claim.tsx';
import { Colleagues } from './colleagues.tsx';
import { accountForm } from './forms.ts';
import { accountQuery, documentsQuery, profileQuery } from './business-queries.ts';
import { Replies } from './replies.tsx';
import { PaymentBadge, VerificationBadge } from './status-badges.tsx';

export function Overview() {
  const account = useQuery(accountQuery);
  const profile = useQuery(profileQuery);
  if (account.status === 'loading') return <Skeleton label={m.business_loading()} className="h-48" />;
  if (account.status === 'failed') return <QueryFailure message={m.business_failed()} query={account} />;
  return (
    <div className="flex flex-col gap-8">
      {profile.status === 'ready' && <NextStep profile={profile.data} account={account.data} />}
      <AccountStatus account={account.data} />
      {!account.data.providerId && account.data.role !== 'viewer' && <ClaimSection />}
      {account.data.providerId && <Replies canWrite={account.data.role !== 'viewer'} />}
      <DetailsForm account={account.data} />
      <Colleagues />
    </div>
  );
}

/** Suggests the single most useful next step. */
function NextStep({ profile, account }: { profile: BusinessProfile; account: BusinessAccount }) {
  const documents = useQuery(documentsQuery);
  const hasDocuments = documents.status === 'ready' && documents.data.length > 0;
  const renderStep = (text: string, path: string, label: string) => (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-brand-soft p-4">
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      <Link to={path} className={textLinkClass('underline-offset-4')}>
        {label}
      </Link>
    </div>
  );
  if (!profile.providerId)
    return renderStep(m.business_next_profile(), tabPath('profile'), m.business_next_profile_link());
  if (profile.listing === 'rejected') {
    return renderStep(m.business_next_rejected(), tabPath('profile'), m.business_next_profile_link());
  }
  if (!hasDocuments)
    return renderStep(m.business_next_documents(), tabPath('compliance'), m.business_next_documents_link());
  if (profile.listing === 'pending')
    return <p className="rounded-card bg-brand-soft p-4">{m.business_next_pending()}</p>;
  return renderStep(m.business_next_listed(), pathTo(`/provider/${account.providerId}`), m.business_next_listed_link());
}

const planLabels: Record<Tier, () => string> = {
  free: m.business_plan_free,
  premium: m.business_plan_premium,
  api: m.business_plan_api,
  enterprise: m.business_plan_enterprise,
};
const apiAccessLabels: Record<ApiAccessLevel, () => string> = {
  none: m.business_api_none,
  api: m.business_api_api,
  enterprise: m.business_api_enterprise,
};

const StatTile = ({ label, children, explanation }: { label: string; children: ReactNode; explanation?: string }) => (
  <div className="flex min-w-0 flex-col items-start gap-1 rounded-card border border-line bg-surface p-4">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
    {explanation && <dd className="text-sm text-muted">{explanation}</dd>}
  </div>
);

const AccountStatus = ({ account }: { account: BusinessAccount }) => (
  <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    <StatTile label={m.business_verification()} explanation={m.business_verification_means()}>
      <VerificationBadge status={account.verificationStatus} />
    </StatTile>
    <StatTile label={m.business_payment()} explanation={m.business_payment_means()}>
      <PaymentBadge status={account.paymentStatus} />
    </StatTile>
    <StatTile label={m.business_fee()}>{m.business_fee_value({ fee: formatRand(account.annualFee / 100) })}</StatTile>
    <StatTile label={m.business_plan()}>{planLabels[account.subscriptionType]()}</StatTile>
    <StatTile label={m.business_api()}>{apiAccessLabels[account.apiAccessLevel]()}</StatTile>
  </dl>
);

function DetailsForm({ account }: { account: BusinessAccount }) {
  const form = useForm(accountForm, { onDone: () => void showToast({ title: m.business_account_saved() }) });
  const isViewer = account.role === 'viewer';
  return (
    <section aria-labelledby="business-details" className="flex max-w-2xl flex-col gap-4">
      <h3 id="business-details" className="title-section">
        {m.business_details()}
      </h3>
      <p className="text-muted">{isViewer ? m.business_reader() : m.business_details_text()}</p>
      <PostForm state={form} label={m.business_details()}>
        <fieldset disabled={isViewer} className="contents">
          <FormText
            name="companyName"
            label={m.business_field_company()}
            autoComplete="organization"
            defaultValue={account.companyName}
            max={200}
          />
          <FormEmail name="contactEmail" label={m.business_field_email()} defaultValue={account.contactEmail} />
          <FormSelect
            name="businessType"
            label={m.business_field_type()}
            options={toOptions(businessTypes, providerTypeLabel)}
            defaultValue={account.businessType}
          />
          {!isViewer && <SubmitButton className="md:self-start">{m.business_account_save()}</SubmitButton>}
        </fieldset>
      </PostForm>
    </section>
  );
}

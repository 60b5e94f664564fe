import type { BusinessAccount, BusinessProfile } from '@hakiki/contract/business';
import { type ApiAccessLevel, businessTypes, neededDocumentKinds } from '@hakiki/contract/business-values';
import type { Tier } from '@hakiki/contract/entitlements';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FormSelect, FormText, PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { statusLabel } from '../../components/providers/verdict-badge.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Icon } from '../../components/ui/icon.tsx';
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
import { ClaimSection, claimQuery } from './claim.tsx';
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
      {profile.status === 'ready' && <Start profile={profile.data} />}
      <AccountStatus account={account.data} verdict={profile.status === 'ready' ? profile.data.verdict : null} />
      {!account.data.providerId && account.data.role !== 'viewer' && <ClaimSection />}
      {account.data.providerId && (
        <Replies providerId={account.data.providerId} canWrite={account.data.role !== 'viewer'} />
      )}
      <DetailsForm account={account.data} />
      <Colleagues />
    </div>
  );
}

type StepState = 'done' | 'current' | 'later';

/** Three steps until the listing is public, the next one open. Afterwards one line: its page, or missing documents. */
function Start({ profile }: { profile: BusinessProfile }) {
  const documents = useQuery(documentsQuery);
  const { providerId, listing } = profile;
  const claim = useQuery(claimQuery, { enabled: !providerId });
  const isClaimProven = claim.status === 'ready' && claim.data.claim?.status === 'pending';
  // A claimed listing needs no profile of its own.
  if (documents.status !== 'ready' || isClaimProven) return null;
  const current = documents.data.filter(({ isCurrent }) => isCurrent);
  const hasProfile = providerId !== null && listing !== 'rejected';
  const hasDocuments = neededDocumentKinds.every((needed) =>
    current.some(({ kind, status, isOver }) => kind === needed && status !== 'rejected' && !isOver),
  );
  const isPublic = listing === 'approved';
  if (isPublic) {
    const link = hasDocuments
      ? { path: pathTo(`/provider/${providerId}`), label: m.business_next_listed_link() }
      : { path: tabPath('compliance'), label: m.business_next_documents_link() };
    return (
      <p className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-brand-soft p-4">
        <span className="min-w-0 flex-1 basis-60">
          {hasDocuments ? m.business_next_listed() : m.business_next_documents()}
        </span>
        <Link to={link.path} className={textLinkClass('underline-offset-4')}>
          {link.label}
        </Link>
      </p>
    );
  }
  const steps = [
    {
      title: m.business_start_profile(),
      isDone: hasProfile,
      text: listing === 'rejected' ? m.business_next_rejected() : m.business_next_profile(),
      link: { path: tabPath('profile'), label: m.business_next_profile_link() },
    },
    {
      title: m.business_start_documents(),
      isDone: hasDocuments,
      text: m.business_next_documents(),
      link: { path: tabPath('compliance'), label: m.business_next_documents_link() },
    },
    { title: m.business_start_check(), isDone: isPublic, text: m.business_next_pending() },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="business-start" className="flex flex-col gap-3">
      <h3 id="business-start" className="title-section">
        {m.business_start()}
      </h3>
      <ol className="grid gap-3 md:grid-cols-3">
        {steps.map(({ isDone, ...step }, index) => (
          <Step
            key={step.title}
            {...step}
            number={index + 1}
            state={isDone ? 'done' : index === next ? 'current' : 'later'}
          />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  number: number;
  title: string;
  text: string;
  link?: { path: string; label: string };
  state: StepState;
}

const Step = ({ number, title, text, link, state }: StepProps) => (
  <li
    aria-current={state === 'current' ? 'step' : undefined}
    className={`flex min-w-0 flex-col items-start gap-2 rounded-card border p-4 ${
      state === 'current' ? 'border-brand bg-brand-soft' : 'border-line bg-surface'
    }`}
  >
    <p className="flex items-center gap-2 font-semibold">
      {state === 'done' ? (
        <Icon name="check-circle" className="size-5 shrink-0 text-verified" />
      ) : (
        <span aria-hidden="true" className="text-muted tabular-nums">{`${number}.`}</span>
      )}
      {title}
      {state === 'done' && <span className="sr-only">({m.business_start_done()})</span>}
    </p>
    {state === 'current' && (
      <>
        <p>{text}</p>
        {link && (
          <Link to={link.path} className={textLinkClass('underline-offset-4')}>
            {link.label}
          </Link>
        )}
      </>
    )}
  </li>
);

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

/** One status: the public verdict, if there is one, is named where the documents are. */
const AccountStatus = ({ account, verdict }: { account: BusinessAccount; verdict: BusinessProfile['verdict'] }) => (
  <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    <StatTile
      label={m.business_verification()}
      explanation={
        verdict ? m.business_verification_beside({ verdict: statusLabel(verdict) }) : m.business_verification_means()
      }
    >
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

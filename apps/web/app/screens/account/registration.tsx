import { minimums } from '@hakiki/contract/limits';
import { prices } from '@hakiki/contract/prices';
import { referralReward } from '@hakiki/contract/referral-values';
import { organizationTypes } from '@hakiki/contract/sign-up';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { FormPassword } from '../../components/forms/password.tsx';
import { FormSelect, FormText, PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { Callout } from '../../components/ui/callout.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { defineQuery, nullOnFailure } from '../../lib/api/queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { formatRand } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { useReferral } from '../../lib/pages/referral.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { textLinkClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';
import { Card, NarrowPage } from './narrow-page.tsx';
import { accountKinds, loginPath, registrationPath, type AccountKind, type SignUpUrlState } from './sign-up-url.ts';
import { signUpForms } from './sign-up-forms.ts';

const kindLabels: Record<AccountKind, () => string> = {
  individual: m.signup_individual,
  business: m.signup_business,
  regtech: m.nav_regtech,
};
const kindHints: Record<AccountKind, () => string> = {
  individual: m.signup_individual_hint,
  business: m.signup_business_hint,
  regtech: m.signup_regtech_hint,
};
/** The yearly price that an organisation sees before it registers. */
const yearlyPriceFrom: Record<AccountKind, number | null> = {
  individual: null,
  business: prices.businessFromPerYear,
  regtech: prices.regtechFromPerYear,
};
const firstNameLabels: Record<AccountKind, () => string> = {
  individual: m.signup_first_name,
  business: m.signup_representative_name,
  regtech: m.signup_contact_name,
};
const lastNameLabels: Record<AccountKind, () => string> = {
  individual: m.signup_last_name,
  business: m.signup_representative_surname,
  regtech: m.signup_contact_surname,
};
const organizationLabels: Record<(typeof organizationTypes)[number], () => string> = {
  bank: m.organization_bank,
  financial_institution: m.organization_financial_institution,
  regulator: m.organization_regulator,
  compliance_firm: m.organization_compliance_firm,
  fintech: m.organization_fintech,
  crypto_exchange: m.organization_crypto_exchange,
  other: m.organization_other,
};

export function Registration({ urlState, note }: { urlState: SignUpUrlState; note: ReactNode }) {
  const { kind } = urlState;
  const tabs = accountKinds.map((name) => ({
    name,
    label: kindLabels[name](),
    path: registrationPath(urlState, name),
  }));
  return (
    <NarrowPage title={m.signup_title()} lead={m.signup_lead()}>
      {note}
      <Invitation />
      <p>
        {m.signup_have_account()}{' '}
        <Link to={loginPath(urlState)} className={textLinkClass()}>
          {m.login_to_login()}
        </Link>
      </p>
      <Card>
        <Tabs id="signup" label={m.signup_kinds()} tabs={tabs} current={kind}>
          <p className="mb-5 text-sm text-muted">
            {kindHints[kind]()} <YearlyPrice rand={yearlyPriceFrom[kind]} />
          </p>
          <RegistrationForm kind={kind} />
        </Tabs>
      </Card>
    </NarrowPage>
  );
}

const invitationQuery = (code: string) =>
  nullOnFailure(defineQuery('/api/referrals/invitations/:code', { params: { code } }));

/** Tells an invited person who invited them, by first name, and what the inviter gets. */
function Invitation() {
  const referral = useReferral();
  const invitation = useQuery(invitationQuery(referral ?? ''), { enabled: referral !== undefined });
  if (!referral) return null;
  const name = invitation.status === 'ready' ? invitation.data?.firstName : undefined;
  return (
    <Callout icon="users" title={name ? m.signup_invited_by({ name }) : m.signup_invited()}>
      <p>{m.signup_invited_text({ count: referralReward })}</p>
    </Callout>
  );
}

const YearlyPrice = ({ rand }: { rand: number | null }) =>
  rand !== null && (
    <span className="font-semibold whitespace-nowrap text-ink">
      {m.signup_from_per_year({ price: formatRand(rand) })}
    </span>
  );

function RegistrationForm({ kind }: { kind: AccountKind }) {
  const navigate = useNavigate();
  const referral = useReferral();
  const state = useForm(signUpForms[kind], {
    onDone({ reply, next }) {
      showToast({ title: m.signup_done(), description: m.signup_done_text(), isInline: true });
      void navigate(next, { state: { createdFor: reply.email } });
    },
  });
  return (
    <PostForm state={state} help={state.refusal?.code === 'EMAIL_TAKEN' && <EmailTakenHelp />}>
      {referral && <input type="hidden" name="referralCode" value={referral} />}
      <div className="grid gap-5 md:grid-cols-2">{renderFields(kind)}</div>
      <p className="text-sm text-muted">
        {m.signup_terms_before()}{' '}
        <Link to={pathTo('/terms')} className="underline">
          {m.footer_terms()}
        </Link>
        . {m.signup_terms_between()}{' '}
        <Link to={pathTo('/privacy')} className="underline">
          {m.footer_privacy()}
        </Link>
        .
      </p>
      <SubmitButton>{m.signup_submit()}</SubmitButton>
    </PostForm>
  );
}

const EmailTakenHelp = () => (
  <Link to={pathTo('/forgot-password')} className="inline-flex min-h-11 items-center underline">
    {m.login_forgot()}
  </Link>
);

/** Each field has its own key, so that typed values survive a change of the account kind. */
const renderFields = (kind: AccountKind): ReactNode => [
  kind === 'business' && (
    <FullWidth key="businessName">
      <FormText name="businessName" label={m.signup_business_name()} autoComplete="organization" max={200} />
    </FullWidth>
  ),
  kind === 'regtech' && (
    <FullWidth key="organizationName">
      <FormText name="organizationName" label={m.signup_organization_name()} autoComplete="organization" max={200} />
    </FullWidth>
  ),
  kind === 'regtech' && (
    <FormText
      key="regulatoryLicense"
      name="regulatoryLicense"
      label={m.signup_license()}
      autoComplete="off"
      max={100}
    />
  ),
  kind === 'regtech' && (
    <FormSelect
      key="organizationType"
      name="organizationType"
      label={m.signup_organization_type()}
      options={toOptions(organizationTypes, (value) => organizationLabels[value]())}
    />
  ),
  <FormText key="firstName" name="firstName" label={firstNameLabels[kind]()} autoComplete="given-name" max={100} />,
  <FormText key="lastName" name="lastName" label={lastNameLabels[kind]()} autoComplete="family-name" max={100} />,
  <FullWidth key="email">
    <FormEmail name="email" label={m.login_email()} hint={m.signup_email_hint()} />
  </FullWidth>,
  <FullWidth key="cellphoneNumber">
    <FormText
      name="cellphoneNumber"
      type="tel"
      label={m.signup_phone()}
      hint={m.signup_phone_hint()}
      autoComplete="tel"
      inputMode="tel"
      max={30}
    />
  </FullWidth>,
  <FullWidth key="password">
    <FormPassword
      name="password"
      label={m.login_password()}
      hint={m.signup_password_hint({ count: minimums.password })}
      autoComplete="new-password"
    />
  </FullWidth>,
  <FullWidth key="confirmPassword">
    <FormPassword name="confirmPassword" label={m.signup_confirm_password()} autoComplete="new-password" />
  </FullWidth>,
];

const FullWidth = ({ children }: { children: ReactNode }) => <div className="md:col-span-2">{children}</div>;

import type { User } from '@hakiki/contract/accounts';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { SignInPrompt } from '../../components/layout/sign-in-prompt.tsx';
import { RetryDialogs } from '../../components/staff/retry-dialog-host.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { formAction } from '../../lib/forms/action.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { startQueries, prefetch, useQuery } from '../../lib/api/use-query.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/account-page.ts';
import { ChangeEmailSection } from './account-email.tsx';
import { formsWithoutScripts, passwordForm, deleteForm } from './account-forms.ts';
import { accountQuery, invoicesQuery, sessionsQuery, INVOICES_PAGE_SIZE } from './account-queries.ts';
import { SectionLinks, Section, Facts, CurrentPassword, Disclosure } from './account-section.tsx';
import { PasskeysSection } from './security-passkeys.tsx';
import { TwoFactorSection } from './security-two-factor.tsx';
import { SessionsSection } from './sessions-section.tsx';
import type { Invoice } from '@hakiki/contract/billing';
import { InvoiceItem } from '../../components/payments/invoice-item.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { formatNumber, formatDate } from '../../lib/language/format.ts';
import { FormPassword } from '../../components/forms/password.tsx';
import { PostForm, SubmitButton, FormText } from '../../components/forms/form.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { isContractPlan, isEntitled, type Tier, type UserType } from '@hakiki/contract/entitlements';
import { premiumMoneyBackDays } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';

const queries = [authUser, accountQuery, sessionsQuery, invoicesQuery, subscriptionQuery];

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, queries);
export const clientLoader = startQueries(() => queries);
export const action = formAction(formsWithoutScripts);

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/account', m.account_title, m.account_description);

export default function AccountPage() {
  return (
    <AuthGate visitor={<SignInPrompt title={m.account_title()} />}>
      {(user) => <AccountSections user={user} />}
    </AuthGate>
  );
}

function AccountSections({ user }: { user: User }) {
  return (
    <div className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
      <div className="flex flex-col gap-4 lg:sticky lg:top-24 lg:self-start">
        <h1 className="title-page">{m.account_title()}</h1>
        <SectionLinks
          sections={[
            { id: 'profile', heading: m.profile_heading() },
            { id: 'password', heading: m.password_heading() },
            { id: 'email', heading: m.email_heading() },
            { id: 'emails', heading: m.emails_heading() },
            { id: 'two-factor', heading: m.two_factor_heading() },
            { id: 'passkeys', heading: m.passkeys_heading() },
            { id: 'sessions', heading: m.sessions_heading() },
            { id: 'invoices', heading: m.invoices_heading() },
            { id: 'data', heading: m.data_heading() },
            { id: 'delete', heading: m.delete_heading() },
          ]}
        />
      </div>
      <div className="flex max-w-190 flex-col gap-6">
        <Profile user={user} />
        <ChangePasswordSection email={user.email} />
        <EmailsSection user={user} />
        <SignInMethods user={user} />
        <SessionsSection />
        <InvoicesSection />
        <DataSection />
        <DeleteSection user={user} />
      </div>
      {/* Staff give their second factor again before their credentials change. */}
      {(user.isAdmin || user.isModerator) && <RetryDialogs user={user} />}
    </div>
  );
}

/** Each kind of email is chosen where its subject is; here is the way to each. */
function EmailsSection({ user }: { user: User }) {
  const getsAlerts = isEntitled(user, 'analysis');
  const kinds = [
    {
      name: m.pricing_premium_alerts(),
      path: getsAlerts ? '/dashboard' : '/pricing',
      link: getsAlerts ? m.dashboard_configure() : m.news_own_letter_premium(),
    },
    { name: m.watch_hint(), path: '/dashboard', link: m.watch_list() },
    { name: m.news_own_letter_text(), path: '/news', link: m.news_own_letter() },
  ] as const;
  return (
    <Section id="emails" heading={m.emails_heading()}>
      <ul className="flex flex-col divide-y divide-line">
        {kinds.map(({ name, path, link }) => (
          <li key={link} className="py-2">
            {name}{' '}
            <Link to={pathTo(path)} className={textLinkClass()}>
              {link}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SignInMethods({ user: { isAdmin } }: { user: User }) {
  const account = useQuery(accountQuery);
  if (account.status === 'failed') return <QueryFailure message={m.account_failed()} query={account} />;
  if (account.status === 'loading') return <div className="skeleton h-60" aria-hidden="true" />;
  return (
    <>
      <ChangeEmailSection account={account.data} />
      <TwoFactorSection account={account.data} isAdmin={isAdmin} />
      <PasskeysSection account={account.data} isAdmin={isAdmin} />
    </>
  );
}

function InvoicesSection() {
  const invoices = useQuery(invoicesQuery);
  return (
    <Section id="invoices" heading={m.invoices_heading()}>
      <p className="text-muted">{m.invoices_intro()}</p>
      {invoices.status === 'loading' && <Spinner label={m.invoices_loading()} />}
      {invoices.status === 'failed' && <QueryFailure message={m.invoices_failed()} query={invoices} />}
      {invoices.status === 'ready' && <InvoiceList invoices={invoices.data} />}
    </Section>
  );
}

function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  if (invoices.length === 0) return <p>{m.invoices_none()}</p>;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {invoices.map((invoice) => (
          <InvoiceItem key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      {invoices.length === INVOICES_PAGE_SIZE && (
        <p>{m.invoices_newest({ count: formatNumber(INVOICES_PAGE_SIZE) })}</p>
      )}
    </>
  );
}

function ChangePasswordSection({ email }: { email: string }) {
  const form = useForm(passwordForm, {
    onDone(_done, element) {
      element?.reset();
      showToast({ title: m.password_done(), description: m.password_done_text() });
    },
  });
  return (
    <Section id="password" heading={m.password_heading()}>
      <p className="text-muted">{m.password_intro()}</p>
      <PostForm state={form} label={m.password_submit()}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <FormPassword name="currentPassword" label={m.account_current_password()} autoComplete="current-password" />
        <FormPassword
          name="password"
          label={m.password_new()}
          hint={m.password_new_hint()}
          autoComplete="new-password"
        />
        <FormPassword name="confirmPassword" label={m.password_confirm()} autoComplete="new-password" />
        <div>
          <SubmitButton>{m.password_submit()}</SubmitButton>
        </div>
      </PostForm>
    </Section>
  );
}

const userTypeLabels: Record<UserType, () => string> = {
  user: m.profile_type_user,
  business: m.profile_type_business,
  regtech: m.profile_type_regtech,
};
const planLabels: Record<Tier, () => string> = {
  free: m.profile_plan_free,
  premium: m.profile_plan_premium,
  api: m.profile_plan_api,
  enterprise: m.profile_plan_enterprise,
};

function Profile({ user }: { user: User }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Section id="profile" heading={m.profile_heading()}>
      <Facts
        facts={[
          [m.profile_name(), name || m.profile_no_name()],
          [m.profile_email(), user.email],
          [m.profile_type(), userTypeLabels[user.userType]()],
          [m.profile_plan(), planLabels[user.subscriptionTier]()],
          [m.profile_since(), formatDate(user.createdAt)],
        ]}
      />
      {(user.isAdmin || user.isModerator) && (
        <p>
          <Link to={pathTo(user.isAdmin ? '/admin' : '/admin/queue')} className={buttonClass('secondary')}>
            {user.isAdmin ? m.profile_admin() : m.profile_moderation()}
          </Link>
        </p>
      )}
    </Section>
  );
}

const DataSection = () => (
  <Section id="data" heading={m.data_heading()}>
    <p className="text-muted">{m.data_text()}</p>
    <p>
      <a href="/api/account/data" download className={buttonClass('secondary')}>
        {m.data_download()}
      </a>
    </p>
  </Section>
);

/** Paid time ends with the account, so the person hears of it first, also when the payments cannot be loaded. */
function PlanLoss({ user: { subscriptionTier, subscriptionEndsAt } }: { user: User }) {
  if (isContractPlan(subscriptionTier)) return <li className="font-semibold">{m.delete_contract()}</li>;
  if (subscriptionTier !== 'premium') return null;
  return (
    <li className="font-semibold">
      {subscriptionEndsAt ? m.delete_premium({ date: formatDate(subscriptionEndsAt) }) : m.delete_premium_open()}
    </li>
  );
}

/** The right to a refund, a deposit on its way and credits end with the account. */
function PaymentLoss() {
  const subscription = useQuery(subscriptionQuery);
  if (subscription.status === 'loading') return null;
  if (subscription.status === 'failed') {
    return <li className="font-semibold">{m.delete_payments_unknown({ days: premiumMoneyBackDays })}</li>;
  }
  const { refundableUntil, credits, pending } = subscription.data;
  return (
    <>
      {refundableUntil && (
        <li className="font-semibold">
          {m.delete_refund({ date: formatDate(refundableUntil) })}{' '}
          <Link to={`${pathTo('/dashboard')}#account-status`} className={textLinkClass()}>
            {m.delete_refund_link()}
          </Link>
        </li>
      )}
      {pending && pending.amountCents > 0 && <li className="font-semibold">{m.delete_pending()}</li>}
      {credits > 0 && <li>{m.delete_credits({ count: credits })}</li>}
    </>
  );
}

function DeleteSection({ user }: { user: User }) {
  // The session ends with the account, so a full page load drops all client state.
  const form = useForm(deleteForm, { onDone: ({ next }) => window.location.assign(next) });
  return (
    <Section id="delete" heading={m.delete_heading()}>
      <p className="font-semibold">{m.delete_text()}</p>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <PlanLoss user={user} />
        <PaymentLoss />
        <li>{m.delete_erased()}</li>
        <li>{m.delete_reports()}</li>
        <li>{m.delete_kept()}</li>
      </ul>
      <Disclosure title={m.delete_open()} isOpen={form.refusal !== undefined}>
        <PostForm state={form} label={m.delete_heading()}>
          <FormText
            name="confirmation"
            label={m.delete_confirm({ word: m.delete_word() })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <CurrentPassword />
          <div>
            <SubmitButton variant="danger">{m.delete_submit()}</SubmitButton>
          </div>
        </PostForm>
      </Disclosure>
    </Section>
  );
}

import type { User } from '@hakiki/contract/accounts';
import type { Subscription, PaymentInfo } from '@hakiki/contract/billing';
import { currencyOf } from '@hakiki/contract/currencies';
import { isContractPlan, type Tier } from '@hakiki/contract/entitlements';
import { paymentMethods, type PaymentMethod } from '@hakiki/contract/payment-values';
import { premiumMoneyBackDays, waitingTimes } from '@hakiki/contract/limits';
import { prices } from '@hakiki/contract/prices';
import { Link, useSearchParams } from 'react-router';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { SignInPrompt } from '../../components/layout/sign-in-prompt.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { startQueries, useQuery, useQueryStore } from '../../lib/api/use-query.ts';
import { formAction } from '../../lib/forms/action.ts';
import { useMyCountry } from '../../lib/browser/my-country.ts';
import { formatDate, formatRand } from '../../lib/language/format.ts';
import { formatAbout, formatRatesNote } from '../../lib/language/money.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';
import { listPlanFeatures } from '../../lib/plans/plan-features.ts';
import { prefetchForUser } from '../../lib/api/user-queries.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/subscribe.ts';
import { Deposit } from './deposit.tsx';
import { PaymentStatus } from './payment-status.tsx';
import { isProofUpload, sendProof } from './proof-action.ts';
import { PremiumSteps } from './steps.tsx';
import { cardForm, depositForm, paymentInfoQuery, withdrawForm } from './subscribe-forms.ts';
import { useEffect } from 'react';
import { startPolling } from '../../lib/alerts/polling.ts';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { submitToGateway } from '../../components/payments/gateway-form.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { Amount } from './amount.tsx';

/** Everything here is personal, so nothing is loaded before the user is known. */
export const loader = ({ context }: Route.LoaderArgs) =>
  prefetchForUser(context, () => [subscriptionQuery, paymentInfoQuery]);
export const clientLoader = startQueries(() => [authUser]);
/** Without scripts, the response contains the form for the payment provider. A reload does not show it again. */
const paymentAction = formAction([depositForm, cardForm, withdrawForm], (reply) =>
  'payment' in reply && reply.payment ? { leadsOn: reply.payment } : undefined,
);
export const action = (args: Route.ActionArgs) => (isProofUpload(args.request) ? sendProof(args) : paymentAction(args));

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/subscribe', m.subscribe_title, m.subscribe_description);

export default function Subscribe() {
  return (
    <AuthGate visitor={<SignInPrompt title={m.subscribe_login()} />}>
      {(user) => <SubscribePage user={user} />}
    </AuthGate>
  );
}

function SubscribePage({ user }: { user: User }) {
  const [params] = useSearchParams();
  const isPremium = user.subscriptionTier === 'premium';
  const hasPaid = params.has('paid');
  usePaymentArrival(hasPaid && !isPremium);
  const subscription = useQuery(subscriptionQuery);
  const payment = subscription.status === 'ready' ? subscription.data.pending : undefined;
  if (isPremium && !params.has('renew')) return <AlreadyPremium hasPaid={hasPaid} />;
  if (isContractPlan(user.subscriptionTier)) return <ContractPlan user={user} />;
  return (
    <div className="flex flex-col gap-8">
      <div>
        <h1 className="title-page">{m.subscribe_title()}</h1>
        <p className="mt-2 max-w-[68ch] text-lg text-muted">{m.pricing_premium_for()}</p>
      </div>
      <PremiumSteps payment={payment} hasPaid={hasPaid} isRenewal={isPremium} />
      <PaymentStatus hasPaid={hasPaid} hasCancelled={params.has('cancelled')} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <Benefits isLast={Boolean(payment)} />
        <div className="flex min-w-0 flex-col gap-8 lg:col-start-1 lg:row-start-1">
          <Payment user={user} method={parseMethod(params)} isRenewal={params.has('renew')} />
          <Questions />
        </div>
      </div>
    </div>
  );
}

const contractPlanLabels: Record<Tier, () => string> = {
  free: m.dashboard_plan_free,
  premium: m.dashboard_plan_premium,
  api: m.dashboard_plan_api,
  enterprise: m.dashboard_plan_enterprise,
};

/**
 * A plan by contract cannot be paid here, so nothing to pay is shown: the server would refuse the request. It says
 * where the plan is managed instead; the dashboard, which leads here, is not one of those places.
 */
function ContractPlan({ user: { subscriptionTier, subscriptionEndsAt } }: { user: User }) {
  const plan = contractPlanLabels[subscriptionTier]();
  const places = [
    { path: '/api', label: m.subscribe_contract_keys(), text: m.subscribe_contract_keys_text() },
    { path: '/account#invoices', label: m.subscribe_contract_invoices(), text: m.subscribe_contract_invoices_text() },
    {
      path: toContactPath(m.subscribe_contract_title({ plan })),
      label: m.subscribe_contract_change(),
      text: m.subscribe_contract_change_text(),
    },
  ] as const;
  return (
    <div className="flex flex-col gap-6">
      <h1 className="title-page">{m.subscribe_contract_title({ plan })}</h1>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="flex max-w-[68ch] flex-col items-start gap-4">
          <p className="text-lg">
            {m.subscribe_contract_text({ plan })}{' '}
            {subscriptionEndsAt && m.subscribe_contract_until({ date: formatDate(subscriptionEndsAt) })}
          </p>
          <h2 className="title-section">{m.subscribe_contract_manage()}</h2>
          <ul className="w-full divide-y divide-line rounded-card border border-line bg-surface px-4">
            {places.map(({ path, label, text }) => (
              <li key={path} className="py-2">
                <Link to={pathTo(path)} className={textLinkClass()}>
                  {label}
                </Link>
                <p className="text-muted">{text}</p>
              </li>
            ))}
          </ul>
          <h2 className="title-section">{m.dashboard_add_premium()}</h2>
          <p>{m.subscribe_contract_how({ plan })}</p>
          <Link to={pathTo(toContactPath(m.dashboard_add_premium()))} className={buttonClass('secondary')}>
            {m.subscribe_contract_contact()}
          </Link>
        </div>
        <Benefits title={m.subscribe_contract_benefits()} />
      </div>
    </div>
  );
}

const toContactPath = (subject: string): `/${string}` => `/contact?subject=${encodeURIComponent(subject)}`;

function AlreadyPremium({ hasPaid }: { hasPaid: boolean }) {
  const subscription = useQuery(subscriptionQuery);
  const plan = subscription.status === 'ready' ? subscription.data : undefined;
  return (
    <div className="flex flex-col gap-6">
      <h1 className="title-page">{m.subscribe_title()}</h1>
      {hasPaid && <PremiumSteps payment="active" hasPaid />}
      <div role="status">
        <Notice icon="crown" title={hasPaid ? m.subscribe_active() : m.subscribe_already()}>
          <p className="max-w-[68ch] text-muted">{m.subscribe_already_text()}</p>
          <Link to={pathTo('/dashboard')} className={buttonClass('primary')}>
            {m.subscribe_to_dashboard()}
          </Link>
          {/* Only a card renews automatically. */}
          {plan && !plan.renewsAt && !plan.pending && (
            <Link to={pathTo('/subscribe?renew=1')} className={buttonClass('secondary')}>
              {m.subscribe_renew()}
            </Link>
          )}
        </Notice>
      </div>
      <PaymentStatus hasPaid={hasPaid} hasCancelled={false} />
    </div>
  );
}

/** `isLast` on a phone: a person who is paying looks for the next step. */
function Benefits({ title = m.subscribe_benefits(), isLast = false }: { title?: string; isLast?: boolean }) {
  const benefits = [
    m.pricing_premium_all(),
    ...listPlanFeatures('premium'),
    m.pricing_premium_alerts(),
    m.pricing_premium_no_fee(),
    m.pricing_premium_money_back({ days: premiumMoneyBackDays }),
  ];
  const country = useMyCountry(useSearchParams()[0]);
  const currency = country && currencyOf(country);
  return (
    <section
      aria-labelledby="benefits"
      className={`flex flex-col gap-4 rounded-card border border-line bg-surface p-5 lg:sticky lg:top-24 ${isLast ? 'max-lg:order-last' : ''}`}
    >
      <h2 id="benefits" className="title-card">
        {title}
      </h2>
      <p>
        <span className="text-2xl font-bold">{formatRand(prices.premiumPerMonth)}</span>{' '}
        <span className="text-muted">{m.pricing_premium_period()}</span>
      </p>
      {currency && currency !== 'ZAR' && (
        <p className="text-muted">
          {formatAbout(prices.premiumPerMonth, 'ZAR', currency)}
          <span className="block text-sm">{formatRatesNote()}</span>
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex items-start gap-2">
            <Icon name="check-circle" className="mt-0.5 text-brand" />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}

const methodLabels: Record<PaymentMethod, () => string> = {
  bank_deposit: m.subscribe_tab_deposit,
  card_payment: m.subscribe_tab_card,
};
/** The tabs keep the renew parameter of the URL. */
const toTabPath = (method: PaymentMethod, isRenewal: boolean): string => {
  const params = new URLSearchParams({
    ...(method === 'card_payment' && { tab: 'card' }),
    ...(isRenewal && { renew: '1' }),
  });
  return params.size > 0 ? pathTo(`/subscribe?${params.toString()}`) : pathTo('/subscribe');
};
const parseMethod = (params: URLSearchParams): PaymentMethod =>
  params.get('tab') === 'card' || params.has('cancelled') ? 'card_payment' : 'bank_deposit';

interface PaymentProps {
  user: User;
  method: PaymentMethod;
  isRenewal: boolean;
}

function Payment({ user, method, isRenewal }: PaymentProps) {
  const subscription = useQuery(subscriptionQuery);
  const info = useQuery(paymentInfoQuery);
  const failed = [subscription, info].find((state) => state.status === 'failed');
  if (failed) return <QueryFailure message={m.subscribe_failed()} query={failed} />;
  if (subscription.status !== 'ready' || info.status !== 'ready') {
    return <Skeleton label={m.subscribe_loading()} className="h-80" />;
  }
  const plan: Subscription = subscription.data;
  return (
    <section aria-labelledby="methods" className="flex flex-col gap-4">
      <h2 id="methods" className="title-section">
        {m.subscribe_methods()}
      </h2>
      <Tabs
        id="payment"
        label={m.subscribe_methods()}
        tabs={paymentMethods.map((name) => ({ name, label: methodLabels[name](), path: toTabPath(name, isRenewal) }))}
        current={method}
      >
        {method === 'bank_deposit' ? (
          <Deposit userId={user.id} plan={plan} info={info.data} />
        ) : (
          <CardPayment plan={plan} info={info.data} />
        )}
      </Tabs>
    </section>
  );
}

const POLL_INTERVAL_MS = 4000;
/** The confirmation usually takes seconds. After this time, the user is notified by email. */
const POLL_TIMEOUT_MS = 120_000;

/** After the return from the payment provider, polls until the payment has arrived, then reloads the user. */
function usePaymentArrival(isWaiting: boolean): void {
  const store = useQueryStore();
  const subscription = useQuery(subscriptionQuery, { enabled: isWaiting });
  const isPending = subscription.status === 'ready' && subscription.data.pending !== null;
  // Also true if the payment arrived before the page was rendered, but the page still has the old user.
  const hasArrived = subscription.status === 'ready' && !isPending;
  useEffect(() => {
    if (!isWaiting || !isPending) return;
    const stopPolling = startPolling(store, subscriptionQuery, POLL_INTERVAL_MS);
    const timer = setTimeout(stopPolling, POLL_TIMEOUT_MS);
    return () => {
      clearTimeout(timer);
      stopPolling();
    };
  }, [store, isWaiting, isPending]);
  useEffect(() => {
    if (isWaiting && hasArrived) void store.reload(authUser);
  }, [store, isWaiting, hasArrived]);
}

function Questions() {
  const info = useQuery(paymentInfoQuery);
  const takesCards = info.status === 'ready' && info.data.takesCards;
  const answerWhen = takesCards ? m.subscribe_answer_when : m.subscribe_answer_when_deposit;
  const questions = [
    [m.subscribe_ask_when(), answerWhen(waitingTimes.bankDepositBusinessDays)],
    [m.subscribe_ask_cancel(), m.subscribe_answer_cancel()],
    [m.subscribe_ask_money_back(), m.subscribe_answer_money_back({ days: premiumMoneyBackDays })],
    ...(takesCards ? [[m.subscribe_ask_card(), m.subscribe_answer_card()] as const] : []),
    [m.subscribe_ask_credits(), m.subscribe_answer_credits()],
    [m.subscribe_ask_verdict(), m.subscribe_answer_verdict()],
  ] as const;
  return (
    <section aria-labelledby="questions" className="flex flex-col gap-4">
      <h2 id="questions" className="title-section">
        {m.subscribe_questions()}
      </h2>
      {questions.map(([question, answer]) => (
        <div key={question}>
          <h3 className="font-semibold">{question}</h3>
          <p className="mt-1 max-w-[68ch] text-muted">{answer}</p>
        </div>
      ))}
    </section>
  );
}

function CardPayment({ plan, info }: { plan: Subscription; info: PaymentInfo }) {
  const form = useForm(cardForm, {
    async onDone({ reply: { payment } }) {
      showToast({ title: m.subscribe_done(), description: m.subscribe_done_text(), isInline: true });
      if (payment) await submitToGateway(payment);
    },
  });
  if (!info.takesCards) {
    return (
      <Notice icon="clock" title={m.subscribe_closed()}>
        <p className="text-muted">{m.subscribe_closed_text()}</p>
      </Notice>
    );
  }
  // The server refuses the card until the deposit is withdrawn.
  if (plan.pending?.method === 'bank_deposit' && plan.pending.amountCents > 0) {
    const amount = formatRand(plan.pending.amountCents / 100, { cents: true });
    return (
      <Notice icon="warning" title={m.deposit_not_twice()}>
        <p className="max-w-[60ch]">{m.deposit_not_twice_text({ amount, button: m.deposit_withdraw() })}</p>
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <Amount cents={plan.nextChargeCents} credits={plan.credits} isRecurring />
      <p className="max-w-[68ch]">{m.subscribe_card_text()}</p>
      <PostForm state={form} label={m.subscribe_tab_card()}>
        <SubmitButton className="md:self-start" busyLabel={m.subscribe_leaving()}>
          {m.subscribe_card_submit()}
        </SubmitButton>
      </PostForm>
    </div>
  );
}

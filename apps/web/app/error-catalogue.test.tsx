/**
 * Checks every error message that the specification quotes. The texts are read from the specification itself, so that
 * neither can change without the other.
 */
import { readFileSync } from 'node:fs';
import { fireEvent, screen as shownScreen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi } from '../test/fake-api.ts';
import { getLastToast, renderHookOnPage, stubStorage } from '../test/hook-page.tsx';
import { createServerContext } from '../test/context.ts';
import { anAdminUser, anId, aPaymentInfo, aSubscription, aUser } from '../test/factories.ts';
import { getText } from '../test/dom-queries.ts';
import { renderOnServer, renderInBrowser } from '../test/render.tsx';
import type { Api } from './lib/api/api.ts';
import { authUser } from './lib/api/auth.ts';
import { QueryStore } from './lib/api/query-store.ts';
import { hydrateStore } from './lib/api/use-query.ts';
import SignUp from './screens/account/sign-up.tsx';
import VerifyEmail from './screens/account/verify-email.tsx';
import AdminConsole, { loader as consoleLoader } from './screens/admin/console.tsx';
import { AdminLogin } from './screens/admin/login.tsx';
import { useTierChange } from './screens/admin/users/tier.ts';
import ApiAccess from './screens/api/api.tsx';
import IssueForm from './screens/directory/issue-report.tsx';
import { Invitation } from './screens/referrals/invitation.tsx';
import { redirectToLogin } from './screens/referrals/redirect-to-login.ts';
import { useScamReport } from './screens/report/report-scam.tsx';
import { useSubmission } from './screens/report/submit-provider.tsx';
import Subscribe, { loader as subscribeLoader } from './screens/subscribe/subscribe.tsx';
import TestPayment from './screens/test-payment/test-payment.tsx';

const specification = readFileSync(new URL('../../../docs/spec/requirements.md', import.meta.url), 'utf8');
const areas = 'SIGNUP LOGIN VERIFY SUB SCAM SUBMIT ISSUE TESTPAY REF API ALOGIN ADMIN'.replaceAll(' ', '|');
const rulesById = new Map(
  [...specification.matchAll(new RegExp(`^- ((?:${areas})-\\d+): (.+)$`, 'gm'))].map(([, id, rule]) => [id!, rule!]),
);

/** The quoted texts; an apostrophe inside a word does not end a quote. */
const extractQuotes = (rule: string): string[] =>
  [...rule.matchAll(/'((?:[^']|(?<=\w)'(?=\w))+)'/g)].map(([, text]) => text!);

const describesFailure = (rule: string): boolean =>
  /destructive toast|error toast|refused with|failure shows|Failure shows|an alert with the error|shown the toast|^Not logged in: '|but not an admin: '/.test(
    rule,
  );

/** An API that responds 500 without a message. */
const failingApi: Api = () => Promise.resolve(new Response('', { status: 500, statusText: 'Internal Server Error' }));

/** Fills in the form and submits it. */
function submitForm(
  Page: ComponentType,
  at: string,
  form: string,
  values: Record<string, string>,
  api = failingApi,
): void {
  const page = renderInBrowser(<Page />, { at, store: new QueryStore(api) });
  const nameField = page.querySelector(`input[name="form"][value="${form}"]`);
  const formElement = nameField?.closest('form') ?? page.querySelector('form')!;
  for (const [name, value] of Object.entries(values)) {
    fireEvent.change(formElement.querySelector(`[name="${name}"]`)!, { target: { value } });
  }
  fireEvent.submit(formElement);
}

/** Waits for a destructive toast and returns its title and sentence. */
async function waitForErrorToast(): Promise<string[]> {
  const toast = await waitFor(() => {
    const last = getLastToast();
    if (!last) throw new Error('There is no toast.');
    return last;
  });
  expect(toast.isDestructive).toBe(true);
  return [toast.title, toast.description].flatMap((text) => text ?? []);
}

const person = {
  firstName: 'Amina',
  lastName: 'Diallo',
  email: 'amina@example.org',
  cellphoneNumber: '+221 77 123 45 67',
  password: 'baobab river stone',
  confirmPassword: 'baobab river stone',
};
const issue = { reportType: 'withdrawal_issues', description: 'My withdrawal is late.', severity: 'High' };
const scam = {
  title: 'Double your coins in a day',
  alertType: 'ponzi_scheme',
  severity: 'High',
  description: 'They promised to double my coins in a day and then blocked me on every channel.',
  affectedCountries: 'kenya',
};
const provider = {
  name: 'Kwetu Coins',
  type: 'Exchange',
  description:
    'An exchange for small amounts, paid by mobile money. It has an office in the city and answers by phone.',
  countries: 'kenya',
  established: '2019',
  contactEmail: 'hello@kwetu.example',
  submitterName: 'Amina',
  submitterEmail: 'amina@example.org',
  relationship: 'customer',
  agreeToTerms: 'true',
};
const buyer = { name_first: 'Amina', name_last: 'Diallo', email_address: 'amina@example.org' };
const useScamForm = (go: (path: string) => void) => useScamReport([], () => undefined, go);
const IssueFormPage = () => <IssueForm providerId={anId(5)} />;
const AdminLoginPage = () => <AdminLogin testAdmin={undefined} />;

/** The heading and the sentence of the console's access-denied page. */
async function renderConsoleDenial(user: unknown): Promise<string[]> {
  const { api } = createFakeApi({ '/api/auth/user': user, '/api/admin/access': errorResponse(403) });
  const store = new QueryStore(api);
  const loaderArgs = { context: createServerContext(api).context, request: new Request('http://site.example/admin') };
  hydrateStore(store, await consoleLoader(loaderArgs as unknown as Parameters<typeof consoleLoader>[0]));
  const page = renderOnServer(<AdminConsole />, { at: '/admin', store });
  const heading = within(page).getByRole('heading', { level: 1 });
  return [getText(heading), getText(heading.parentElement!.querySelector('p')!)];
}

async function submitSubscription(): Promise<string[]> {
  const known = {
    '/api/auth/user': aUser(),
    '/api/subscription': aSubscription(),
    '/api/site-info/payment': aPaymentInfo(),
  };
  const { api } = createFakeApi(known);
  const store = new QueryStore((path, init) => (init?.method === 'POST' ? failingApi(path, init) : api(path, init)));
  const { context } = createServerContext(api);
  hydrateStore(store, await subscribeLoader({ context } as unknown as Parameters<typeof subscribeLoader>[0]));
  await store.load(authUser);
  renderInBrowser(<Subscribe />, { at: '/subscribe', store });
  fireEvent.click(shownScreen.getByRole('button', { name: 'I am paying by deposit' }));
  return waitForErrorToast();
}

const newKey = {
  id: anId(3),
  name: 'Payments',
  key: 'hk_test_whole',
  permissions: [],
  created: '2026-11-16T09:00:00.000Z',
  lastUsed: null,
  status: 'active',
  isTest: true,
  expires: null,
  addresses: [],
};

/** Submits the form for an API key with this name. */
async function submitKeyForm(name: string): Promise<void> {
  const { api } = createFakeApi({ '/api/auth/user': aUser({ subscriptionTier: 'api' }), '/api/api-keys': [] });
  const apiWithKey: Api = (path, init) =>
    init?.method === 'POST' ? Promise.resolve(Response.json(newKey, { status: 201 })) : api(path, init);
  renderInBrowser(<ApiAccess />, { at: '/api', store: new QueryStore(apiWithKey) });
  const press = async () => userEvent.click(await shownScreen.findByRole('button', { name: 'Create API key' }));
  await press();
  await userEvent.type(shownScreen.getByLabelText('Name'), name);
  await press();
}

/** Triggers the error of each rule and returns its messages. */
const errorScenarios: Record<string, () => string[] | Promise<string[]>> = {
  'SIGNUP-29': () => (submitForm(SignUp, '/signup', 'individual', person), waitForErrorToast()),
  'LOGIN-05': () => (
    submitForm(SignUp, '/signup?login=true', 'login', { email: person.email, password: person.password }),
    waitForErrorToast()
  ),
  'VERIFY-03': () => (submitForm(VerifyEmail, '/verify-email', 'verify', { token: ' ' }), waitForErrorToast()),
  'VERIFY-05': () => (submitForm(VerifyEmail, '/verify-email', 'resend', { email: ' ' }), waitForErrorToast()),
  'VERIFY-11': () => (submitForm(VerifyEmail, '/verify-email', 'verify', { token: 'abc' }), waitForErrorToast()),
  'VERIFY-13': () => (submitForm(VerifyEmail, '/verify-email', 'resend', { email: person.email }), waitForErrorToast()),
  'SUB-16': submitSubscription,
  'SCAM-20': () => {
    renderHookOnPage(useScamForm, { api: failingApi, url: '/report-scam' }).result.state.send(scam);
    return waitForErrorToast();
  },
  'SUBMIT-21': () => {
    renderHookOnPage(useSubmission, { api: failingApi, url: '/submit-provider' }).result.state.send(provider);
    return waitForErrorToast();
  },
  'ISSUE-02': () => (
    submitForm(IssueFormPage, '/provider/5?tab=report', 'issue', { ...issue, severity: '' }),
    waitForErrorToast()
  ),
  'ISSUE-11': () => (submitForm(IssueFormPage, '/provider/5?tab=report', 'issue', issue), waitForErrorToast()),
  'TESTPAY-06': () => (submitForm(TestPayment, '/test-payment', 'test-payment', buyer), waitForErrorToast()),
  'API-07': async () => {
    await submitKeyForm(' ');
    return waitForErrorToast();
  },
  'API-11': async () => {
    await submitKeyForm('Payments');
    const copy = await shownScreen.findByRole('button', { name: /^Copy/ });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('closed'));
    await userEvent.click(copy);
    return waitForErrorToast();
  },
  'REF-01': () => {
    vi.useFakeTimers();
    redirectToLogin()();
    vi.useRealTimers();
    return waitForErrorToast();
  },
  'REF-08': () => {
    renderInBrowser(<Invitation code={null} />, { store: new QueryStore(failingApi) });
    fireEvent.click(shownScreen.getByRole('button', { name: 'Generate referral code' }));
    return waitForErrorToast();
  },
  'ALOGIN-05': () => (
    submitForm(AdminLoginPage, '/admin/login', 'admin-login', { email: 'a@example.org', password: 'secret' }),
    waitForErrorToast()
  ),
  'ADMIN-05': () => renderConsoleDenial(errorResponse(401)),
  'ADMIN-07': () => renderConsoleDenial(aUser()),
  'ADMIN-70': async () => {
    const { result } = renderHookOnPage(useTierChange, { api: failingApi, url: '/admin?tab=users' });
    await result.change({ user: anAdminUser(), tier: 'free', reason: undefined });
    return waitForErrorToast();
  },
};

/** Where the specification leaves a text open, the server's text is used (DEC-79, DEC-81, DEC-83). */
const expectedOverrides: Record<string, (quoted: string[]) => string[]> = {
  'VERIFY-05': (quoted) => [...quoted, 'Please enter your email address'],
  'SUB-16': (quoted) => [...quoted, 'Something went wrong. Please try again.'],
  'TESTPAY-06': () => ['The payment could not be started', '500: Internal Server Error'],
  'ADMIN-70': () => ['Change failed', 'Something went wrong. Please try again.'],
};

describe('the error messages of the specification', () => {
  it('covers each failure that the specification describes [ERR-06]', () => {
    const failures = [...rulesById].filter(([, rule]) => describesFailure(rule)).map(([id]) => id);
    expect(Object.keys(errorScenarios).toSorted()).toEqual(failures.toSorted());
  });

  it.each(Object.keys(errorScenarios))(
    'shows the error of %s in the words of the specification [ERR-06]',
    async (id) => {
      stubStorage();
      const quoted = extractQuotes(rulesById.get(id)!).flatMap((text) => text.split(': '));
      const expected = expectedOverrides[id]?.(quoted) ?? quoted;
      expect(await errorScenarios[id]!()).toEqual(expected);
    },
  );
});

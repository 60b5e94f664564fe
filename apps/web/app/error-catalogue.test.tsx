/**
 * Checks every error message that the specification quotes. The texts are read from the specification itself, so that
 * neither can change without the other.
 */
import { readFileSync } from 'node:fs';
import { fireEvent, screen as shownScreen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { failing, knowing } from '../test/answers.ts';
import { lastToast, onPage, useDevice } from '../test/browser.tsx';
import { serverContext } from '../test/context.ts';
import { anAdminUser, anId, aPaymentInfo, aSubscription, aUser } from '../test/makers.ts';
import { textOf } from '../test/reading.ts';
import { served, show } from '../test/show.tsx';
import type { Api } from './lib/api/api.ts';
import { authUser } from './lib/api/auth.ts';
import { ReadStore } from './lib/api/read-store.ts';
import { receive } from './lib/api/use-read.ts';
import SignUp from './screens/account/sign-up.tsx';
import VerifyEmail from './screens/account/verify-email.tsx';
import AdminConsole, { loader as consoleLoader } from './screens/admin/console.tsx';
import { AdminLogin } from './screens/admin/login.tsx';
import { useTierChange } from './screens/admin/users/tier.ts';
import ApiAccess from './screens/api/api.tsx';
import IssueForm from './screens/directory/issue-report.tsx';
import { Invitation } from './screens/referrals/invitation.tsx';
import { askToLogIn } from './screens/referrals/logged-out.ts';
import { useScamReport } from './screens/report/report-scam.tsx';
import { useSubmission } from './screens/report/submit-provider.tsx';
import Subscribe, { loader as subscribeLoader } from './screens/subscribe/subscribe.tsx';
import TestPayment from './screens/test-payment/test-payment.tsx';

const law = readFileSync(new URL('../../../docs/spec/requirements.md', import.meta.url), 'utf8');
const areas = 'SIGNUP LOGIN VERIFY SUB SCAM SUBMIT ISSUE TESTPAY REF API ALOGIN ADMIN'.replaceAll(' ', '|');
const rules = new Map(
  [...law.matchAll(new RegExp(`^- ((?:${areas})-\\d+): (.+)$`, 'gm'))].map(([, id, rule]) => [id!, rule!]),
);

/** The quoted texts; an apostrophe inside a word does not end a quote. */
const quotedIn = (rule: string): string[] =>
  [...rule.matchAll(/'((?:[^']|(?<=\w)'(?=\w))+)'/g)].map(([, words]) => words!);

const isFailure = (rule: string): boolean =>
  /destructive toast|error toast|refused with|failure shows|Failure shows|an alert with the error|shown the toast|^Not logged in: '|but not an admin: '/.test(
    rule,
  );

/** An API that responds 500 without a message. */
const speechless: Api = () => Promise.resolve(new Response('', { status: 500, statusText: 'Internal Server Error' }));

/** Fills in the form and submits it. */
function send(Page: ComponentType, at: string, form: string, values: Record<string, string>, api = speechless): void {
  const page = show(<Page />, { at, store: new ReadStore(api) });
  const marked = page.querySelector(`input[name="form"][value="${form}"]`);
  const sent = marked?.closest('form') ?? page.querySelector('form')!;
  for (const [name, value] of Object.entries(values)) {
    fireEvent.change(sent.querySelector(`[name="${name}"]`)!, { target: { value } });
  }
  fireEvent.submit(sent);
}

/** Waits for a destructive toast and returns its title and sentence. */
async function told(): Promise<string[]> {
  const toast = await waitFor(() => {
    const last = lastToast();
    if (!last) throw new Error('There is no toast.');
    return last;
  });
  expect(toast.isDestructive).toBe(true);
  return [toast.title, toast.description].flatMap((words) => words ?? []);
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
const useScam = (go: (path: string) => void) => useScamReport([], () => undefined, go);
const Issue = () => <IssueForm providerId={anId(5)} />;
const Login = () => <AdminLogin testAdmin={undefined} />;

/** The heading and the sentence of the console's access-denied page. */
async function doorFor(user: unknown): Promise<string[]> {
  const { api } = knowing({ '/api/auth/user': user, '/api/admin/access': failing(403) });
  const store = new ReadStore(api);
  const given = { context: serverContext(api).context, request: new Request('http://site.example/admin') };
  receive(store, await consoleLoader(given as unknown as Parameters<typeof consoleLoader>[0]));
  const page = served(<AdminConsole />, { at: '/admin', store });
  const heading = within(page).getByRole('heading', { level: 1 });
  return [textOf(heading), textOf(heading.parentElement!.querySelector('p')!)];
}

async function subscribing(): Promise<string[]> {
  const known = {
    '/api/auth/user': aUser(),
    '/api/subscription': aSubscription(),
    '/api/site-info/payment': aPaymentInfo(),
  };
  const { api } = knowing(known);
  const store = new ReadStore((path, init) => (init?.method === 'POST' ? speechless(path, init) : api(path, init)));
  const { context } = serverContext(api);
  receive(store, await subscribeLoader({ context } as unknown as Parameters<typeof subscribeLoader>[0]));
  await store.load(authUser);
  show(<Subscribe />, { at: '/subscribe', store });
  fireEvent.click(shownScreen.getByRole('button', { name: 'I am paying by deposit' }));
  return told();
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
async function namingKey(name: string): Promise<void> {
  const { api } = knowing({ '/api/auth/user': aUser({ subscriptionTier: 'api' }), '/api/api-keys': [] });
  const made: Api = (path, init) =>
    init?.method === 'POST' ? Promise.resolve(Response.json(newKey, { status: 201 })) : api(path, init);
  show(<ApiAccess />, { at: '/api', store: new ReadStore(made) });
  const press = async () => userEvent.click(await shownScreen.findByRole('button', { name: 'Create API key' }));
  await press();
  await userEvent.type(shownScreen.getByLabelText('Name'), name);
  await press();
}

/** Triggers the error of each rule and returns its messages. */
const walk: Record<string, () => string[] | Promise<string[]>> = {
  'SIGNUP-29': () => (send(SignUp, '/signup', 'individual', person), told()),
  'LOGIN-05': () => (
    send(SignUp, '/signup?login=true', 'login', { email: person.email, password: person.password }),
    told()
  ),
  'VERIFY-03': () => (send(VerifyEmail, '/verify-email', 'verify', { token: ' ' }), told()),
  'VERIFY-05': () => (send(VerifyEmail, '/verify-email', 'resend', { email: ' ' }), told()),
  'VERIFY-11': () => (send(VerifyEmail, '/verify-email', 'verify', { token: 'abc' }), told()),
  'VERIFY-13': () => (send(VerifyEmail, '/verify-email', 'resend', { email: person.email }), told()),
  'SUB-16': subscribing,
  'SCAM-20': () => {
    onPage(useScam, { api: speechless, at: '/report-scam' }).hooked.state.send(scam);
    return told();
  },
  'SUBMIT-21': () => {
    onPage(useSubmission, { api: speechless, at: '/submit-provider' }).hooked.state.send(provider);
    return told();
  },
  'ISSUE-02': () => (send(Issue, '/provider/5?tab=report', 'issue', { ...issue, severity: '' }), told()),
  'ISSUE-11': () => (send(Issue, '/provider/5?tab=report', 'issue', issue), told()),
  'TESTPAY-06': () => (send(TestPayment, '/test-payment', 'test-payment', buyer), told()),
  'API-07': async () => {
    await namingKey(' ');
    return told();
  },
  'API-11': async () => {
    await namingKey('Payments');
    const copy = await shownScreen.findByRole('button', { name: /^Copy/ });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('closed'));
    await userEvent.click(copy);
    return told();
  },
  'REF-01': () => {
    vi.useFakeTimers();
    askToLogIn()();
    vi.useRealTimers();
    return told();
  },
  'REF-08': () => {
    show(<Invitation code={null} />, { store: new ReadStore(speechless) });
    fireEvent.click(shownScreen.getByRole('button', { name: 'Generate referral code' }));
    return told();
  },
  'ALOGIN-05': () => (
    send(Login, '/admin/login', 'admin-login', { email: 'a@example.org', password: 'secret' }),
    told()
  ),
  'ADMIN-05': () => doorFor(failing(401)),
  'ADMIN-07': () => doorFor(aUser()),
  'ADMIN-70': async () => {
    const { hooked } = onPage(useTierChange, { api: speechless, at: '/admin?tab=users' });
    await hooked.change({ user: anAdminUser(), tier: 'free', reason: undefined });
    return told();
  },
};

/** Where the specification leaves a text open, the server's text is used (DEC-79, DEC-81, DEC-83). */
const more: Record<string, (quoted: string[]) => string[]> = {
  'VERIFY-05': (quoted) => [...quoted, 'Please enter your email address'],
  'SUB-16': (quoted) => [...quoted, 'Something went wrong. Please try again.'],
  'TESTPAY-06': () => ['The payment could not be started', '500: Internal Server Error'],
  'ADMIN-70': () => ['Change failed', 'Something went wrong. Please try again.'],
};

describe('the error messages of the specification', () => {
  it('covers each failure that the specification describes [ERR-06]', () => {
    const failures = [...rules].filter(([, rule]) => isFailure(rule)).map(([id]) => id);
    expect(Object.keys(walk).toSorted()).toEqual(failures.toSorted());
  });

  it.each(Object.keys(walk))('shows the error of %s in the words of the specification [ERR-06]', async (id) => {
    useDevice();
    const quoted = quotedIn(rules.get(id)!).flatMap((words) => words.split(': '));
    const expected = more[id]?.(quoted) ?? quoted;
    expect(await walk[id]!()).toEqual(expected);
  });
});

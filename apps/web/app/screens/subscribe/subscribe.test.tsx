import { errors } from '@hakiki/contract/errors';
import { act, screen as shownScreen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi } from '../../../test/fake-api.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { aCardForm, aPaymentInfo, aSubscription, aUser } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import { getFacts, getLinks, getText } from '../../../test/dom-queries.ts';
import { renderPageOnServer, renderInBrowser, findToastText } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import * as screen from './subscribe.tsx';

const UPGRADE = '/api/subscription/upgrade';
const REFERENCE = 'HAKIKI-0000BEEF';
const freeMember = aUser({ id: '00000000-0000-7000-8000-00000000beef' });
const premiumMember = aUser({ subscriptionTier: 'premium', subscriptionStatus: 'active' });
const makePending = (method: string) => ({
  method,
  amountCents: 25_000,
  creditsUsed: 0,
  createdAt: '2026-11-16T10:00:00Z',
  proofAt: null,
});

const makeResponses = (user: unknown, overrides: Record<string, unknown> = {}) => ({
  '/api/auth/user': user,
  '/api/subscription': aSubscription(),
  '/api/site-info/payment': aPaymentInfo(),
  ...overrides,
});

/** Runs the loader and returns the filled store. */
async function loadPage(user: unknown, overrides: Record<string, unknown> = {}) {
  const { api, requests } = createFakeApi(makeResponses(user, overrides));
  const store = new QueryStore(api);
  const { context } = createServerContext(api);
  hydrateStore(store, await screen.loader({ context } as unknown as Parameters<typeof screen.loader>[0]));
  return { store, requests };
}

/** Renders the page on the server for a user. */
async function renderPage(user: unknown, overrides: Record<string, unknown> = {}, at = '/subscribe') {
  const { store, requests } = await loadPage(user, overrides);
  return { body: renderPageOnServer(screen.default, { at, store }), asked: requests };
}

const findPanel = (body: HTMLElement) => within(body).getByRole('tabpanel');
const listStatusTexts = (body: HTMLElement) => within(body).queryAllByRole('status').map(getText);

describe('access to the subscribe page', () => {
  it('a visitor is asked to log in, with a button to sign-up, both of which lead back, and the page loads nothing else [SUB-01] [ROUTE-19] [REAL-16] [DEC-94]', async () => {
    const { body, asked } = await renderPage(errorResponse(401));
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Log in to subscribe');
    expect(getLinks(body)).toContainEqual({ href: '/signup?next=%2Fsubscribe', text: 'Join Now' });
    expect(asked).toEqual(['/api/auth/user']);
    expect(within(body).queryByRole('tab')).toBeNull();
  });

  it('a Premium member sees a link to the dashboard [SUB-02]', async () => {
    const { body } = await renderPage(premiumMember);
    expect(getText(body)).toContain('You already have Premium');
    expect(getLinks(body)[0]).toEqual({ href: '/dashboard', text: 'Go to the dashboard' });
    expect(within(body).queryByRole('tab')).toBeNull();
  });

  it('a Premium member without automatic card payments can pay for the next month [SUB-02]', async () => {
    const { body } = await renderPage(premiumMember);
    expect(getLinks(body)[1]).toEqual({ href: '/subscribe?renew=1', text: 'Pay for the next month' });
    const next = await renderPage(premiumMember, {}, '/subscribe?renew=1');
    expect(
      within(next.body)
        .getAllByRole('tab')
        .map((tab) => tab.getAttribute('href')),
    ).toEqual(['/subscribe?renew=1', '/subscribe?tab=card&renew=1']);
    const cardPage = await renderPage(premiumMember, {
      '/api/subscription': aSubscription({ renewsAt: '2026-12-24T10:00:00Z' }),
    });
    expect(getLinks(cardPage.body)).toHaveLength(1);
    const pendingPage = await renderPage(premiumMember, {
      '/api/subscription': aSubscription({ pending: makePending('bank_deposit') }),
    });
    expect(getLinks(pendingPage.body)).toHaveLength(1);
    expect(listStatusTexts(pendingPage.body).at(-1)).toContain('Waiting for your deposit');
  });

  it.each(['api', 'enterprise'])(
    'a customer with the %s plan reads where it is managed and how to add Premium, and sees no bank reference [DEC-95]',
    async (subscriptionTier) => {
      const { body } = await renderPage(
        aUser({ subscriptionTier, subscriptionStatus: 'active', subscriptionEndsAt: '2027-03-07T10:00:00Z' }),
      );
      expect(getText(body)).toContain('It runs until Mar 7, 2027.');
      expect(getText(body)).toContain('You can add Premium with a personal account');
      expect(getText(body)).not.toContain('HAKIKI-');
      expect(within(body).queryByRole('tab')).toBeNull();
      // None of them leads back here, as the dashboard does.
      expect(getLinks(body).map(({ href }) => href?.split('?')[0])).toEqual([
        '/api',
        '/account#invoices',
        '/contact',
        '/contact',
      ]);
    },
  );

  it('a member whose country is known sees the price in their own money, too [PRICE-11] [DEC-98]', async () => {
    const { body } = await renderPage(freeMember, {}, '/subscribe?country=kenya');
    expect(getText(body).replaceAll('\u00A0', ' ')).toContain('R250 per month about KSh 1,900 Amounts in other money');
    expect(getText((await renderPage(freeMember)).body)).not.toContain('Amounts in other money');
  });

  it('a free member sees the benefits and price of Premium, both payment methods, and answers to questions [SUB-03] [SUB-04] [SUB-05] [SUB-17] [ROUTE-19]', async () => {
    const { body } = await renderPage(freeMember);
    const benefits = within(body).getByRole('region', { name: 'What you get' });
    expect(getText(benefits)).toContain('R250 per month');
    expect(within(benefits).getAllByRole('listitem').map(getText)).toEqual([
      'Everything in Free',
      'Write reviews and ratings',
      'RegTech dashboard',
      'Analysis tab on the dashboard',
      'Email about new alerts in your countries',
      'No processing fee',
      '30-day money-back guarantee',
    ]);
    expect(within(body).getAllByRole('tab').map(getText)).toEqual(['Bank Deposit', 'Card Payment']);
    const questions = within(body).getByRole('region', { name: 'Questions and answers' });
    expect(within(questions).getAllByRole('heading', { level: 3 })).toHaveLength(6);
  });

  it('a free member reads that deposits take 1-2 business days, and that cancelling keeps the paid period [SUB-13] [SUB-14]', async () => {
    const { body } = await renderPage(freeMember);
    const questions = getText(within(body).getByRole('region', { name: 'Questions and answers' }));
    expect(questions).toContain('A bank deposit takes 1-2 business days after your proof of payment.');
    expect(questions).toContain(
      'At any time, on your dashboard. You keep Premium to the end of the period you paid for',
    );
    expect(getText(findPanel(body))).toContain('A deposit takes 1-2 business days after your proof of payment.');
  });

  it('a free member sees the same in French', async () => {
    setTestLanguage('fr');
    const { body } = await renderPage(freeMember, {}, '/fr/subscribe');
    expect(within(body).getAllByRole('tab').map(getText)).toEqual(['Dépôt bancaire', 'Paiement par carte']);
    expect(getText(body)).toContain('R250 par mois');
  });

  it('a free member sees an error when payment details cannot be loaded, and everything else [DEC-65]', async () => {
    for (const path of ['/api/subscription', '/api/site-info/payment']) {
      const { body } = await renderPage(freeMember, { [path]: errorResponse(500) });
      expect(getText(within(body).getByRole('alert'))).toContain('Could not load the payment options');
      expect(within(body).getByRole('region', { name: 'What you get' })).toBeDefined();
    }
  });
});

describe('paying by bank deposit', () => {
  it('the deposit tab shows the bank account, the email address for proofs and the reference [SUB-06] [SUB-07] [SUB-10] [SUB-11] [DEC-44] [REAL-16]', async () => {
    const { body } = await renderPage(freeMember);
    expect(getFacts(findPanel(body))).toEqual([
      ['Bank', 'Demo Bank'],
      ['Account holder', 'Hakiki Demo'],
      ['Account number', '1234 567 890'],
      ['Branch code', '250655'],
      ['Amount', 'R250.00'],
      ['Payment reference', `${REFERENCE} Copy Payment reference`],
    ]);
    expect(getText(findPanel(body))).toContain('You can also send the proof by email to finance@hakiki.example');
  });

  it('the deposit amount is reduced by referral credits, and is zero if they cover it [DEC-46]', async () => {
    const { body } = await renderPage(freeMember, {
      '/api/subscription': aSubscription({ nextChargeCents: 15_000, credits: 100 }),
    });
    expect(getFacts(findPanel(body))).toContainEqual(['Amount', 'R150.00']);
    expect(getText(findPanel(body))).toContain('Your 100 referral credits lower the first month by R100.00.');
    const freePage = await renderPage(freeMember, {
      '/api/subscription': aSubscription({ nextChargeCents: 0, credits: 300 }),
    });
    expect(getFacts(findPanel(freePage.body))).toEqual([]);
    expect(within(freePage.body).getByRole('button', { name: 'Use my credits' })).toBeDefined();
  });

  describe('paying in the browser', () => {
    afterEach(() => vi.useRealTimers());

    /** Renders the page with the server's data; later requests go to this API. */
    const opened = async (api: Api, overrides: Record<string, unknown> = {}, at = '/subscribe') => {
      let currentApi: Api = createFakeApi(makeResponses(freeMember, overrides)).api;
      const stubApi: Api = (path, init) => currentApi(path, init);
      const store = new QueryStore(stubApi);
      const { context } = createServerContext(stubApi);
      hydrateStore(store, await screen.loader({ context } as unknown as Parameters<typeof screen.loader>[0]));
      currentApi = api;
      return within(renderInBrowser(<screen.default />, { at, store, hasToasts: true }));
    };
    const advanceTimers = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    /** Stubs an API that responds to a single mutation, and to every later query with the new state. */
    const createMutationApi = (mutationResponse: Response, responsesAfter: Record<string, unknown> = {}) => {
      const sentBodies: unknown[] = [];
      const { api: queryApi, requests } = createFakeApi(
        makeResponses({ ...freeMember, subscriptionStatus: 'pending' }, responsesAfter),
      );
      const api: Api = (path, init) => {
        if (init?.method !== 'POST') return queryApi(path, init);
        sentBodies.push([path, JSON.parse(init.body as string)]);
        return Promise.resolve(mutationResponse);
      };
      return { api, sent: sentBodies, requests };
    };

    it('the copy button copies the reference, shows a toast, and shows the state for 2 s [SUB-06] [SUB-08] [SUB-09]', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
      const page = await opened(createMutationApi(Response.json({})).api);
      const button = page.getByRole('button', { name: /Payment reference$/ });
      await user.click(button);
      expect(await navigator.clipboard.readText()).toBe(REFERENCE);
      expect(await findToastText('status')).toBe('Reference Copied');
      expect(getText(button)).toContain('Copied');
      await advanceTimers(1900);
      expect(getText(button)).toContain('Copied');
      await advanceTimers(200);
      expect(getText(button)).toBe('Copy Payment reference');
    });

    it('the payment form requests Premium, says that it is being processed, and reloads the user [SUB-12] [SUB-15] [AUTH-05] [CALL-15] [SHAPE-10]', async () => {
      const reply = { message: 'Thank you.', subscriptionStatus: 'pending', reference: REFERENCE };
      const { api, sent, requests } = createMutationApi(Response.json(reply), {
        '/api/subscription': aSubscription({ pending: makePending('bank_deposit') }),
      });
      const page = await opened(api);
      await userEvent.click(page.getByRole('button', { name: 'I am paying by deposit' }));
      expect(await findToastText('status')).toBe('Subscription Updated: Your subscription is being processed.');
      expect(sent).toEqual([[UPGRADE, { method: 'bank_deposit', reference: REFERENCE, language: 'en' }]]);
      expect(requests).toEqual(['/api/auth/user', '/api/subscription']);
      expect(page.getByText('Waiting for your deposit')).toBeDefined();
      expect(page.queryByRole('button', { name: 'I am paying by deposit' })).toBeNull();
    });

    it('a member withdraws an announced deposit after a warning, and can pay by card [SUB-12] [DEC-40]', async () => {
      const { api } = createMutationApi(Response.json({ message: 'Your deposit was withdrawn.' }));
      const bodyless: Api = (path, init) => api(path, init?.method === 'POST' ? { ...init, body: '{}' } : init);
      const pending = { ...makePending('bank_deposit'), proofAt: '2026-11-17T10:00:00Z' };
      const page = await opened(bodyless, { '/api/subscription': aSubscription({ pending }) }, '/subscribe?tab=card');
      const [opener] = page.getAllByRole('button', { name: 'I will not pay by deposit' });
      await userEvent.click(opener!);
      const dialog = within(document.querySelector<HTMLElement>('#withdraw-deposit')!);
      expect(dialog.getByText(/^Have you already paid R250.00\?/)).toBeDefined();
      await userEvent.click(dialog.getByRole('button', { name: 'I will not pay by deposit', hidden: true }));
      expect(await findToastText('status')).toBe('Deposit withdrawn: You can now pay by card.');
      expect(await page.findByRole('button', { name: 'Pay by card' })).toBeDefined();
    });

    it('the payment form shows the server’s message when it fails [SUB-16] [ERR-06] [DEC-81]', async () => {
      const { message } = errors.PLAN_ACTIVE;
      const rejectedPage = await opened(
        createMutationApi(Response.json({ code: 'PLAN_ACTIVE', message }, { status: 409 })).api,
      );
      await userEvent.click(rejectedPage.getByRole('button', { name: 'I am paying by deposit' }));
      expect(await findToastText('alert')).toBe(`Error: ${message}`);
    });

    it('the payment form shows its own message when the server sends none [SUB-16] [ERR-06] [DEC-81]', async () => {
      const page = await opened(createMutationApi(errorResponse(502, '<html>')).api);
      await userEvent.click(page.getByRole('button', { name: 'I am paying by deposit' }));
      expect(await findToastText('alert')).toBe('Error: Something went wrong. Please try again.');
    });

    it('the card form is posted to the payment provider once, and the button is busy meanwhile [DEC-41] [SHAPE-10] [SUB-12]', async () => {
      const postedForms: { action: string; method: string; fields: [string, string][] }[] = [];
      const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
        const fields = [...this.querySelectorAll('input')].map(({ name, value }): [string, string] => [name, value]);
        postedForms.push({ action: this.action, method: this.method, fields });
      });
      const reply = { message: 'Go on.', subscriptionStatus: 'pending', payment: aCardForm() };
      const { api, sent } = createMutationApi(Response.json(reply), {
        '/api/subscription': aSubscription({ pending: makePending('card_payment') }),
      });
      const page = await opened(api, {}, '/subscribe?tab=card');
      await userEvent.click(page.getByRole('button', { name: 'Pay by card' }));
      await waitFor(() => expect(postedForms).toHaveLength(1));
      expect(postedForms).toEqual([
        {
          action: 'https://sandbox.payfast.example/eng/process',
          method: 'post',
          fields: [
            ['merchant_id', '10000100'],
            ['merchant_key', '46f0cd694581a'],
            ['return_url', 'https://hakiki.example/subscribe?paid=1'],
            ['cancel_url', 'https://hakiki.example/subscribe?cancelled=1'],
            ['notify_url', 'https://hakiki.example/api/payment/payfast/notify'],
            ['name_first', 'Amina'],
            ['email_address', 'amina@example.org'],
            ['m_payment_id', '00000000-0000-7000-8000-000000000001'],
            ['amount', '250.00'],
            ['item_name', 'Hakiki Premium'],
            ['subscription_type', '1'],
            ['recurring_amount', '250.00'],
            ['frequency', '3'],
            ['cycles', '0'],
            ['signature', '0123456789abcdef0123456789abcdef'],
          ],
        },
      ]);
      expect(sent).toEqual([[UPGRADE, { method: 'card_payment', language: 'en' }]]);
      const busyButton = page.getByRole('button', { name: /Going to PayFast/ });
      await userEvent.click(busyButton);
      expect(sent).toHaveLength(1);
      // After a return from the back-forward cache, nothing is sent again, and the button is enabled.
      act(() => void dispatchEvent(new Event('pageshow')));
      expect(await page.findByRole('button', { name: 'Pay by card' })).toBeDefined();
      expect(postedForms).toHaveLength(1);
      expect(document.querySelectorAll('form[hidden]')).toHaveLength(0);
      submit.mockRestore();
    });

    it('the subscribe page shows the active plan once the payment has arrived, and stops polling [SUB-12] [AUTH-05]', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      let isPaid = false;
      const requests: string[] = [];
      const api: Api = (path) => {
        requests.push(path);
        if (path === '/api/auth/user') return Promise.resolve(Response.json(isPaid ? premiumMember : freeMember));
        const plan = isPaid
          ? aSubscription({ accessUntil: '2026-12-16T10:00:00Z' })
          : aSubscription({ pending: makePending('card_payment') });
        return Promise.resolve(Response.json(plan));
      };
      const pendingPage = { '/api/subscription': aSubscription({ pending: makePending('card_payment') }) };
      await opened(api, pendingPage, '/subscribe?paid=1');
      expect(shownScreen.getByText('Your payment is being processed')).toBeDefined();
      await advanceTimers(9000);
      expect(requests.every((path) => path === '/api/subscription')).toBe(true);
      isPaid = true;
      await advanceTimers(4500);
      await waitFor(() => shownScreen.getByText('Your payment has arrived: Premium is active'));
      const count = requests.length;
      await advanceTimers(60_000);
      expect(requests).toHaveLength(count);
    });

    it('the subscribe page reloads the user if nothing is pending any more when they return [AUTH-05]', async () => {
      const requests: string[] = [];
      const api: Api = (path) => {
        requests.push(path);
        return Promise.resolve(Response.json(premiumMember));
      };
      const page = await opened(api, {}, '/subscribe?paid=1');
      expect(await page.findByText('Your payment has arrived: Premium is active')).toBeDefined();
      expect(requests).toEqual(['/api/auth/user']);
    });

    it('the subscribe page stops polling after two minutes', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const requests: string[] = [];
      const plan = aSubscription({ pending: makePending('card_payment') });
      const api: Api = (path) => {
        requests.push(path);
        return Promise.resolve(Response.json(path === '/api/auth/user' ? freeMember : plan));
      };
      await opened(api, { '/api/subscription': plan }, '/subscribe?paid=1');
      await advanceTimers(125_000);
      const count = requests.length;
      expect(count).toBeLessThanOrEqual(31);
      await advanceTimers(60_000);
      expect(requests).toHaveLength(count);
    });
  });
});

describe('the steps to Premium', () => {
  const listSteps = async (user: unknown, pending: object | null, at = '/subscribe') => {
    const { body } = await renderPage(user, { '/api/subscription': aSubscription({ pending }) }, at);
    return within(within(body).getByRole('list', { name: 'Your way to Premium' }))
      .getAllByRole('listitem')
      .map((step) => getText(step).replace(/^\d /, ''));
  };

  it('say what a member has done and what comes next', async () => {
    expect(await listSteps(freeMember, null)).toEqual([
      'Choose how to pay (now)',
      'Pay (later)',
      'Premium starts (later)',
    ]);
    const deposit = makePending('bank_deposit');
    expect(await listSteps(freeMember, deposit)).toContain('Pay (now)');
    expect(await listSteps(freeMember, { ...deposit, proofAt: '2026-11-17T10:00:00Z' })).toContain(
      'Premium starts (now)',
    );
    const card = makePending('card_payment');
    expect(await listSteps(freeMember, card)).toContain('Pay (now)');
    expect(await listSteps(freeMember, card, '/subscribe?paid=1')).toContain('Premium starts (now)');
    expect(await listSteps(premiumMember, null, '/subscribe?paid=1')).toContain('Premium starts (done)');
    expect(await listSteps(premiumMember, null, '/subscribe?renew=1')).toContain('Premium continues (later)');
  });
});

describe('a pending payment', () => {
  it('a reload shows the pending payment with the payment details [SUB-12] [SUB-13] [DEC-40]', async () => {
    const requests = aSubscription({
      pending: { ...makePending('bank_deposit'), amountCents: 15_000, creditsUsed: 100 },
    });
    const { body } = await renderPage(freeMember, { '/api/subscription': requests });
    expect(listStatusTexts(body)).toEqual([
      'Waiting for your deposit You told us on Nov 16, 2026 that you are paying R150.00 by deposit. Pay it, then send us the proof of payment below.',
    ]);
    expect(getFacts(findPanel(body))).toContainEqual(['Amount', 'R150.00']);
    expect(within(findPanel(body)).queryByRole('button', { name: 'I am paying by deposit' })).toBeNull();
  });

  it('the steps of a deposit say what is true: waiting, then checking once the proof arrived [SUB-12] [SUB-13]', async () => {
    const renderSteps = async (proofAt: string | null) => {
      const subscription = aSubscription({ pending: { ...makePending('bank_deposit'), proofAt } });
      const { body } = await renderPage(freeMember, { '/api/subscription': subscription });
      const steps = within(within(body).getByRole('list', { name: 'Your deposit, step by step' })).getAllByRole(
        'listitem',
      );
      return {
        status: listStatusTexts(body)[0],
        current: steps.findIndex((step) => step.getAttribute('aria-current') === 'step'),
        body,
      };
    };
    const waiting = await renderSteps(null);
    expect([waiting.status, waiting.current]).toEqual([expect.stringContaining('Waiting for your deposit'), 1]);
    const proof = within(waiting.body).getByLabelText('Proof of payment');
    expect(proof.getAttribute('type')).toBe('file');
    // One pays before there is a proof.
    const account = within(waiting.body).getAllByText('Account holder');
    expect(account).toHaveLength(1);
    expect(account[0]!.compareDocumentPosition(proof) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    const checking = await renderSteps('2026-11-17T10:00:00Z');
    expect([checking.status, checking.current]).toEqual([expect.stringContaining('We are checking your deposit'), 2]);
    expect(getText(checking.body)).toContain('Your proof of payment arrived on Nov 17, 2026.');
    expect(getText(checking.body)).not.toContain('I am paying by deposit');
    // Nothing asks for the money a second time.
    expect(getText(checking.body)).not.toContain('You pay now');
    const again = within(checking.body).getByLabelText('Send another proof of payment').closest('details')!;
    expect([again.open, getText(again)]).toEqual([false, expect.stringContaining('Account holder')]);
  });

  it.each([null, '2026-11-17T10:00:00Z'])(
    'an announced deposit stays visible and keeps the card closed, so that nobody pays twice (proof: %s) [SUB-12] [DEC-40]',
    async (proofAt) => {
      const plan = { '/api/subscription': aSubscription({ pending: { ...makePending('bank_deposit'), proofAt } }) };
      for (const at of ['/subscribe?tab=card', '/subscribe?cancelled=1']) {
        const { body } = await renderPage(freeMember, plan, at);
        expect(listStatusTexts(body)[0]).toContain(
          proofAt ? 'We are checking your deposit' : 'Waiting for your deposit',
        );
        const panel = getText(findPanel(body));
        expect(panel).toContain('Do not pay a second time');
        expect(panel).toContain('You told us that you are paying R250.00 by deposit.');
        expect(getText(body)).not.toMatch(/You pay now|Nothing was charged/);
        expect(within(body).queryByRole('button', { name: 'Pay by card' })).toBeNull();
      }
    },
  );

  it('an unfinished card payment can be started again [DEC-41]', async () => {
    const requests = { '/api/subscription': aSubscription({ pending: makePending('card_payment') }) };
    const { body } = await renderPage(freeMember, requests, '/subscribe?tab=card');
    expect(listStatusTexts(body)[0]).toContain('If you did not finish paying, start again below.');
    expect(within(body).getByRole('button', { name: 'Pay by card' })).toBeDefined();
    const returnedPage = await renderPage(freeMember, requests, '/subscribe?paid=1');
    expect(listStatusTexts(returnedPage.body)[0]).toContain('usually within a minute');
  });

  it('a payment cancelled at the payment provider says that nothing was charged', async () => {
    const { body } = await renderPage(freeMember, {}, '/subscribe?cancelled=1');
    expect(within(body).getByRole('button', { name: 'Pay by card' })).toBeDefined();
    expect(listStatusTexts(body)).toEqual([
      'You left the payment page Nothing was charged. You can try again, or pay by bank deposit.',
    ]);
  });
});

describe('paying by card', () => {
  it('the card tab says that the card is charged now and every month [SUB-17] [DEC-41]', async () => {
    const { body } = await renderPage(freeMember, {}, '/subscribe?tab=card');
    expect(getText(findPanel(body))).toContain('You pay now R250.00 then R250.00 every month, until you cancel');
  });

  it('the card tab has no card form when cards are not accepted', async () => {
    const closedCards = { '/api/site-info/payment': aPaymentInfo({ takesCards: false }) };
    const { body } = await renderPage(freeMember, closedCards, '/subscribe?tab=card');
    expect(getText(findPanel(body))).toContain('Card payments are not available at the moment');
    expect(within(findPanel(body)).queryByRole('button')).toBeNull();
    const questions = getText(within(body).getByRole('region', { name: 'Questions and answers' }));
    expect(questions).not.toMatch(/card/i);
  });
});

describe('subscribing without scripts', () => {
  const postForm = async (form: string, mutationResponse: Response) => {
    const { store } = await loadPage(freeMember);
    const sentBodies: unknown[] = [];
    const { api: queryApi } = createFakeApi(makeResponses(freeMember));
    const api: Api = (path, init) => {
      if (init?.method !== 'POST') return queryApi(path, init);
      sentBodies.push([path, init.body === undefined ? undefined : JSON.parse(init.body as string)]);
      return Promise.resolve(mutationResponse);
    };
    const address = form === 'card' ? '/subscribe?tab=card' : '/subscribe';
    const openedPage = await openPage(screen, address, { api, store, formFields: { form, reference: REFERENCE } });
    return { ...openedPage, sent: sentBodies };
  };

  it('a deposit is requested by a plain POST request and redirects to the page [SUB-12] [CALL-15]', async () => {
    const { status, location, sent } = await postForm(
      'deposit',
      Response.json({ message: 'Thank you.', subscriptionStatus: 'pending', reference: REFERENCE }),
    );
    expect({ status, location }).toEqual({ status: 303, location: '/subscribe' });
    expect(sent).toEqual([[UPGRADE, { method: 'bank_deposit', reference: REFERENCE, language: 'en' }]]);
  });

  it('a deposit is withdrawn by a plain POST request, which leads to the card [SUB-12] [DEC-40]', async () => {
    const { status, location, sent } = await postForm(
      'withdraw-deposit',
      Response.json({ message: 'Your deposit was withdrawn.' }),
    );
    expect({ status, location }).toEqual({ status: 303, location: '/subscribe?tab=card' });
    expect(sent).toEqual([['/api/subscription/withdraw', undefined]]);
  });

  it('a card payment continues by a button that posts the signed form [DEC-41] [SHAPE-10]', async () => {
    const { body, status } = await postForm(
      'card',
      Response.json({ message: 'Go on.', subscriptionStatus: 'pending', payment: aCardForm() }),
    );
    expect(status).toBe(200);
    const form = within(body).getByRole('button', { name: 'Continue to PayFast' }).closest('form')!;
    expect([form.getAttribute('action'), form.getAttribute('method')]).toEqual([aCardForm().payfastUrl, 'post']);
    expect([...form.querySelectorAll('input')].map(({ name, value }) => [name, value])).toEqual([
      ...Object.entries(aCardForm().paymentData),
      ['signature', aCardForm().signature],
    ]);
  });

  it('the subscribe page says why the request was rejected [SUB-16] [DEC-81]', async () => {
    const { message } = errors.PAYMENTS_CLOSED;
    const { body, status } = await postForm(
      'card',
      Response.json({ code: 'PAYMENTS_CLOSED', message }, { status: 409 }),
    );
    expect(status).toBe(409);
    expect(getText(within(body).getByRole('group', { name: 'Error' }))).toContain(message);
  });
});

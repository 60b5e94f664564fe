import { errors } from '@hakiki/contract/errors';
import { within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { aDashboardSummary, anId, aSubscription, aUser } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import { getFacts, getLinks, getText } from '../../../test/dom-queries.ts';
import { renderPageOnServer, renderInBrowser, findToastText } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { authUser, useAuth } from '../../lib/api/auth.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';
import * as screen from './dashboard.tsx';
import { recentProvidersQuery } from './dashboard-queries.ts';
import { SideCards } from './side-cards.tsx';

const PLAN_PATH = '/api/subscription';
const premium = aUser({
  subscriptionTier: 'premium',
  subscriptionStatus: 'active',
  subscriptionEndsAt: '2026-12-24T10:00:00Z',
});

const makeResponses = (user: unknown, overrides: Record<string, unknown> = {}) => ({
  '/api/auth/user': user,
  '/api/dashboard/summary': aDashboardSummary(),
  '/api/fraud-alerts/active': pagedResponse([]),
  '/api/reports?limit=5': pagedResponse([]),
  '/api/providers?sort=newest&limit=3': pagedResponse([]),
  '/api/fraud-alerts/my-reports?limit=3': [],
  '/api/my-filings?limit=3': pagedResponse([]),
  '/api/watched-providers': [],
  ...overrides,
});

/** Renders the card on the server for a user. */
async function renderAccountStatus(user: unknown, plan: unknown): Promise<HTMLElement> {
  const { api } = createFakeApi(makeResponses(user, { [PLAN_PATH]: plan }));
  const store = new QueryStore(api);
  const { context } = createServerContext(api);
  hydrateStore(
    store,
    await screen.loader({ context, request: new Request('http://localhost/dashboard') } as unknown as Parameters<
      typeof screen.loader
    >[0]),
  );
  const body = renderPageOnServer(screen.default, { at: '/dashboard', store });
  return body.querySelector<HTMLElement>('section#account-status')!;
}

describe('the status of the plan', () => {
  /** Access by card lasts for the grace period after the paid period. */
  const accessFields = { accessUntil: '2026-12-30T10:00:00Z' };
  const renderCard = (user: unknown, plan: Record<string, unknown>) => renderAccountStatus(user, aSubscription(plan));
  const listStatusTexts = (card: HTMLElement) => within(card).queryAllByRole('status').map(getText);
  const listButtonTexts = (card: HTMLElement) =>
    [...card.querySelectorAll(':scope > button')].map((button) => getText(button));

  it('the plan card shows the date of the next charge [DEC-42]', async () => {
    const card = await renderCard(premium, { ...accessFields, renewsAt: '2026-12-23T10:00:00Z' });
    expect(getFacts(card)).toContainEqual(['Next charge', 'Dec 23, 2026']);
    expect(listStatusTexts(card)).toEqual([]);
  });

  it('the plan card offers to cancel an active premium plan and nothing else [DEC-42] [SUB-14]', async () => {
    expect(listButtonTexts(await renderCard(premium, accessFields))).toEqual(['Cancel subscription']);
    const otherUsers = [
      aUser(),
      { ...premium, subscriptionStatus: 'cancelled' },
      aUser({ subscriptionTier: 'api', subscriptionStatus: 'active' }),
      aUser({ subscriptionStatus: 'expired' }),
    ];
    for (const user of otherUsers) expect(listButtonTexts(await renderCard(user, {}))).toEqual([]);
  });

  it('the plan card shows a pending, a failed and an ended payment [DEC-40] [DEC-42] [DEC-43] [DEC-96]', async () => {
    const pending = {
      method: 'bank_deposit',
      amountCents: 15_000,
      creditsUsed: 100,
      createdAt: '2026-11-16T10:00:00Z',
      proofAt: null,
    };
    const depositCard = await renderCard(aUser({ subscriptionStatus: 'pending' }), { pending });
    expect(listStatusTexts(depositCard)).toEqual(['Waiting for your deposit of R150.00. See how to pay']);
    expect(getLinks(depositCard)[0]).toEqual({ href: '/subscribe', text: 'See how to pay' });
    const provenCard = await renderCard(aUser(), { pending: { ...pending, proofAt: '2026-11-17T10:00:00Z' } });
    expect(listStatusTexts(provenCard)[0]).toContain('We are checking your deposit of R150.00.');
    const renewalCard = await renderCard(premium, { ...accessFields, pending });
    expect(listStatusTexts(renewalCard)[0]).toContain('This payment is for the month after your current one.');
    const cardPaymentCard = await renderCard(aUser(), { pending: { ...pending, method: 'card_payment' } });
    expect(getLinks(cardPaymentCard)[0]?.href).toBe('/subscribe?tab=card');
    expect(
      listStatusTexts(await renderCard(premium, { ...accessFields, failedSince: '2026-12-18T10:00:00Z' }))[0],
    ).toMatch(/^We could not charge your card\. PayFast will try again, and you keep Premium until Dec 30, 2026\./);
    expect(listStatusTexts(await renderCard({ ...premium, subscriptionStatus: 'cancelled' }, accessFields))).toEqual([
      'Cancelled. You keep Premium until Dec 24, 2026, and nothing more is charged.',
    ]);
    expect(listStatusTexts(await renderCard(aUser({ subscriptionStatus: 'expired' }), {}))).toEqual([
      'Your plan has ended.',
    ]);
  });

  it('the plan card offers a refund as long as it is promised, and shows its status', async () => {
    const refundableUntil = '2026-12-16T10:00:00Z';
    expect(listButtonTexts(await renderCard(premium, { ...accessFields, refundableUntil }))).toEqual([
      'Cancel subscription',
      'Ask for your money back',
    ]);
    const refund = (status: string) => ({
      ...accessFields,
      refundableUntil,
      refund: { id: anId(), status, amountCents: 25_000, createdAt: '2026-11-17T10:00:00Z' },
    });
    const asked = await renderCard(premium, refund('asked'));
    expect(listStatusTexts(asked)).toEqual([
      'You asked for R250.00 back on Nov 17, 2026. We will check it and email you.',
    ]);
    expect(listButtonTexts(asked)).toEqual(['Cancel subscription']);
    expect(listStatusTexts(await renderCard(aUser(), { ...refund('paid'), refundableUntil: null }))).toEqual([
      'We paid R250.00 back to you.',
    ]);
    expect(listStatusTexts(await renderCard(premium, refund('declined')))[0]).toContain('We could not refund R250.00.');
  });

  it('the plan card says when the plan cannot be loaded, and shows everything else [DEC-65]', async () => {
    const card = await renderAccountStatus(premium, errorResponse(500));
    expect(getText(within(card).getByRole('alert'))).toContain('Could not load your payment details.');
    expect(getFacts(card)).toHaveLength(3);
  });

  it('the plan card shows the same in French', async () => {
    setTestLanguage('fr');
    expect(listButtonTexts(await renderCard(premium, accessFields))).toEqual(['Résilier l’abonnement']);
  });

  /** Renders the card in a browser, before and after a single mutation. */
  function renderCardInBrowser(
    plan: Record<string, unknown>,
    reply: Response,
    responsesAfter: { user: unknown; plan: unknown },
  ) {
    const requests: unknown[] = [];
    const store = new QueryStore((path, init) => {
      if (init?.method === 'POST') {
        requests.push([path, init.body]);
        return Promise.resolve(reply);
      }
      return Promise.resolve(Response.json(path === PLAN_PATH ? responsesAfter.plan : responsesAfter.user));
    });
    store.setInitial(authUser.key, { status: 'ready', data: premium });
    store.setInitial(subscriptionQuery.key, { status: 'ready', data: aSubscription(plan) });
    store.setInitial(recentProvidersQuery.key, { status: 'ready', data: { items: [], total: 0 } });
    return { page: within(renderInBrowser(<TestSideCards />, { store, hasToasts: true })), sent: requests };
  }
  const TestSideCards = () => {
    const auth = useAuth();
    return auth.status === 'signed-in' ? <SideCards user={auth.user} hasAnalysis /> : null;
  };

  it('cancelling asks for confirmation first and says what stays and what ends [DEC-42] [SUB-14]', async () => {
    const cancelledUser = { ...premium, subscriptionStatus: 'cancelled' };
    const reply = { message: 'Done.', subscriptionStatus: 'cancelled', subscriptionEndsAt: premium.subscriptionEndsAt };
    const { page, sent } = renderCardInBrowser(accessFields, Response.json(reply), {
      user: cancelledUser,
      plan: aSubscription(accessFields),
    });
    await userEvent.click(page.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(page.getByRole('dialog', { name: 'Cancel your subscription?' }));
    expect(dialog.getByText('You keep Premium until Dec 24, 2026. Nothing more is charged.')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep Premium' }));
    expect(sent).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Cancel subscription' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect(await findToastText('status')).toBe(
      'Subscription cancelled: You keep Premium until Dec 24, 2026. Nothing more is charged.',
    );
    expect(sent).toEqual([['/api/subscription/cancel', '{}']]);
    expect(page.getByText(/^Cancelled\. You keep Premium/)).toBeDefined();
    expect(page.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  });

  it('cancelling says why it was rejected [DEC-42] [ERR-06]', async () => {
    const { message } = errors.NOT_SUBSCRIBED;
    const rejectedResponse = Response.json({ code: 'NOT_SUBSCRIBED', message }, { status: 409 });
    const { page } = renderCardInBrowser(accessFields, rejectedResponse, {
      user: premium,
      plan: aSubscription(accessFields),
    });
    await userEvent.click(page.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(page.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect(await findToastText('alert')).toBe(`Error: ${message}`);
  });

  it('requesting a refund asks for confirmation first and says what ends', async () => {
    const plan = { ...accessFields, refundableUntil: '2026-12-16T10:00:00Z' };
    const refund = { id: anId(), status: 'asked', amountCents: 25_000, createdAt: '2026-11-17T10:00:00Z' };
    const { page, sent } = renderCardInBrowser(plan, Response.json({ message: 'Done.', refund }), {
      user: premium,
      plan: aSubscription({ ...plan, refund }),
    });
    await userEvent.click(page.getByRole('button', { name: 'Ask for your money back' }));
    const dialog = within(page.getByRole('dialog', { name: 'Ask for your money back?' }));
    expect(getText(dialog.getByText(/Until Dec 16, 2026 you can get your last payment back/))).toContain(
      'Premium ends when we pay it back.',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Ask for your money back' }));
    expect(await findToastText('status')).toBe('Request received: We will check it and email you.');
    expect(sent).toEqual([['/api/subscription/refund', '{}']]);
    expect(page.getByText(/^You asked for R250\.00 back/)).toBeDefined();
  });

  it('cancelling works without scripts as a plain POST request [DEC-42]', async () => {
    const requests: string[] = [];
    const { api: reads } = createFakeApi(makeResponses(premium, { [PLAN_PATH]: aSubscription() }));
    const api: Api = (path, init) => {
      if (init?.method !== 'POST') return reads(path, init);
      requests.push(path);
      return Promise.resolve(Response.json({ message: '', subscriptionStatus: 'cancelled', subscriptionEndsAt: null }));
    };
    const openedPage = await openPage(screen, '/dashboard', { api, formFields: { form: 'cancel-plan' } });
    expect(openedPage).toMatchObject({ status: 303, location: '/dashboard#account-status' });
    expect(requests).toEqual(['/api/subscription/cancel']);
  });
});

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
import { recentProvidersRead } from './dashboard-reads.ts';
import { SideCards } from './side-cards.tsx';

const PLAN = '/api/subscription';
const premium = aUser({
  subscriptionTier: 'premium',
  subscriptionStatus: 'active',
  subscriptionEndsAt: '2026-12-24T10:00:00Z',
});

const answersFor = (user: unknown, given: Record<string, unknown> = {}) => ({
  '/api/auth/user': user,
  '/api/dashboard/summary': aDashboardSummary(),
  '/api/fraud-alerts/active': pagedResponse([]),
  '/api/reports?limit=5': pagedResponse([]),
  '/api/providers?sort=newest&limit=3': pagedResponse([]),
  ...given,
});

/** Renders the card on the server for a user. */
async function accountStatus(user: unknown, plan: unknown): Promise<HTMLElement> {
  const { api } = createFakeApi(answersFor(user, { [PLAN]: plan }));
  const store = new QueryStore(api);
  const { context } = createServerContext(api);
  hydrateStore(store, await screen.loader({ context } as unknown as Parameters<typeof screen.loader>[0]));
  const body = renderPageOnServer(screen.default, { at: '/dashboard', store });
  return body.querySelector<HTMLElement>('section#account-status')!;
}

describe('the status of the plan', () => {
  /** Access by card lasts for the grace period after the paid period. */
  const until = { accessUntil: '2026-12-30T10:00:00Z' };
  const cardOf = (user: unknown, plan: Record<string, unknown>) => accountStatus(user, aSubscription(plan));
  const linesOf = (part: HTMLElement) => within(part).queryAllByRole('status').map(getText);
  const buttonsIn = (part: HTMLElement) =>
    [...part.querySelectorAll(':scope > button')].map((button) => getText(button));

  it('the plan card shows the date of the next charge [DEC-42]', async () => {
    const part = await cardOf(premium, { ...until, renewsAt: '2026-12-23T10:00:00Z' });
    expect(getFacts(part)).toContainEqual(['Next charge', 'Dec 23, 2026']);
    expect(linesOf(part)).toEqual([]);
  });

  it('the plan card offers to cancel an active premium plan and nothing else [DEC-42] [SUB-14]', async () => {
    expect(buttonsIn(await cardOf(premium, until))).toEqual(['Cancel subscription']);
    const others = [
      aUser(),
      { ...premium, subscriptionStatus: 'cancelled' },
      aUser({ subscriptionTier: 'api', subscriptionStatus: 'active' }),
      aUser({ subscriptionStatus: 'expired' }),
    ];
    for (const user of others) expect(buttonsIn(await cardOf(user, {}))).toEqual([]);
  });

  it('the plan card shows a pending, a failed and an ended payment [DEC-40] [DEC-42] [DEC-43]', async () => {
    const pending = {
      method: 'bank_deposit',
      amountCents: 15_000,
      creditsUsed: 100,
      createdAt: '2026-11-16T10:00:00Z',
    };
    const waiting = await cardOf(aUser({ subscriptionStatus: 'pending' }), { pending });
    expect(linesOf(waiting)).toEqual(['Your payment of R150.00 is being processed. See how to pay']);
    expect(getLinks(waiting)[0]).toEqual({ href: '/subscribe', text: 'See how to pay' });
    const byCard = await cardOf(aUser(), { pending: { ...pending, method: 'card_payment' } });
    expect(getLinks(byCard)[0]?.href).toBe('/subscribe?tab=card');
    expect(linesOf(await cardOf(premium, { ...until, failedSince: '2026-12-18T10:00:00Z' }))[0]).toMatch(
      /^We could not charge your card\. PayFast will try again, and you keep Premium until Dec 30, 2026\./,
    );
    expect(linesOf(await cardOf({ ...premium, subscriptionStatus: 'cancelled' }, until))).toEqual([
      'Cancelled. You keep Premium until Dec 24, 2026, and nothing more is charged.',
    ]);
    expect(linesOf(await cardOf(aUser({ subscriptionStatus: 'expired' }), {}))).toEqual(['Your plan has ended.']);
  });

  it('the plan card offers a refund as long as it is promised, and shows its status', async () => {
    const refundableUntil = '2026-12-16T10:00:00Z';
    expect(buttonsIn(await cardOf(premium, { ...until, refundableUntil }))).toEqual([
      'Cancel subscription',
      'Ask for your money back',
    ]);
    const refund = (status: string) => ({
      ...until,
      refundableUntil,
      refund: { id: anId(), status, amountCents: 25_000, createdAt: '2026-11-17T10:00:00Z' },
    });
    const asked = await cardOf(premium, refund('asked'));
    expect(linesOf(asked)).toEqual(['You asked for R250.00 back on Nov 17, 2026. We will check it and email you.']);
    expect(buttonsIn(asked)).toEqual(['Cancel subscription']);
    expect(linesOf(await cardOf(aUser(), { ...refund('paid'), refundableUntil: null }))).toEqual([
      'We paid R250.00 back to you.',
    ]);
    expect(linesOf(await cardOf(premium, refund('declined')))[0]).toContain('We could not refund R250.00.');
  });

  it('the plan card says when the plan cannot be loaded, and shows everything else [DEC-65]', async () => {
    const part = await accountStatus(premium, errorResponse(500));
    expect(getText(within(part).getByRole('alert'))).toContain('Could not load your payment details.');
    expect(getFacts(part)).toHaveLength(3);
  });

  it('the plan card shows the same in French', async () => {
    setTestLanguage('fr');
    expect(buttonsIn(await cardOf(premium, until))).toEqual(['Résilier l’abonnement']);
  });

  /** Renders the card in a browser, before and after a single mutation. */
  function inBrowser(plan: Record<string, unknown>, reply: Response, after: { user: unknown; plan: unknown }) {
    const sent: unknown[] = [];
    const store = new QueryStore((path, init) => {
      if (init?.method === 'POST') {
        sent.push([path, init.body]);
        return Promise.resolve(reply);
      }
      return Promise.resolve(Response.json(path === PLAN ? after.plan : after.user));
    });
    store.setInitial(authUser.key, { status: 'ready', data: premium });
    store.setInitial(subscriptionQuery.key, { status: 'ready', data: aSubscription(plan) });
    store.setInitial(recentProvidersRead.key, { status: 'ready', data: { items: [], total: 0 } });
    return { page: within(renderInBrowser(<SideCardsOf />, { store, hasToasts: true })), sent };
  }
  const SideCardsOf = () => {
    const auth = useAuth();
    return auth.status === 'signed-in' ? <SideCards user={auth.user} hasAnalysis /> : null;
  };

  it('cancelling asks for confirmation first and says what stays and what ends [DEC-42] [SUB-14]', async () => {
    const ended = { ...premium, subscriptionStatus: 'cancelled' };
    const reply = { message: 'Done.', subscriptionStatus: 'cancelled', subscriptionEndsAt: premium.subscriptionEndsAt };
    const { page, sent } = inBrowser(until, Response.json(reply), { user: ended, plan: aSubscription(until) });
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
    const refused = Response.json({ code: 'NOT_SUBSCRIBED', message }, { status: 409 });
    const { page } = inBrowser(until, refused, { user: premium, plan: aSubscription(until) });
    await userEvent.click(page.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(page.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect(await findToastText('alert')).toBe(`Error: ${message}`);
  });

  it('requesting a refund asks for confirmation first and says what ends', async () => {
    const plan = { ...until, refundableUntil: '2026-12-16T10:00:00Z' };
    const refund = { id: anId(), status: 'asked', amountCents: 25_000, createdAt: '2026-11-17T10:00:00Z' };
    const { page, sent } = inBrowser(plan, Response.json({ message: 'Done.', refund }), {
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
    const sent: string[] = [];
    const { api: reads } = createFakeApi(answersFor(premium, { [PLAN]: aSubscription() }));
    const api: Api = (path, init) => {
      if (init?.method !== 'POST') return reads(path, init);
      sent.push(path);
      return Promise.resolve(Response.json({ message: '', subscriptionStatus: 'cancelled', subscriptionEndsAt: null }));
    };
    const opened = await openPage(screen, '/dashboard', { api, formFields: { form: 'cancel-plan' } });
    expect(opened).toMatchObject({ status: 303, location: '/dashboard#account-status' });
    expect(sent).toEqual(['/api/subscription/cancel']);
  });
});

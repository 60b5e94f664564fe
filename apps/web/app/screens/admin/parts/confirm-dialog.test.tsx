import { act, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { setTestLanguage } from '../../../../test/context.ts';
import { anId } from '../../../../test/factories.ts';
import { getText } from '../../../../test/dom-queries.ts';
import { findToastText, renderInBrowser } from '../../../../test/render.tsx';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { Claims } from '../providers/sections.tsx';
import { Payments, Refunds } from '../users/payments.tsx';

const at = '2026-03-07T10:00:00Z';
const payment = {
  id: anId(),
  email: 'amina@example.org',
  reference: 'HAKIKI-0001',
  tier: 'premium',
  method: 'bank_deposit',
  amountCents: 25_000,
  creditsUsed: 0,
  createdAt: at,
};
const refund = { ...payment, reference: 'HK-PAY-1', paidAt: at };
const claim = {
  id: anId(),
  providerId: anId(2),
  providerName: 'Baobab Exchange',
  companyName: 'Baobab Ltd',
  contactEmail: 'office@baobab.example',
  domain: 'baobab.example',
  method: 'dns',
  provenAt: at,
  createdAt: at,
};
const lists = { payments: [Payments, payment], refunds: [Refunds, refund], 'listing-claims': [Claims, claim] } as const;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());
const pointer = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

async function passSeconds(seconds: number) {
  for (let second = 0; second < seconds; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
}

/** Opens the dialog of the first item by its button. */
async function openDialog(list: keyof typeof lists, button: string, item: object = lists[list][1]) {
  const sent: unknown[] = [];
  const { api: fakeApi } = createFakeApi({ [`/api/admin/${list}?order=oldest&limit=20`]: pagedResponse([item]) });
  const store = new QueryStore((path, init) => {
    if (init?.method !== 'PUT') return fakeApi(path, init);
    sent.push([path, JSON.parse((init.body as string | undefined) ?? '{}')]);
    return Promise.resolve(Response.json(item));
  });
  const [Section] = lists[list];
  const page = within(renderInBrowser(<Section />, { at: '/admin', store, hasToasts: true }));
  await pointer.click(await page.findByRole('button', { name: button }));
  return { page, dialog: within(page.getByRole('dialog')), sent };
}

describe('confirming an act about money', () => {
  it('shows amount, payer and expected reference of a deposit with the focus on Cancel, and stores the reference', async () => {
    const { page, dialog, sent } = await openDialog('payments', 'Confirm');
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
    expect(getText(page.getByRole('dialog'))).toMatch(
      /Has this deposit arrived\?.*Amount R250\.00 From amina@example\.org Expected reference HAKIKI-0001/,
    );
    await pointer.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(getText(page.getByRole('dialog'))).toContain('Enter the reference from the bank statement');
    await pointer.type(dialog.getByRole('textbox', { name: /^Reference/ }), 'FT26321XYZ');
    await pointer.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Take back' }));
    await passSeconds(8);
    expect(sent).toEqual([]);
    await passSeconds(4);
    expect(await findToastText('status')).toBe('Payment Updated');
    expect(sent).toEqual([[`/api/admin/payments/${anId()}/confirm`, { reference: 'FT26321XYZ' }]]);
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('sends nothing when a refund is taken back in time', async () => {
    const { page, dialog, sent } = await openDialog('refunds', 'Mark as refunded');
    expect(getText(page.getByRole('dialog'))).toContain('Amount R250.00 To amina@example.org');
    await pointer.type(dialog.getByRole('textbox', { name: /^Reference/ }), 'OUT-7');
    await pointer.click(dialog.getByRole('button', { name: 'Mark as refunded' }));
    await passSeconds(5);
    await pointer.click(dialog.getByRole('button', { name: 'Take back' }));
    await passSeconds(20);
    expect(sent).toEqual([]);
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('asks for no bank reference when the gateway refunds a card', async () => {
    const { dialog } = await openDialog('refunds', 'Pay back', { ...refund, method: 'card_payment' });
    expect(dialog.queryByRole('textbox')).toBeNull();
  });

  it('shows which company gets which listing by which proof', async () => {
    const { page, dialog, sent } = await openDialog('listing-claims', 'Approve claim');
    expect(getText(page.getByRole('dialog'))).toMatch(
      /Listing Baobab Exchange To Baobab Ltd, office@baobab\.example Proof baobab\.example, by a DNS record/,
    );
    await pointer.click(dialog.getByRole('button', { name: 'Approve claim' }));
    await passSeconds(12);
    expect(await findToastText('status')).toBe('Claim Updated');
    expect(sent).toEqual([[`/api/admin/listing-claims/${anId()}/approve`, {}]]);
  });

  it('is shown in French', async () => {
    setTestLanguage('fr');
    const { page } = await openDialog('refunds', 'Marquer comme remboursé');
    expect(getText(page.getByRole('dialog'))).toContain('Avez-vous remboursé cette somme ?');
  });
});

import { within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { failing, knowing, listed } from '../../../../test/answers.ts';
import { speaking } from '../../../../test/context.ts';
import { anAdminUser, anId, anInvoice } from '../../../../test/makers.ts';
import { linksOf, textOf } from '../../../../test/reading.ts';
import { show, told } from '../../../../test/show.tsx';
import { ReadStore } from '../../../lib/api/read-store.ts';
import { AnnualInvoice } from './annual-invoice.tsx';
import { Invoices } from './invoices.tsx';

const ofYear = (given: Record<string, unknown> = {}) => ({
  ...anInvoice({ kind: 'listing', status: 'issued', totalCents: 2_500_000, dueOn: '2026-12-16', ...given }),
  billedTo: 'Kilimanjaro Coins',
});

/** Renders the section at a URL and returns the mutations. */
function partAt(query: string, path: string, answer: unknown) {
  const sent: string[] = [];
  const { api: reads } = knowing({ [path]: answer });
  const store = new ReadStore((asked, init) => {
    if (init?.method !== 'PUT') return reads(asked, init);
    sent.push(asked);
    return Promise.resolve(Response.json({ ...ofYear(), status: 'paid' }));
  });
  const page = within(show(<Invoices />, { at: `/admin?tab=users${query}`, store, hasToasts: true }));
  return { page, sent };
}

describe('invoices in the console', () => {
  it('show number, recipient, amount, dates and status', async () => {
    const rows = [
      ofYear({ status: 'overdue' }),
      { ...anInvoice({ id: anId(2), number: 'HK-2026-000002' }), billedTo: 'Amina Diallo' },
    ];
    const { page } = partAt('', '/api/admin/invoices?limit=10&offset=0', listed(rows));
    const table = within(await page.findByRole('table', { name: 'Invoices and credit notes' }));
    const [, first, second] = table.getAllByRole('row').map(textOf);
    expect(first).toMatch(
      /HK-2026-000001 Listing in the register.*Kilimanjaro Coins.*R25,000\.00.*Nov 16, 2026.*Dec 16, 2026.*Overdue.*Mark as paid HK-2026-000001$/,
    );
    expect(second).toMatch(/HK-2026-000002 A month of Premium.*Amina Diallo.*R250\.00.*Paid$/);
  });

  it('are found by number, name and status, from the URL', async () => {
    const path = '/api/admin/invoices?search=kili&status=overdue&limit=10&offset=10';
    const { page } = partAt('&invoice=kili&standing=overdue&invoices=2', path, listed([ofYear()], 31));
    await page.findByRole('table');
    expect(page.getByRole<HTMLInputElement>('searchbox', { name: 'Number or name' }).value).toBe('kili');
    expect(page.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('overdue');
    const pages = page.getByRole('navigation', { name: 'Invoices and credit notes' });
    expect(linksOf(pages).map(({ href }) => href)).toEqual([
      '/admin?tab=users&invoice=kili&standing=overdue',
      '/admin?tab=users&invoice=kili&standing=overdue&invoices=3',
    ]);
    expect(textOf(pages)).toContain('Showing 11 to 20 of 31 invoices');
  });

  it('show when none matches, and when loading failed', async () => {
    const none = partAt('', '/api/admin/invoices?limit=10&offset=0', listed([]));
    expect(await none.page.findByText('No invoice matches.')).toBeDefined();
    const failed = partAt('', '/api/admin/invoices?limit=10&offset=0', failing(500));
    expect(textOf(await failed.page.findByRole('alert'))).toContain('Could not load the invoices');
  });

  it('are marked as paid with one click', async () => {
    const { page, sent } = partAt('', '/api/admin/invoices?limit=10&offset=0', listed([ofYear()]));
    await userEvent.click(await page.findByRole('button', { name: 'Mark as paid HK-2026-000001' }));
    expect(await told('status')).toBe('Invoice Marked as Paid');
    expect(sent).toEqual([`/api/admin/invoices/${anId()}/pay`]);
  });

  it('are shown in French', async () => {
    speaking('fr');
    const { page } = partAt('', '/api/admin/invoices?limit=10&offset=0', listed([ofYear()]));
    expect(await page.findByRole('button', { name: 'Marquer comme réglée HK-2026-000001' })).toBeDefined();
  });
});

describe('issuing an annual invoice', () => {
  it('issues an invoice to the open account, with recipient and address', async () => {
    const sent: unknown[] = [];
    const store = new ReadStore((path, init) => {
      const { 'Idempotency-Key': key } = (init?.headers ?? {}) as Record<string, string>;
      sent.push([path, JSON.parse(init?.body as string), typeof key]);
      return Promise.resolve(Response.json(ofYear()));
    });
    let issued = 0;
    const user = anAdminUser();
    const page = within(
      show(<AnnualInvoice user={user} onIssued={() => (issued += 1)} />, {
        at: '/admin?tab=users',
        store,
        hasToasts: true,
      }),
    );
    await userEvent.click(page.getByText('Issue an annual invoice'));
    const send = page.getByRole('button', { name: 'Issue invoice' });
    await userEvent.click(send);
    expect(page.getByRole('textbox', { name: 'Billed to' }).getAttribute('aria-invalid')).toBe('true');
    expect(page.getByRole('textbox', { name: 'Address' }).getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
    const kinds = page.getByRole('combobox', { name: 'What for' });
    expect(within(kinds).getAllByRole('option').map(textOf)).toEqual([
      'R25,000: Listing in the register',
      'R100,000: API access',
    ]);
    await userEvent.selectOptions(kinds, 'api');
    await userEvent.type(page.getByRole('textbox', { name: 'Billed to' }), 'Kilimanjaro Coins');
    await userEvent.type(page.getByRole('textbox', { name: 'Address' }), '1 Uhuru Road');
    await userEvent.click(send);
    expect(await told('status')).toContain('Invoice Issued');
    const body = { userId: user.id, kind: 'api', billedTo: 'Kilimanjaro Coins', address: '1 Uhuru Road' };
    expect(sent).toEqual([['/api/admin/invoices', body, 'string']]);
    expect(issued).toBe(1);
  });
});

import { within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { setTestLanguage } from '../../../../test/context.ts';
import { anAdminUser, anId, anInvoice } from '../../../../test/factories.ts';
import { getLinks, getText } from '../../../../test/dom-queries.ts';
import { renderInBrowser, findToastText } from '../../../../test/render.tsx';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { AnnualInvoice } from './annual-invoice.tsx';
import { Invoices } from './invoices.tsx';

const makeAnnualInvoice = (overrides: Record<string, unknown> = {}) => ({
  ...anInvoice({
    kind: 'listing',
    status: 'issued',
    totalCents: 2_500_000,
    dueOn: '2026-12-16',
    paidOn: null,
    ...overrides,
  }),
  billedTo: 'Kilimanjaro Coins',
});

/** Renders the section at a URL and returns the mutations. */
function renderInvoicesAt(query: string, path: string, reply: unknown) {
  const sent: string[] = [];
  const { api: fakeApi } = createFakeApi({ [path]: reply });
  const store = new QueryStore((requestPath, init) => {
    if (init?.method !== 'PUT') return fakeApi(requestPath, init);
    sent.push(requestPath);
    return Promise.resolve(Response.json({ ...makeAnnualInvoice(), status: 'paid' }));
  });
  const page = within(renderInBrowser(<Invoices />, { at: `/admin?tab=users${query}`, store, hasToasts: true }));
  return { page, sent };
}

describe('invoices in the console', () => {
  it('show number, recipient, amount, dates and status', async () => {
    const rows = [
      makeAnnualInvoice({ status: 'overdue' }),
      { ...anInvoice({ id: anId(2), number: 'HK-2026-000002' }), billedTo: 'Amina Diallo' },
    ];
    const { page } = renderInvoicesAt('', '/api/admin/invoices?limit=10&offset=0', pagedResponse(rows));
    const table = within(await page.findByRole('table', { name: 'Invoices and credit notes' }));
    const [, first, second] = table.getAllByRole('row').map(getText);
    expect(first).toMatch(
      /HK-2026-000001 Download PDF Listing in the register.*Kilimanjaro Coins.*R25,000\.00.*Nov 16, 2026.*Dec 16, 2026.*Overdue.*Mark as paid HK-2026-000001$/,
    );
    expect(getLinks(table.getAllByRole('row')[1]!).map(({ href }) => href)).toEqual([
      `/api/admin/invoices/${makeAnnualInvoice().id}/file`,
    ]);
    expect(second).toMatch(
      /HK-2026-000002 Download PDF A month of Premium.*Amina Diallo.*R250\.00.*Paid Nov 16, 2026$/,
    );
  });

  it('are found by number, name and status, from the URL', async () => {
    const path = '/api/admin/invoices?search=kili&status=overdue&limit=10&offset=10';
    const { page } = renderInvoicesAt(
      '&invoice=kili&status=overdue&invoices=2',
      path,
      pagedResponse([makeAnnualInvoice()], 31),
    );
    await page.findByRole('table');
    expect(page.getByRole<HTMLInputElement>('searchbox', { name: 'Number or name' }).value).toBe('kili');
    expect(page.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('overdue');
    const pages = page.getByRole('navigation', { name: 'Invoices and credit notes' });
    expect(getLinks(pages).map(({ href }) => href)).toEqual([
      '/admin?tab=users&invoice=kili&status=overdue',
      '/admin?tab=users&invoice=kili&status=overdue&invoices=3',
    ]);
    expect(getText(pages)).toContain('Showing 11 to 20 of 31 invoices');
  });

  it('show when none matches, and when loading failed', async () => {
    const none = renderInvoicesAt('', '/api/admin/invoices?limit=10&offset=0', pagedResponse([]));
    expect(await none.page.findByText('No invoice matches.')).toBeDefined();
    const failed = renderInvoicesAt('', '/api/admin/invoices?limit=10&offset=0', errorResponse(500));
    expect(getText(await failed.page.findByRole('alert'))).toContain('Could not load the invoices');
  });

  it('are shown in French', async () => {
    setTestLanguage('fr');
    const { page } = renderInvoicesAt(
      '',
      '/api/admin/invoices?limit=10&offset=0',
      pagedResponse([makeAnnualInvoice()]),
    );
    expect(await page.findByRole('button', { name: 'Marquer comme réglée HK-2026-000001' })).toBeDefined();
  });
});

describe('issuing an annual invoice', () => {
  it('issues an invoice to the open account, with recipient and address', async () => {
    const sent: unknown[] = [];
    const store = new QueryStore((path, init) => {
      const { 'Idempotency-Key': key } = (init?.headers ?? {}) as Record<string, string>;
      sent.push([path, JSON.parse(init?.body as string), typeof key]);
      return Promise.resolve(Response.json(makeAnnualInvoice()));
    });
    let issued = 0;
    const user = anAdminUser();
    const page = within(
      renderInBrowser(<AnnualInvoice user={user} onIssued={() => (issued += 1)} />, {
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
    expect(within(kinds).getAllByRole('option').map(getText)).toEqual([
      'R25,000: Listing in the register',
      'R100,000: API access',
    ]);
    await userEvent.selectOptions(kinds, 'api');
    await userEvent.type(page.getByRole('textbox', { name: 'Billed to' }), 'Kilimanjaro Coins');
    await userEvent.type(page.getByRole('textbox', { name: 'Address' }), '1 Uhuru Road');
    await userEvent.click(send);
    expect(await findToastText('status')).toContain('Invoice Issued');
    const body = { userId: user.id, kind: 'api', billedTo: 'Kilimanjaro Coins', address: '1 Uhuru Road' };
    expect(sent).toEqual([['/api/admin/invoices', body, 'string']]);
    expect(issued).toBe(1);
  });
});

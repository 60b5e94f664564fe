import type { InvoiceId } from '@hakiki/contract/billing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { makePayment, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { extractPdfText } from '../../../../test/support/pdf-text.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, post } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
beforeEach(async () => {
  admin = await makeAdmin(db());
});

const unknown = '01890000-0000-7000-8000-00000000dead';
const annual = (userId: string, overrides: object = {}) => ({
  userId,
  kind: 'listing',
  billedTo: 'Demo Exchange Ltd',
  address: '1 Long Street\nCape Town',
  ...overrides,
});
async function makeMember() {
  const user = await makeUser(db());
  return { ...user, cookie: (await makeSession(db(), { userId: user.id })).cookie };
}
async function buyPremium(userId: Awaited<ReturnType<typeof makeMember>>['id']) {
  const payment = await makePayment(db(), { userId, amountCents: 25_000, status: 'confirmed' });
  const { invoices } = server.running.services;
  return (await server.running.database.transaction((tx) => invoices.issueForPayment(tx, payment)))!;
}
const get = (cookie: string, path: string) => server.get(path, { headers: { cookie } });
const issue = async (body: object, headers = {}) => {
  const response = await post(admin, '/api/admin/invoices', body, headers);
  return {
    status: response.status,
    reply: (await response.json()) as { id: InvoiceId; number: string; code?: string },
  };
};
const pay = (id: string) => putAsShownWithReason(admin, `/api/admin/invoices/${id}/pay`);
const listAudited = (subject: string) =>
  test.sql('select action, actor_id as by from audit_entries where subject = $1 order by at', [subject]);
/** Backdates an invoice; invoices are append-only, so the trigger is disabled for it. */
async function age(id: string, days: number) {
  await test.sql('alter table invoices disable trigger invoices_append_only');
  await test.sql('update invoices set issued_on = issued_on - $2::int, due_on = due_on - $2::int where id = $1', [
    id,
    days,
  ]);
  await test.sql('alter table invoices enable always trigger invoices_append_only');
}
const today = async () => {
  const [row] = await test.sql(
    `select (now() at time zone 'Africa/Johannesburg')::date::text as today, ((now() at time zone 'Africa/Johannesburg')::date + 30)::text as due`,
  );
  return row as { today: string; due: string };
};

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
/** The last day of the year that starts on the day. */
const addYear = (day: string) => addDays(`${Number(day.slice(0, 4)) + 1}${day.slice(4)}`, -1);

describe('GET /api/account/invoices', () => {
  it('lists the invoices of a member, newest first, and no one else’s', async () => {
    const member = await makeMember();
    const other = await makeMember();
    const first = await buyPremium(member.id);
    await buyPremium(other.id);
    const second = await buyPremium(member.id);
    const response = await get(member.cookie, '/api/account/invoices');
    expect(await response.json()).toEqual(
      [second, first].map((id) =>
        expectedReply('GET /api/account/invoices', {
          id,
          kind: 'premium',
          status: 'paid',
          description: 'Premium, one month',
          totalCents: 25_000,
          vatCents: null,
          dueOn: null,
        }),
      ),
    );
    const older = (await (await get(member.cookie, '/api/account/invoices?limit=1&offset=1')).json()) as {
      id: string;
    }[];
    expect(older.map(({ id }) => id)).toEqual([first]);
  });

  it('responds with an empty list to a member who was never billed', async () => {
    const { cookie } = await makeMember();
    expect(await (await get(cookie, '/api/account/invoices')).json()).toEqual([]);
  });

  it('rejects visitors from the list of invoices', async () => {
    expect((await server.get('/api/account/invoices')).status).toBe(401);
  });
});

describe('GET /api/account/invoices/:id/file', () => {
  it('returns the invoice as PDF with its number as file name', async () => {
    const { id: userId, cookie } = await makeMember();
    const id = await buyPremium(userId);
    const [{ number }] = (await (await get(cookie, '/api/account/invoices')).json()) as [{ number: string }];
    const response = await get(cookie, `/api/account/invoices/${id}/file`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${number}.pdf"`);
    const text = await extractPdfText(new Uint8Array(await response.arrayBuffer()));
    expect(text).toContain(number);
    expect(text).toContain('Amina Demo');
  });

  it('responds 404 for an unknown invoice and for the invoice of another member', async () => {
    const { cookie } = await makeMember();
    const id = await buyPremium((await makeMember()).id);
    for (const one of [id, unknown]) {
      const response = await get(cookie, `/api/account/invoices/${one}/file`);
      expect(await summarizeResponse(response)).toBe('404 INVOICE_NOT_FOUND');
    }
  });
});

describe('deleting an account with invoices', () => {
  it('exports the invoices before the deletion, and they stay as issued', async () => {
    const { id: userId, cookie } = await makeMember();
    const id = await buyPremium(userId);
    const { invoices } = (await (await get(cookie, '/api/account/data')).json()) as { invoices: unknown[] };
    expect(invoices).toEqual([
      expectedReply('GET /api/account/invoices', { id, totalCents: 25_000, vatCents: null, dueOn: null }),
    ]);
    const body = { currentPassword: 'correct-horse-battery' };
    expect((await server.post('/api/account/delete', body, { headers: { cookie } })).status).toBe(200);
    expect(await test.sql('select recipient, user_id as "userId" from invoices where id = $1', [id])).toEqual([
      { recipient: { name: 'Amina Demo', address: null, vatNumber: null }, userId },
    ]);
  });
});

describe('POST /api/admin/invoices', () => {
  it('issues the invoice of a year, due after 30 days', async () => {
    const { id: userId, cookie } = await makeMember();
    const { status, reply } = await issue(annual(userId));
    const { today: issuedOn, due: dueOn } = await today();
    expect(status).toBe(201);
    const listed = {
      id: reply.id,
      number: reply.number,
      kind: 'listing',
      status: 'issued',
      description: 'Listing in the register, one year',
      totalCents: 2_500_000,
      vatCents: null,
      periodFrom: issuedOn,
      periodTo: addYear(issuedOn),
      issuedOn,
      dueOn,
      paidOn: null,
    };
    expect(reply).toEqual({ ...listed, billedTo: 'Demo Exchange Ltd' });
    expect(await (await get(cookie, '/api/account/invoices')).json()).toEqual([listed]);
    expect(await listAudited(reply.id)).toEqual([{ action: 'invoice.issued', by: admin.id }]);
    const { reply: api } = await issue(annual(userId, { kind: 'api' }));
    const expected = { kind: 'api', description: 'API access, one year', totalCents: 10_000_000 };
    expect(api).toEqual({ ...reply, ...expected, id: api.id, number: api.number });
  });

  it('bills the second year of a listing from the day after the first', async () => {
    const { id: userId } = await makeMember();
    const { today: issuedOn } = await today();
    await issue(annual(userId));
    const { reply: second } = await issue(annual(userId));
    const start = addDays(addYear(issuedOn), 1);
    const { periodFrom, periodTo } = second as unknown as { periodFrom: string; periodTo: string };
    expect({ periodFrom, periodTo }).toEqual({ periodFrom: start, periodTo: addYear(start) });
    const { reply: api } = await issue(annual(userId, { kind: 'api' }));
    expect((api as unknown as { periodFrom: string }).periodFrom).toBe(issuedOn);
  });

  it('issues one invoice when the request is sent twice with the same idempotency key', async () => {
    const { id: userId } = await makeMember();
    const headers = { 'Idempotency-Key': 'an-invoice-of-this-year' };
    const { reply: first } = await issue(annual(userId), headers);
    const { reply: again } = await issue(annual(userId), headers);
    expect(again).toEqual(first);
    expect(await test.sql('select id from invoices where user_id = $1', [userId])).toEqual([{ id: first.id }]);
  });

  it('rejects an invoice for an unknown account and for an incomplete recipient', async () => {
    const getOutcome = async (body: object) => summarizeResponse(await post(admin, '/api/admin/invoices', body));
    expect(await getOutcome(annual(unknown))).toBe('404 USER_NOT_FOUND');
    const { id: userId } = await makeMember();
    expect(await getOutcome(annual(userId, { billedTo: ' ' }))).toBe('400 INVALID_INPUT');
    expect(await getOutcome(annual(userId, { kind: 'premium' }))).toBe('400 INVALID_INPUT');
  });
});

describe('PUT /api/admin/invoices/:id/pay', () => {
  it('marks an invoice as paid and posts the money', async () => {
    const { id: userId } = await makeMember();
    const { reply: issued } = await issue(annual(userId));
    const response = await pay(issued.id);
    expect(response.status).toBe(200);
    const { today: paidOn } = await today();
    expect(await response.json()).toEqual({ ...issued, status: 'paid', paidOn });
    const lines = await test.sql(
      `select a.name, a.currency, e.amount::int from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
       join ledger_accounts a on a.id = e.account_id where t.source = 'invoice' and t.source_id = $1 order by a.name`,
      [issued.id],
    );
    expect(lines).toEqual([
      { name: 'bank', currency: 'ZAR', amount: 2_500_000 },
      { name: 'income:listing', currency: 'ZAR', amount: -2_500_000 },
    ]);
    expect(await listAudited(issued.id)).toEqual([
      { action: 'invoice.issued', by: admin.id },
      { action: 'invoice.paid', by: admin.id },
    ]);
  });

  it('rejects an invoice that is paid already, also for two concurrent requests', async () => {
    const { reply } = await issue(annual((await makeMember()).id));
    const statuses = await Promise.all([pay(reply.id), pay(reply.id)].map(async (one) => (await one).status));
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    const premium = await buyPremium((await makeMember()).id);
    expect(await summarizeResponse(await pay(premium))).toBe('409 ALREADY_DECIDED');
  });

  it('responds 404 when an unknown invoice is marked as paid', async () => {
    expect(await summarizeResponse(await pay(unknown))).toBe('404 INVOICE_NOT_FOUND');
  });
});

describe('GET /api/admin/invoices/:id/file', () => {
  it('returns the invoice of any member as PDF to an administrator', async () => {
    const { id: userId, cookie } = await makeMember();
    const id = await buyPremium(userId);
    const response = await get(admin.cookie, `/api/admin/invoices/${id}/file`);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    const own = await get(cookie, `/api/account/invoices/${id}/file`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(await own.arrayBuffer()));
    expect(await summarizeResponse(await get(cookie, `/api/admin/invoices/${id}/file`))).toBe('403 FORBIDDEN');
    expect(await summarizeResponse(await get(admin.cookie, `/api/admin/invoices/${unknown}/file`))).toBe(
      '404 INVOICE_NOT_FOUND',
    );
  });
});

describe('GET /api/admin/invoices', () => {
  const list = async (query: string) => {
    const response = await get(admin.cookie, `/api/admin/invoices?${query}`);
    const rows = (await response.json()) as { id: string; status: string }[];
    return { rows, ids: rows.map(({ id }) => id), total: Number(response.headers.get('X-Total-Count')) };
  };

  it('lists all invoices, newest first, and finds them by number, recipient and status', async () => {
    const { id: userId } = await makeMember();
    const { total: before } = await list('limit=1');
    const { reply: issued } = await issue(annual(userId, { billedTo: 'Kilimanjaro Coins' }));
    const { reply: late } = await issue(annual(userId, { billedTo: 'Ọláyínká Limited' }));
    await age(late.id, 31);
    const premium = await buyPremium(userId);
    const credited = await buyPremium(userId);
    const { invoices } = server.running.services;
    const [{ paymentId }] = (await test.sql('select payment_id as "paymentId" from invoices where id = $1', [
      credited,
    ])) as [{ paymentId: never }];
    const note = await server.running.database.transaction((tx) => invoices.creditPayment(tx, paymentId));

    const { rows, total } = await list('limit=5');
    expect(total).toBe(before + 5);
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      [note, 'paid'],
      [credited, 'credited'],
      [premium, 'paid'],
      [late.id, 'overdue'],
      [issued.id, 'issued'],
    ]);
    expect((await list(`search=${issued.number.toLowerCase()}`)).ids).toEqual([issued.id]);
    expect((await list('search=kilimanjaro')).ids).toEqual([issued.id]);
    expect((await list(`search=${encodeURIComponent('ọláyínká')}`)).ids).toEqual([late.id]);
    for (const [status, id] of [
      ['overdue', late.id],
      ['credited', credited],
    ] as const) {
      const { ids, total: matches } = await list(`status=${status}`);
      expect({ ids, matches }).toEqual({ ids: [id], matches: 1 });
    }
    const { ids: open, total: openInAll } = await list('status=issued&limit=100');
    expect(open).toContain(issued.id);
    expect(open).not.toContain(late.id);
    expect(openInAll).toBe(open.length);
    const paid = await list('status=paid&limit=100');
    expect(paid.ids).toContain(premium);
    expect(paid.total).toBe(paid.ids.length);
    expect(await invoices.countOverdue()).toBe(1);
  });

  it('does not count an invoice as overdue on its due date', async () => {
    const { reply } = await issue(annual((await makeMember()).id, { billedTo: 'Just In Time' }));
    await age(reply.id, 30);
    expect((await list('search=just%20in')).rows.map(({ status }) => status)).toEqual(['issued']);
  });
});

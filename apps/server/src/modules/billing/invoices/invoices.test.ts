import { createHash } from 'node:crypto';
import type { InvoiceId, PaymentId } from '@hakiki/contract/billing';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { makePayment, makeUser } from '../../../../test/support/factories.ts';
import { extractPdfText } from '../../../../test/support/pdf-text.ts';
import { makeUserActor } from '../../../../test/support/actors.ts';
import { createAuditService } from '../../audit/service.ts';
import { createInvoices } from './invoices.ts';
import { createLedger } from '../ledger/ledger.ts';

const test = useDatabase();
const db = () => test.database.db;

const enqueued: string[] = [];
const queue = {
  enqueue: (_: unknown, job: { name: string }) => {
    enqueued.push(job.name);
    return Promise.resolve();
  },
};
const company = { name: 'Hakiki (Pty) Ltd', address: '1 Long Street, Cape Town' };
const bankAccount = {
  bank: 'First Bank',
  accountHolder: 'Hakiki (Pty) Ltd',
  accountNumber: '62 0000 1111',
  branchCode: '250655',
};
const invoicesOf = (vatNumber?: string, vatPercent = 15) =>
  createInvoices({
    database: test.database,
    queue,
    audit: createAuditService(),
    ledger: createLedger(),
    settings: { invoicing: { ...company, vatNumber, vatPercent }, bankAccount },
  });
const invoices = () => invoicesOf();
const vatRegistered = () => invoicesOf('4123456789');
type Invoices = ReturnType<typeof createInvoices>;

async function pay(
  overrides: Partial<Parameters<typeof makePayment>[1]> = {},
  person: Parameters<typeof makeUser>[1] = {},
) {
  const user = await makeUser(db(), person);
  const payment = await makePayment(db(), { userId: user.id, amountCents: 25_000, status: 'confirmed', ...overrides });
  return { user, payment };
}
const issue = (service: Invoices, payment: { id: PaymentId }) =>
  test.database.transaction((tx) => service.issueForPayment(tx, payment));
const credit = (service: Invoices, paymentId: PaymentId) =>
  test.database.transaction((tx) => service.creditPayment(tx, paymentId));
const rowOf = async (id: InvoiceId | undefined) => {
  const [row] = await test.sql(
    `select number, kind, supplier, recipient, description, total_cents as total, vat_cents as vat, status,
       period_from::text as "from", period_to::text as "to"
     from invoices i join invoice_statuses s on s.invoice_id = i.id where i.id = $1`,
    [id],
  );
  return row;
};
const numbersOf = async (series: string) =>
  (await test.sql(`select number from invoices where number like $1 order by number`, [`${series}-%`])).map(
    ({ number }) => String(number),
  );
const runDrawJob = (service: Invoices, invoiceId: InvoiceId | undefined, payload = {}) =>
  service.jobs()[0]!.run({ invoiceId, ...payload }, { id: 'now' });
async function textOf(service: Invoices, userId: string, id: InvoiceId | undefined): Promise<string> {
  const { bytes } = await service.getFile(id!, userId as never);
  return extractPdfText(bytes);
}
const year = async () => {
  const [row] = await test.sql(`select to_char(now() at time zone 'Africa/Johannesburg', 'YYYY') as year`);
  return String(row!['year']);
};

describe('issuing invoices', () => {
  it('issues an invoice for a payment, with both parties as of that day', async () => {
    const { user, payment } = await pay({
      periodFrom: new Date('2026-11-16T10:00:00Z'),
      periodTo: new Date('2026-12-16T10:00:00Z'),
      creditsUsed: 50,
      amountCents: 20_000,
    });
    enqueued.length = 0;
    const id = await issue(invoices(), payment);
    expect(enqueued).toEqual(['billing.draw-invoice']);
    await test.sql(`update users set first_name = 'Another' where id = $1`, [user.id]);
    expect(await rowOf(id)).toEqual({
      number: expect.stringMatching(new RegExp(`^HK-${await year()}-0000\\d\\d$`)),
      kind: 'premium',
      supplier: { ...company, vatNumber: null, bankAccount },
      recipient: { name: 'Amina Demo', address: null, vatNumber: null },
      description: 'Premium, one month, less 50 referral credits',
      from: '2026-11-16',
      to: '2026-12-16',
      total: 20_000,
      vat: null,
      status: 'paid',
    });
  });

  it('issues one invoice for a payment', async () => {
    const { payment } = await pay();
    const first = await issue(invoices(), payment);
    expect(await issue(invoices(), payment)).toBe(first);
  });

  it('issues no invoice for a month that credits have paid', async () => {
    const { payment } = await pay({ amountCents: 0, creditsUsed: 250 });
    expect(await issue(invoices(), payment)).toBeUndefined();
  });

  it('numbers invoices without a gap, with concurrent and failing transactions', async () => {
    const paid = await Promise.all(Array.from({ length: 30 }, () => pay()));
    const before = await numbersOf('HK');
    const outcomes = await Promise.allSettled(
      paid.map(({ payment }, turn) =>
        test.database.transaction(async (tx) => {
          await invoices().issueForPayment(tx, payment);
          if (turn % 3 === 0) throw new Error('the bank is closed');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const numbers = await numbersOf('HK');
    expect(numbers).toHaveLength(before.length + 20);
    const [now] = [await year()];
    expect(numbers).toEqual(numbers.map((_, turn) => `HK-${now}-${String(turn + 1).padStart(6, '0')}`));
  });

  it('cancels an invoice by a credit note of its own series, and never changes the invoice', async () => {
    const { user, payment } = await pay();
    const id = await issue(vatRegistered(), payment);
    const before = await rowOf(id);
    // Later changes do not matter: the credit note has the same parties and the same tax.
    const note = await credit(invoices(), payment.id);
    expect(await credit(invoices(), payment.id)).toBe(note);
    expect(await rowOf(id)).toEqual({ ...before, status: 'credited' });
    expect(await rowOf(note)).toEqual({
      ...before,
      number: `HKC-${await year()}-000001`,
      kind: 'credit_note',
      description: `Money paid back for ${String(before!['number'])}: Premium, one month`,
      total: -25_000,
      vat: -3261,
    });
    const text = await textOf(invoices(), user.id, note);
    expect(text).toContain('Credit Note');
    expect(text).toMatch(/Total credited\s+R250\.00/);
  });

  it('issues no credit note for a payment without an invoice', async () => {
    const { payment } = await pay({ amountCents: 0 });
    expect(await credit(invoices(), payment.id)).toBeUndefined();
  });
});

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const formatDay = (day: string | null) => dateFormat.format(new Date(day!));

describe('the PDF of an invoice', () => {
  const yoruba = { firstName: 'Ọláyínká', lastName: 'Adébáyọ̀ ₦' };

  it('shows the names of people and currency symbols with all their characters', async () => {
    const { user, payment } = await pay({}, yoruba);
    const text = await textOf(invoices(), user.id, await issue(invoices(), payment));
    expect(text).toContain('Ọláyínká Adébáyọ̀ ₦');
  });

  it('is a plain invoice without VAT while the company is not registered for it', async () => {
    const { user, payment } = await pay();
    const text = await textOf(invoices(), user.id, await issue(invoices(), payment));
    expect(text).toMatch(/^Invoice(?! VAT)/);
    expect(text).toMatch(/VAT\s+Not charged\nTotal paid\s+R250\.00\nHakiki \(Pty\) Ltd is not registered for VAT\./);
    expect(text).not.toMatch(/tax invoice|VAT number|VAT at/i);
  });

  it('is an abridged tax invoice for a month of Premium', async () => {
    const { user, payment } = await pay();
    const text = await textOf(invoices(), user.id, await issue(vatRegistered(), payment));
    expect(text).toMatch(/^Tax Invoice/);
    expect(text).toMatch(/^Hakiki \(Pty\) Ltd .*\n1 Long Street, Cape Town\nVAT number 4123456789$/m);
    expect(text).toMatch(/Value without VAT\s+R217\.39\nVAT at 15 %\s+R32\.61\nTotal paid\s+R250\.00/);
    expect(text).not.toContain('Quantity');
  });

  it.each([
    ['listing', 'Listing in the register, one year', 'R21,739.13', 'R3,260.87', 'R25,000.00'],
    ['api', 'API access, one year', 'R86,956.52', 'R13,043.48', 'R100,000.00'],
  ] as const)('is a full tax invoice for a year of %s', async (kind, description, value, vat, total) => {
    const admin = await makeUser(db(), { isAdmin: true });
    const user = await makeUser(db());
    const body = { userId: user.id, kind, billedTo: 'Naira ₦ Markets', address: '2 Broad Street, Lagos' };
    const { id } = await vatRegistered().issueAnnual(
      makeUserActor({ id: admin.id, isAdmin: true }),
      { ...body, vatNumber: '4987654321' },
      undefined,
    );
    const text = await textOf(vatRegistered(), user.id, id);
    expect(text).toContain('Naira ₦ Markets\n2 Broad Street, Lagos\nVAT number 4987654321');
    expect(text).toMatch(new RegExp(`${description}\nPeriod .*\nQuantity 1`));
    const rows = [
      ['Value without VAT', value],
      ['VAT at 15 %', vat],
      ['Total due', total],
    ];
    for (const [name, amount] of rows) expect(text).toMatch(new RegExp(`${name}\\s+${amount}`));
    expect(text).toMatch(/Issued \d+ \w+ \d{4}\n?.*Due \d+ \w+ \d{4}/s);
  });

  it('has the VAT rate and the bank account of the day of its issue after the settings have changed', async () => {
    const { user, payment } = await pay();
    const id = await issue(invoicesOf('4123456789', 20), payment);
    const text = await textOf(vatRegistered(), user.id, id);
    expect(text).toMatch(/Value without VAT\s+R208\.33\nVAT at 20 %\s+R41\.67\nTotal paid\s+R250\.00/);
  });

  it('shows where to pay until it is paid, and then the day of the payment', async () => {
    const admin = makeUserActor({ id: (await makeUser(db(), { isAdmin: true })).id, isAdmin: true });
    const user = await makeUser(db());
    const body = { userId: user.id, kind: 'listing', billedTo: 'Demo Exchange', address: '2 Broad Street' } as const;
    const { id, number, periodFrom, periodTo } = await invoices().issueAnnual(admin, body, undefined);
    await runDrawJob(invoices(), id);
    const due = await textOf(invoices(), user.id, id);
    for (const line of [
      `Payment reference ${number}`,
      'First Bank',
      'Account holder Hakiki (Pty) Ltd',
      'Account number 62 0000 1111',
      'Branch code 250655',
      `Period ${formatDay(periodFrom)} to ${formatDay(periodTo)}`,
    ]) {
      expect(due).toContain(line);
    }
    expect(due).toMatch(/Total due\s+R25,000\.00/);
    expect(due).not.toContain('Paid on');

    enqueued.length = 0;
    const { paidOn } = await invoices().markPaid(admin, id);
    expect(enqueued).toEqual(['billing.draw-invoice']);
    await runDrawJob(invoices(), id, { isPayment: true });
    const paid = await textOf(invoices(), user.id, id);
    expect(paid).toContain(`Paid on ${formatDay(paidOn)}`);
    expect(paid).toMatch(/Total paid\s+R25,000\.00/);
    expect(paid).not.toMatch(/Total due|Account number/);
  });

  it('has the same bytes on every run, and is stored with their hash', async () => {
    const { user, payment } = await pay({}, yoruba);
    const id = await issue(vatRegistered(), payment);
    const person = makeUserActor({ id: user.id });
    const early = await vatRegistered().getFile(id!, person.user.id);
    await runDrawJob(vatRegistered(), id);
    await test.sql(`update invoice_statuses set paid_at = now() + interval '1 day' where invoice_id = $1`, [id]);
    await runDrawJob(vatRegistered(), id);
    const [stored] = await test.sql('select file, file_hash as hash from invoice_statuses where invoice_id = $1', [id]);
    expect(Buffer.from(early.bytes).equals(stored!['file'] as Buffer)).toBe(true);
    expect(stored!['hash']).toEqual(createHash('sha256').update(early.bytes).digest());
    expect(await vatRegistered().getFile(id!, person.user.id)).toEqual(early);
    expect(early.bytes.length).toBeLessThan(40_000);
  });
});

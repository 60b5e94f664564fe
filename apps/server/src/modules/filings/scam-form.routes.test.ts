/** The form to report a scam: required fields, optional fields and error messages. */
import { alertTypes, severities } from '@hakiki/contract/alert-values';
import type { FilingState } from '@hakiki/contract/filings';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { expectedReply } from '../../../test/support/expected-replies.ts';
import { makeSession, makeUser } from '../../../test/support/factories.ts';
import { newScamReport } from '../../../test/support/reporter.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });

type Body = Record<string, unknown>;

let member: ReturnType<typeof openBrowser>;
beforeAll(async () => {
  const { id: userId } = await makeUser(test.database.db);
  const { token } = await makeSession(test.database.db, { userId });
  member = openBrowser(server, { cookies: [['session', token]] });
});

const optionalFields = {
  affectedProvider: 'Demo Broker',
  amountLost: 'R 1 200',
  contactEmail: 'amina@example.com',
  contactPhone: '+27 80 000 0000',
  evidenceDescription: 'Three screenshots.',
  additionalDetails: 'They called twice.',
};
const makeForm = (changes: Body = {}): Body => ({ ...newScamReport(), ...optionalFields, ...changes });
const makeFormWithout = (name: string): Body =>
  Object.fromEntries(Object.entries(makeForm()).filter(([key]) => key !== name));
const submit = (body: Body) => member.post('/api/fraud-alerts', body);
const submitAccepted = async (body: Body) => {
  const response = await submit(body);
  const reply = (await response.json()) as { id: string; receipt: { code: string }; fields?: unknown };
  expect([response.status, reply.fields]).toEqual([201, undefined]);
  return reply;
};
const submitRejected = async (body: Body) => {
  const response = await submit(body);
  const { code, fields } = (await response.json()) as { code?: string; fields?: Record<string, string> };
  expect([response.status, code]).toEqual([400, 'INVALID_INPUT']);
  return fields;
};
const readAlertRow = async (id: string) => (await test.sql('select * from fraud_alerts where id = $1', [id]))[0];

describe('POST /api/fraud-alerts', () => {
  it('a member submits the full form, and every field is stored [SCAM-01] [SCAM-02] [REAL-14]', async () => {
    const { id, receipt } = await submitAccepted(makeForm());
    expect(await readAlertRow(id)).toEqual(
      expect.objectContaining({
        title: newScamReport().title,
        alert_type: 'fake_platform',
        severity: 'High',
        description: newScamReport().description,
        affected_countries: ['nigeria'],
        affected_provider_name: 'Demo Broker',
        lost_cents: '120000',
        status: 'pending',
      }),
    );
    const state = (await (await server.post('/api/filings/look-up', { code: receipt.code })).json()) as FilingState;
    expect(state).toEqual(
      expectedReply('POST /api/filings/look-up', {
        amountLost: 'R 1 200',
        evidenceDescription: 'Three screenshots.',
        additionalDetails: 'They called twice.',
        hasContact: true,
      }),
    );
  });

  it('the form accepts exactly the known scam types [SCAM-03] [SCAM-12]', async () => {
    expect(alertTypes).toEqual([
      'ponzi_scheme',
      'fake_platform',
      'phishing',
      'rug_pull',
      'exchange_hack',
      'wallet_compromise',
      'fraud',
      'scam',
    ]);
    for (const alertType of alertTypes) await submitAccepted(makeForm({ alertType }));
    const expectedErrors = { alertType: 'Please select a scam type' };
    for (const alertType of [undefined, '', 'other', 'Scam']) {
      expect(await submitRejected(makeForm({ alertType })), String(alertType)).toEqual(expectedErrors);
    }
  });

  it('the form accepts exactly four severities, ignoring letter case [SCAM-04] [SCAM-13]', async () => {
    expect(severities).toEqual(['Low', 'Medium', 'High', 'Critical']);
    for (const severity of ['Low', 'medium', 'HIGH', 'Critical']) {
      const stored = severity.charAt(0).toUpperCase() + severity.slice(1).toLowerCase();
      expect(await readAlertRow((await submitAccepted(makeForm({ severity }))).id)).toEqual(
        expect.objectContaining({ severity: stored }),
      );
    }
    const expectedErrors = { severity: 'Please select severity level' };
    for (const severity of [undefined, '', 'severe', 3]) {
      expect(await submitRejected(makeForm({ severity })), String(severity)).toEqual(expectedErrors);
    }
  });

  it('the form stores countries in lower case and requires at least one [SCAM-10] [SCAM-15]', async () => {
    const { id } = await submitAccepted(makeForm({ affectedCountries: ['Nigeria', 'South Africa', 'other'] }));
    expect(await readAlertRow(id)).toEqual(
      expect.objectContaining({ affected_countries: ['nigeria', 'south africa', 'other'] }),
    );
    const expectedErrors = { affectedCountries: 'Please specify at least one country' };
    for (const affectedCountries of [undefined, [], '', ' ,']) {
      expect(await submitRejected(makeForm({ affectedCountries })), String(affectedCountries)).toEqual(expectedErrors);
    }
  });

  it('the form requires a title of ten characters [SCAM-11] [DEC-82]', async () => {
    const expectedErrors = { title: 'Title must be at least 10 characters' };
    for (const title of [undefined, '', 'Nine char', '  Nine char  ']) {
      expect(await submitRejected(makeForm({ title })), title).toEqual(expectedErrors);
    }
    await submitAccepted(makeForm({ title: 'Ten chars.' }));
  });

  it('the form requires a description of fifty characters [SCAM-14] [DEC-82]', async () => {
    const expectedErrors = { description: 'Description must be at least 50 characters' };
    for (const description of [undefined, '', 'x'.repeat(49), `  ${'x'.repeat(49)} `]) {
      expect(await submitRejected(makeForm({ description })), description).toEqual(expectedErrors);
    }
    await submitAccepted(makeForm({ description: 'x'.repeat(50) }));
  });

  it('the form accepts only a valid email address or none [SCAM-16] [DEC-82]', async () => {
    const expectedErrors = { contactEmail: 'Please enter a valid email address' };
    for (const contactEmail of ['amina', 'amina@', 'a b@example.com']) {
      expect(await submitRejected(makeForm({ contactEmail })), contactEmail).toEqual(expectedErrors);
    }
    const hasEmail = async (contactEmail: string) => {
      const { id } = await submitAccepted(makeForm({ contactEmail }));
      return (await test.sql('select has_email from filings where id = $1', [id]))[0]?.['has_email'];
    };
    expect(await hasEmail('')).toBe(false);
    expect(await hasEmail(' Amina@Example.com ')).toBe(true);
  });

  it('the form accepts each optional field as empty or missing [SCAM-17]', async () => {
    for (const name of Object.keys(optionalFields)) {
      expect((await submit(makeFormWithout(name))).status, name).toBe(201);
      expect((await submit(makeForm({ [name]: '' }))).status, name).toBe(201);
    }
    expect((await submit({ ...newScamReport() })).status).toBe(201);
  });

  it('the server reports all invalid fields at once, with the same rules as the form [DEC-32]', async () => {
    expect(await submitRejected({ status: 'approved', isVerified: true })).toEqual({
      title: 'Title must be at least 10 characters',
      alertType: 'Please select a scam type',
      severity: 'Please select severity level',
      description: 'Description must be at least 50 characters',
      affectedCountries: 'Please specify at least one country',
    });
  });

  it('a submitted report is pending, whatever status was sent [DEC-32]', async () => {
    const { id } = await submitAccepted(
      makeForm({ status: 'approved', isActive: true, isVerified: true, reportCount: 99 }),
    );
    expect(await readAlertRow(id)).toEqual(
      expect.objectContaining({ status: 'pending', report_count: 1, decided_at: null }),
    );
  });
});

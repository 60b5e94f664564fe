import { createHash } from 'node:crypto';
import { type AlertId, NewAlert } from '@hakiki/contract/alerts';
import { normalizeReceiptCode } from '@hakiki/contract/filed';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { makeProvider, makeUser, tagOf } from '../../../../test/support/factories.ts';
import { createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { makeUserActor, actors } from '../../../../test/support/actors.ts';
import { useServer } from '../../../../test/support/server.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { type Actor, visitor } from '../../../platform/http/actor.ts';

const test = useDatabase();
const server = useServer(test);
const db = () => test.database.db;
const alerts = () => server.running.services.alerts;

const reportBody = {
  title: 'A trader who wants a fee first',
  alertType: 'fraud',
  severity: 'High',
  description: 'They doubled my figure on the screen and asked for a fee before they would pay out.',
  affectedCountries: ['Nigeria', 'south-africa'],
};
const newId = () => uuidv7<AlertId>();

async function submitAlert(overrides: object = {}, actor: Actor = visitor) {
  const id = newId();
  const { proof: _, language: __, ...content } = NewAlert.parse({ ...reportBody, ...overrides });
  const filed = await test.database.transaction((tx) => alerts().accept(tx, content, { id, actor, language: 'fr' }));
  return { id, ...filed };
}
const readAlertRow = async (id: AlertId) => (await test.sql('select * from fraud_alerts where id = $1', [id]))[0]!;

describe('accepting an alert', () => {
  it('a submitted alert is hidden from everyone until it is verified, has a receipt, and its records do not name the reporter [SCAM-21] [ENT-15] [DEC-26]', async () => {
    const user = await makeUser(db());
    const actor = makeUserActor({ id: user.id });
    const { id, item, receipt } = await submitAlert({}, actor);
    expect(item).toEqual({
      id,
      title: reportBody.title,
      alertType: 'fraud',
      severity: 'High',
      description: reportBody.description,
      affectedProvider: null,
      affectedCountries: ['nigeria', 'south africa'],
      status: 'pending',
      mergedInto: null,
      createdAt: expect.any(String),
    });
    expect(await readAlertRow(id)).toEqual(
      expect.objectContaining({ status: 'pending', report_count: 1, decided_at: null }),
    );
    const activeAlerts = await alerts().listActive(actors.admin);
    expect(activeAlerts.rows.some((alert) => alert.id === id)).toBe(false);
    expect((await alerts().listOwn(actor, { limit: 10, offset: 0 })).map((own) => own.id)).toEqual([id]);
    expect(
      await test.sql(
        `select f.kind, f.owner_tag, f.language, f.receipt_hash = $2 as "hasReceipt",
           (select array_agg(array[actor_kind, actor_id, action]) from audit_entries where subject = $1) as audit
         from filings f where id = $1::uuid`,
        [id, createHash('sha256').update(normalizeReceiptCode(receipt.code)).digest()],
      ),
    ).toEqual([
      {
        kind: 'alert',
        owner_tag: tagOf(user.id),
        language: 'fr',
        hasReceipt: true,
        audit: [['user', null, 'alert.submitted']],
      },
    ]);
  });

  it('a submitted alert stores all fields of the form, those about the reporter only in encrypted form [REAL-14] [DEC-24]', async () => {
    const secrets = {
      contactEmail: 'reporter@example.com',
      contactPhone: '+27 82 555 0143',
      evidenceDescription: 'Screenshots of the chat',
      additionalDetails: 'We met on a dating site',
    };
    const { id, receipt } = await submitAlert({
      ...secrets,
      amountLost: 'R 12 500',
      affectedProvider: 'Nobody Knows Them',
    });
    expect(await readAlertRow(id)).toEqual(
      expect.objectContaining({
        lost_cents: '1250000',
        affected_provider_name: 'Nobody Knows Them',
        affected_provider_id: null,
      }),
    );
    expect(await server.running.services.filings.lookUp(visitor, { code: receipt.code })).toEqual(
      expectedReply('POST /api/filings/look-up', {
        hasContact: true,
        amountLost: 'R 12 500',
        evidenceDescription: secrets.evidenceDescription,
        additionalDetails: secrets.additionalDetails,
      }),
    );
    const [filing] = await test.sql('select * from filings where id = $1', [id]);
    expect(filing).toEqual(expect.objectContaining({ has_email: true }));
    const storedValues = Object.values({ ...(await readAlertRow(id)), ...filing }).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    for (const secret of Object.values(secrets)) expect(storedValues.join('\n')).not.toContain(secret);
  });

  it('a submitted alert accepts every lost amount and counts only amounts in rand [DEC-24]', async () => {
    const readLostCents = async (amountLost: string) =>
      (await readAlertRow((await submitAlert({ amountLost })).id))['lost_cents'];
    expect(await readLostCents('45 000')).toBe('4500000');
    expect(await readLostCents('ZAR 99.95')).toBe('9995');
    for (const text of ['$500', 'my savings', '']) expect(await readLostCents(text)).toBeNull();
  });

  it('a submitted alert is linked to the listed provider with the typed name, ignoring letter case [DEC-25]', async () => {
    const { id: providerId } = await makeProvider(db(), { name: 'Kôlibri Test Exchange' });
    for (const affectedProvider of ['Kôlibri Test Exchange', '  kôlibri TEST exchange ']) {
      expect(await readAlertRow((await submitAlert({ affectedProvider })).id)).toEqual(
        expect.objectContaining({
          affected_provider_id: providerId,
          affected_provider_name: affectedProvider.trim(),
        }),
      );
    }
    const hidden = await makeProvider(db(), { name: 'Not Listed Yet', reviewState: 'pending' });
    for (const name of [hidden.name, 'Kolibri Test Exchange', 'Kôlibri', 'Kôlibri Test Exchange Ltd']) {
      const { id, item } = await submitAlert({ affectedProvider: name });
      expect(await readAlertRow(id), name).toEqual(
        expect.objectContaining({ affected_provider_id: null, affected_provider_name: name }),
      );
      expect(item.affectedProvider).toBe(name);
    }
  });

  it.each(['Pending', 'Suspended'] as const)(
    'a submitted alert is linked to neither of two providers with the same name, one of them %s [DEC-25]',
    async (verificationStatus) => {
      await makeProvider(db(), { name: 'Twin Exchange' });
      await makeProvider(db(), { name: 'TWIN exchange', verificationStatus });
      expect(await readAlertRow((await submitAlert({ affectedProvider: 'Twin Exchange' })).id)).toEqual(
        expect.objectContaining({
          affected_provider_id: null,
          affected_provider_name: 'Twin Exchange',
        }),
      );
    },
  );

  it('a failed transaction leaves nothing of a submitted alert', async () => {
    const id = newId();
    const failing = test.database.transaction(async (tx) => {
      await alerts().accept(tx, NewAlert.parse(reportBody), { id, actor: visitor, language: 'en' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    for (const table of ['fraud_alerts', 'filings']) {
      expect(await test.sql(`select from ${table} where id = $1`, [id])).toEqual([]);
    }
    expect(await test.sql('select from audit_entries where subject = $1', [id])).toEqual([]);
  });

  it('the preview of an alert equals the stored alert', async () => {
    for (const affectedProvider of ['Some Provider', '']) {
      const { id, item } = await submitAlert({ affectedProvider });
      const preview = alerts().preview(NewAlert.parse({ ...reportBody, affectedProvider }), id);
      expect({ ...preview, createdAt: item.createdAt }).toEqual(item);
    }
  });

  it('a severity is accepted in any letter case and stored in one form [DEC-14] [ENT-14]', async () => {
    for (const [severity, stored] of [
      ['critical', 'Critical'],
      ['LOW', 'Low'],
      [' mEdium', 'Medium'],
    ]) {
      const { id, item } = await submitAlert({ severity });
      expect([item.severity, (await readAlertRow(id))['severity']]).toEqual([stored, stored]);
    }
    expect(NewAlert.safeParse({ ...reportBody, severity: 'warning' }).success).toBe(false);
  });
});

describe('deciding an alert', () => {
  const describeSite = (site: string) => ({
    description: `${reportBody.description} It is all done at https://${site}/login by chat.`,
  });
  const readIndicator = (site: string) =>
    test.sql(`select report_count as n from indicators where value = $1 and state = 'active'`, [site]);
  const readUndecidedCount = (id: AlertId) =>
    test.sql(
      'select undecided_count as n from cases c join case_filings f on f.case_id = c.id where f.filing_id = $1',
      [id],
    );
  const listDecisionEmails = (id: AlertId) =>
    test.sql(`select data->>'status' as status from pgboss.job where data->>'filingId' = $1 and data ? 'status'`, [id]);

  async function submitAndProcess(site: string) {
    const { id } = await submitAlert({ ...describeSite(site), contactEmail: 'reporter@example.com' });
    await server.running.services.cases.groupFiling(id);
    expect([await readIndicator(site), await readUndecidedCount(id), await listDecisionEmails(id)]).toEqual([
      [],
      [{ n: 1 }],
      [],
    ]);
    return id;
  }

  it('approving an alert publishes its indicators, closes its case and enqueues an email to its reporter [SCAM-21]', async () => {
    const site = 'approved-scam-page.com';
    const id = await submitAndProcess(site);
    await createConsoleClient(server).approve(await makeAdmin(db()), id);
    expect(await readIndicator(site)).toEqual([{ n: 1 }]);
    expect(await readUndecidedCount(id)).toEqual([{ n: 0 }]);
    expect(await listDecisionEmails(id)).toEqual([{ status: 'approved' }]);
  });

  it('rejecting an alert keeps its indicators private, closes its case and enqueues an email to its reporter', async () => {
    const site = 'rejected-scam-page.com';
    const id = await submitAndProcess(site);
    await createConsoleClient(server).reject(await makeAdmin(db()), id);
    expect(await readIndicator(site)).toEqual([]);
    expect(await readUndecidedCount(id)).toEqual([{ n: 0 }]);
    expect(await listDecisionEmails(id)).toEqual([{ status: 'rejected' }]);
  });
});

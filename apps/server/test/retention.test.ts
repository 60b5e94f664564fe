/**
 * Creates personal data shortly before and shortly after its retention time: the jobs delete the older and keep the
 * newer.
 */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountLimits, lifetimes, rateLimits } from '@hakiki/contract/limits';
import { retention, type RetentionKind } from '@hakiki/contract/retention';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Admin, createConsoleClient, makeAdmin } from './support/staff.ts';
import { useDatabase } from './support/database.ts';
import {
  makeBusiness,
  makeInvitation,
  makeProvider,
  makeSalesMessage,
  makeSession,
  makeUser,
} from './support/factories.ts';
import { makeUserActor } from './support/actors.ts';
import { createReporter } from './support/reporter.ts';
import { useServer } from './support/server.ts';
import { startJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log/log.ts';
import { defineJob, type JobHandler } from '../src/platform/jobs/job.ts';
import type { Log } from '../src/platform/log/log.ts';
import { openStorage } from '../src/platform/storage/open-storage.ts';
import { Random, timedId } from '../src/seed/random.ts';
import { deriveChainKey } from '../src/modules/audit/chain.ts';
import { sealBatch } from '../src/modules/audit/sealer.ts';
import { accountsJobs } from '../src/modules/accounts/jobs.ts';
import { publicFormsJobs } from '../src/modules/public-forms/jobs.ts';
import { verifyAudit } from '../src/modules/audit/verify.ts';
import { retentionJobs } from '../src/retention-jobs.ts';

const evidenceFolder = mkdtempSync(join(tmpdir(), 'hakiki-retention-'));
const outboxFolder = mkdtempSync(join(tmpdir(), 'hakiki-outbox-'));
const test = useDatabase();
const server = useServer(test, {
  settings: { rateLimitScale: 1000, evidence: { folder: evidenceFolder, s3: undefined } },
});
const reporter = createReporter(server);
const { approve, reject } = createConsoleClient(server);
const db = () => test.database.db;
const secret = 'a secret of the audit that is long enough';
afterAll(() => {
  for (const folder of [evidenceFolder, outboxFolder]) rmSync(folder, { recursive: true });
});

const auditLogLines: unknown[] = [];
const log = {
  info: (facts: unknown) => auditLogLines.push(facts),
  warn: (facts: unknown) => auditLogLines.push(facts),
} as unknown as Log;
const purgeExpired = async () => {
  auditLogLines.length = 0;
  const [job] = retentionJobs({
    ...server.running.services,
    database: test.database,
    auditSecret: secret,
    outboxFolder,
    log,
  });
  await job?.run({}, { id: 'tonight' });
  return auditLogLines;
};
const sendMail = () => Promise.resolve();
/** Runs the scheduled jobs that delete data. */
const runAll = async (jobs: readonly JobHandler[]) => {
  for (const job of jobs) if (job.name.includes('forget')) await job.run({}, { id: 'now' });
};
const nothingStored = {
  contact: 0,
  receipts: 0,
  evidence: 0,
  invitations: 0,
  messages: 0,
  refusedReplies: 0,
  maskedWords: 0,
  signIns: 0,
  letters: 0,
  webhookDeliveries: 0,
};

/** Ages in days: one before the retention time, one after. */
const getAgesAround = (kind: RetentionKind) => [retention[kind].days - 1, retention[kind].days + 1] as const;

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
/** Sends a report with all private data that a reporter can give. */
async function fileReportWithEverything(admin: Admin) {
  const { id } = await makeUser(db());
  const actor = makeUserActor({ id });
  const { item, receipt } = await reporter.reportScam(
    { contactEmail: 'reporter@example.com', amountLost: 'R 900' },
    { actor },
  );
  const { evidence, filings, intake } = server.running.services;
  const key = { code: receipt.code };
  const questionId = await filings.askReporter(admin.actor, item.id as never, 'On which day?');
  await filings.answer(actor, key, questionId, 'On a Monday.');
  const { id: fileId, uploadUrl } = await filings.announceEvidence(actor, key, { name: 'a.pdf', bytes: pdf.length });
  await evidence.store(actor, fileId, uploadUrl.split('ticket=')[1] ?? '', pdf);
  await intake.storeOriginalTexts(db(), item.id, { title: 'As sent', description: 'As sent', providerName: null });
  return { id: item.id, fileId, code: receipt.code };
}
const moveDecisionBack = async (id: string, days: number) => {
  await test.sql('update fraud_alerts set decided_at = now() - make_interval(days => $2) where id = $1', [id, days]);
};
const readRemaining = async (id: string) => {
  const [row] = await test.sql(
    `select f.sealed_contact is not null as contact, f.has_email as "hasEmail", f.owner_tag is not null as owner,
       f.receipt_hash is not null as receipt, f.sealed_details is not null as details,
       (select count(*)::int from evidence_files e where e.filing_id = f.id) as files,
       (select count(*)::int from filing_originals o where o.filing_id = f.id) as originals,
       (select count(*)::int from filing_questions q where q.filing_id = f.id) as answers
     from filings f where f.id = $1`,
    [id],
  );
  return row;
};
const everythingStored = {
  contact: true,
  hasEmail: true,
  owner: true,
  receipt: true,
  details: true,
  files: 1,
  originals: 1,
  answers: 1,
};

describe("retention of reporters' data", { timeout: 60_000 }, () => {
  it('contact data of a decided report is deleted first, then evidence, private texts and receipt, each after its retention time; an undecided report loses only contact data [SAFE-05]', async () => {
    const admin = await makeAdmin(db());
    const filed = await fileReportWithEverything(admin);
    const undecided = await fileReportWithEverything(admin);
    await reject(admin, filed.id);
    const [stillReachable, unreachable] = getAgesAround('contact');

    await moveDecisionBack(filed.id, stillReachable);
    expect(await purgeExpired()).toEqual([{ ended: nothingStored }]);
    expect(await readRemaining(filed.id)).toEqual(everythingStored);

    await moveDecisionBack(filed.id, unreachable);
    expect(await purgeExpired()).toEqual([{ ended: { ...nothingStored, contact: 1 } }]);
    expect(await readRemaining(filed.id)).toEqual({ ...everythingStored, contact: false, hasEmail: false });
    expect((await reporter.lookUpReceipt(filed.code)).status).toBe('rejected');

    expect(retention.evidence.days).toBe(retention.receipts.days);
    const [stillThere, gone] = getAgesAround('evidence');
    await moveDecisionBack(filed.id, stillThere);
    expect(await purgeExpired()).toEqual([{ ended: nothingStored }]);
    await moveDecisionBack(filed.id, gone);
    expect(await purgeExpired()).toEqual([{ ended: { ...nothingStored, evidence: 1, receipts: 1 } }]);
    expect(await readRemaining(filed.id)).toEqual({
      contact: false,
      hasEmail: false,
      owner: true,
      receipt: false,
      details: false,
      files: 0,
      originals: 0,
      answers: 0,
    });
    const storage = openStorage({ folder: evidenceFolder, s3: undefined });
    expect(await storage.get(filed.fileId)).toBeUndefined();
    expect(await storage.get(undecided.fileId)).toBeDefined();
    await expect(reporter.lookUpReceipt(filed.code)).rejects.toThrow('404');
    expect(await test.sql('select status from fraud_alerts where id = $1', [filed.id])).toEqual([
      { status: 'rejected' },
    ]);

    expect(await readRemaining(undecided.id)).toEqual(everythingStored);
    const [stillAwaited, tooLong] = getAgesAround('undecidedContact');
    const filedAgo = (days: number) =>
      test.sql('update filings set created_at = now() - make_interval(days => $2) where id = $1', [undecided.id, days]);
    await filedAgo(stillAwaited);
    expect(await purgeExpired()).toEqual([{ ended: nothingStored }]);
    await filedAgo(tooLong);
    expect(await purgeExpired()).toEqual([{ ended: { ...nothingStored, contact: 1 } }]);
    expect(await readRemaining(undecided.id)).toEqual({ ...everythingStored, contact: false, hasEmail: false });
  });

  it('data of a reporter is kept while an appeal about the report is open, and deleted when the appeal is decided [SAFE-05]', async () => {
    const admin = await makeAdmin(db());
    const filed = await fileReportWithEverything(admin);
    await approve(admin, filed.id);
    const { item } = await reporter.appeal({ subject: 'alert', subjectId: filed.id });
    await moveDecisionBack(filed.id, retention.evidence.days + 1);
    expect(await purgeExpired()).toEqual([{ ended: nothingStored }]);
    expect(await readRemaining(filed.id)).toEqual(everythingStored);
    await test.sql("update appeals set status = 'dismissed', reason = 'No.', decided_at = now() where id = $1", [
      item.id,
    ]);
    expect(await purgeExpired()).toEqual([{ ended: { ...nothingStored, contact: 1, receipts: 1, evidence: 1 } }]);
  });
});

describe('retention of other personal data', { timeout: 60_000 }, () => {
  it('sales messages, invitations and emails stored as files are deleted after their retention time [SAFE-05]', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    const [kept, old] = getAgesAround('messages');
    const message = await makeSalesMessage(db(), { createdAt: ago(kept) });
    await makeSalesMessage(db(), { createdAt: ago(old) });
    await makeSalesMessage(db(), { createdAt: ago(old), answeredAt: ago(1) });
    for (const [name, days] of [
      ['kept.eml', getAgesAround('letters')[0]],
      ['old.eml', getAgesAround('letters')[1]],
      ['other.txt', 99],
    ] as const) {
      writeFileSync(join(outboxFolder, name), 'Dear …');
      utimesSync(join(outboxFolder, name), ago(days), ago(days));
    }
    const { id: businessId } = await makeBusiness(db());
    const sent = (days: number) =>
      makeInvitation(db(), {
        businessId,
        createdAt: ago(days),
        expiresAt: ago(days - retention.invitations.days),
      });
    const [open] = [await sent(getAgesAround('invitations')[0]), await sent(getAgesAround('invitations')[1])];
    expect(await purgeExpired()).toEqual([{ ended: { ...nothingStored, invitations: 1, messages: 2, letters: 1 } }]);
    expect(await test.sql('select id from business_invitations')).toEqual([{ id: open.id }]);
    expect(await test.sql('select id from sales_messages')).toEqual([{ id: message.id }]);
    expect(readdirSync(outboxFolder).toSorted()).toEqual(['kept.eml', 'other.txt']);
  });

  it('rejected replies are deleted after their retention time, pending and published ones are not [SAFE-05]', async () => {
    const { id: providerId } = await makeProvider(db());
    const reply = async (status: string, days: number) => {
      const [row] = await test.sql(
        `insert into business_replies (id, provider_id, kind, subject_id, text, language, status, decided_at)
         values (gen_random_uuid(), $1, 'provider', gen_random_uuid(), 'We paid.', 'en', $2,
           now() - make_interval(days => $3)) returning id`,
        [providerId, status, days],
      );
      return row;
    };
    const [kept, old] = getAgesAround('refusedReplies');
    const stay = [await reply('rejected', kept), await reply('pending', old), await reply('approved', old)];
    await reply('rejected', old);
    expect(await purgeExpired()).toEqual([{ ended: { ...nothingStored, refusedReplies: 1 } }]);
    const left = await test.sql('select id from business_replies');
    expect(left).toHaveLength(stay.length);
    expect(left).toEqual(expect.arrayContaining(stay));
  });

  it('the user of an old sign-in is removed from the audit, the entry stays and the chain stays valid [SAFE-05]', async () => {
    const key = deriveChainKey(secret);
    const { id } = await makeUser(db());
    const enter = async (action: string, days: number) => {
      const at = Date.now() - days * 24 * 3_600_000;
      const entryId = timedId(new Random(days, action), at);
      const [row] = await test.sql(
        `insert into audit_entries (id, at, actor_kind, actor_id, action, subject, detail)
         values ($1, $2, 'user', $3, $4, $3, '{"method": "password"}') returning id`,
        [entryId, new Date(at), id, action],
      );
      return String(row?.['id']);
    };
    const [kept, old] = getAgesAround('signIns');
    const ids = [
      await enter('account.signed-in', old + 100),
      await enter('account.sign-in-failed', old),
      await enter('account.signed-out', kept),
      await enter('account.role-granted', old),
    ];
    while (await sealBatch(test.database, key)) continue;
    expect(await purgeExpired()).toEqual([{ ended: { ...nothingStored, signIns: 2 } }]);
    const entries = await test.sql(
      'select action, actor_kind, actor_id, subject, detail from audit_entries where id = any($1) order by id',
      [ids],
    );
    const named = { actor_kind: 'user', actor_id: id, subject: id, detail: { method: 'password' } };
    const cleared = { actor_kind: 'user', actor_id: null, subject: null, detail: null };
    expect(entries).toHaveLength(4);
    expect(entries).toEqual(
      expect.arrayContaining([
        { action: 'account.signed-in', ...cleared },
        { action: 'account.sign-in-failed', ...cleared },
        { action: 'account.signed-out', ...named },
        { action: 'account.role-granted', ...named },
      ]),
    );
    expect((await verifyAudit(db(), { key })).unsealed).toBe(0);
    expect(await purgeExpired()).toEqual([{ ended: nothingStored }]);
  });

  it('expired sessions, rate limits, unconfirmed forms and idempotency keys are deleted, and the job queue is set to delete its jobs after the retention time of emails [SAFE-05]', async () => {
    const rules = [...Object.values(rateLimits), ...Object.values(accountLimits)];
    const longest = Math.max(...rules.map((rule) => ('seconds' in rule ? rule.seconds : 0)));
    expect(longest).toBeLessThanOrEqual(retention.limits.days * 24 * 3600);
    await test.sql("insert into rate_limits (key, points, expire) values ('old', 1, $1), ('new', 1, $2)", [
      Date.now() - 1,
      Date.now() + 60_000,
    ]);
    const { id: userId } = await makeUser(db());
    const { id: sessionId } = await makeSession(db(), { userId });
    await makeSession(db(), { userId, expiresAt: new Date(Date.now() - 1) });
    await test.sql(
      `insert into unconfirmed_submissions (id, token_hash, kind, sealed, expires_at)
       select gen_random_uuid(), token::bytea, 'alert', '', now() + after from (
         values ('old', interval '-1 second'), ('new', interval '1 hour')
       ) as sent (token, after)`,
    );
    await runAll([
      ...accountsJobs({ ...server.running.services, database: test.database, sendMail, log }),
      ...publicFormsJobs({ ...server.running.services, sendMail }),
    ]);
    expect(await test.sql('select id from sessions where user_id = $1', [userId])).toEqual([{ id: sessionId }]);
    expect(await test.sql("select encode(token_hash, 'escape') as token from unconfirmed_submissions")).toEqual([
      { token: 'new' },
    ]);
    expect([retention.sessions.days, retention.unconfirmed.days]).toEqual([
      lifetimes.sessionDays,
      lifetimes.emailTokenHours / 24,
    ]);
    expect(await test.sql("select key from rate_limits where key in ('old', 'new')")).toEqual([{ key: 'new' }]);

    const [kept, old] = getAgesAround('repeats');
    for (const days of [kept, old]) {
      await test.sql(
        `insert into idempotency_keys (key_hash, request_hash, created_at)
         values ($1, '\\x00', now() - make_interval(days => $2))`,
        [Buffer.from(`key ${days}`), days],
      );
    }
    await runAll(publicFormsJobs({ ...server.running.services, sendMail }));
    expect(await test.sql("select encode(key_hash, 'escape') as key from idempotency_keys")).toEqual([
      { key: `key ${kept}` },
    ]);

    const jobs = await startJobs(test.url, createLog('silent'));
    const name = 'test.retention';
    await jobs.work([defineJob({ name, payload: z.object({}) }).withHandler(() => Promise.resolve())]);
    await jobs.stop();
    const [queue] = await test.sql('select deletion_seconds, retention_seconds from pgboss.queue where name = $1', [
      name,
    ]);
    const week = retention.letters.days * 24 * 3600;
    expect(queue).toEqual({ deletion_seconds: week, retention_seconds: week });
  });
});

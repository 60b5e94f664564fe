/**
 * Private data that became public: a moderator masks it everywhere at once, and a second person confirms or reverts
 * that.
 */
import { endpoints } from '@hakiki/contract/endpoints';
import { maskRules } from '@hakiki/contract/masks';
import type { Mask } from '@hakiki/contract/masks-admin';
import { retention } from '@hakiki/contract/retention';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  acknowledgePrivateData,
  type Admin,
  createConsoleClient,
  makeAdmin,
  makeModerator,
} from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import {
  makeAlert,
  makeBusiness,
  makeExperience,
  makeProvider,
  makeBusinessReply,
  makeReport,
  makeReview,
  makeSession,
  makeUser,
} from '../../../../test/support/factories.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });
const { putAsShownWithReason, post, getJson, confirmProposal } = createConsoleClient(server);
const reporter = createReporter(server);
const db = () => test.database.db;

let administrator: Admin;
let moderator: Admin;
let secondModerator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  moderator = await makeModerator(db());
  secondModerator = await makeModerator(db());
});
beforeEach(() =>
  test.deleteAllRows(
    'masks',
    'masked_texts',
    'cases',
    'fraud_alerts',
    'reports',
    'filings',
    'providers',
    'experiences',
    'indicators',
  ),
);

const NAME = 'Thandi Mokoena';
const PHONE = '+27 83 000 0123';
const SCAMMER_PHONE = '+27 83 000 0999';
const TEXT = `A broker promises a third each month and never pays. ${NAME}, ${PHONE}, paid twice. They call from ${SCAMMER_PHONE}, and everybody should keep away from them.`;
const MASKED = TEXT.replace(NAME, '[name removed]').replace(PHONE, '[phone number removed]');
const spans = [
  { kind: 'person', words: NAME },
  { kind: 'phone', words: '083 000 0123' },
];

const applyMask = (who: Admin, subject: string, subjectId: string, words: object[] = spans) =>
  post(who, '/api/admin/masks', { subject, subjectId, spans: words });
const applyMaskOk = async (who: Admin, subject: string, subjectId: string, words: object[] = spans) => {
  const response = await applyMask(who, subject, subjectId, words);
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as Mask;
};
const confirm = (who: Admin, id: string) => post(who, `/api/admin/masks/${id}/confirm`);
const revertMask = (who: Admin, id: string) =>
  acknowledgePrivateData((headers) => post(who, `/api/admin/masks/${id}/revert`, {}, headers));
const descriptionOf = async (id: string) =>
  (await test.sql('select description from fraud_alerts where id = $1', [id]))[0]?.['description'];

/** All public responses, for a visitor and for a member, that could contain texts about these subjects. */
async function publicResponsesAbout(ids: readonly string[]): Promise<{ path: string; text: string }[]> {
  const { cookie } = await makeSession(db(), { userId: (await makeUser(db(), { subscriptionTier: 'premium' })).id });
  const open = endpoints.filter(
    ({ method, path, access }) =>
      method === 'GET' &&
      access !== 'admin' &&
      access !== 'moderator' &&
      !access.startsWith('key:') &&
      path !== '/api/logout',
  );
  const paths = [
    ...open.flatMap(({ path }) => (path.includes(':') ? ids.map((id) => path.replace(/:\w+/, id)) : [path])),
    `/api/lookup?search=${encodeURIComponent(NAME)}`,
    '/sitemap.xml',
  ];
  return Promise.all(
    paths.flatMap((path) =>
      ['', cookie].map(async (who) => ({
        path,
        text: await (await server.get(path, { headers: { cookie: who } })).text(),
      })),
    ),
  );
}
const listLeakingPaths = (answers: readonly { path: string; text: string }[]) =>
  answers.flatMap(({ path, text }) => {
    const searchedText = path.includes('search=') ? text.replaceAll(NAME, '') : text;
    return ['Mokoena', '83 000 0123', '830000123'].some((word) => searchedText.includes(word)) ? [path] : [];
  });

describe('POST /api/admin/masks', () => {
  it('a moderator masks a name and a number at once in every public response, the history and the indicators [FILL-05]', async () => {
    const { id: providerId } = await makeProvider(db(), {
      verificationStatus: 'Flagged',
      description: TEXT,
      flaggedReasons: [TEXT],
    });
    const { item } = await reporter.reportScam({ title: `${NAME} was cheated by a broker`, description: TEXT });
    await server.running.services.cases.groupFiling(item.id);
    const approve = (headers: Record<string, string>) =>
      putAsShownWithReason(
        administrator,
        `/api/admin/fraud-alerts/${item.id}/approve`,
        { reason: `${NAME} told us.` },
        headers,
      );
    expect((await acknowledgePrivateData(approve)).status).toBe(200);
    // An earlier version contains the private data as well.
    const reworded = await acknowledgePrivateData((headers) =>
      putAsShownWithReason(
        administrator,
        `/api/admin/fraud-alerts/${item.id}`,
        { description: `${TEXT} And again.` },
        headers,
      ),
    );
    const { proposal } = (await reworded.json()) as { proposal: { id: string } };
    expect((await confirmProposal(await makeAdmin(db()), proposal.id)).status).toBe(200);
    const report = await makeReport(db(), { status: 'investigating', providerId, description: TEXT });
    const review = await makeReview(db(), { providerId, experience: TEXT });
    const experience = await makeExperience(db(), { experience: TEXT });
    const { id: businessId } = await makeBusiness(db(), { providerId });
    const reply = await makeBusinessReply(db(), { providerId, businessId, text: TEXT, status: 'approved' });
    const subjects = {
      alert: item.id,
      provider: providerId,
      report: report.id,
      review: review.id,
      experience: experience.id,
      reply: reply.id,
    };
    const ids = [item.id, providerId, report.id];
    const before = listLeakingPaths(await publicResponsesAbout(ids));
    expect(before).toEqual(
      expect.arrayContaining([
        `/api/fraud-alerts/${item.id}`,
        `/api/fraud-alerts/${item.id}/history`,
        `/api/providers/${providerId}`,
        `/api/providers/${providerId}/reviews`,
        '/api/reports',
        '/api/regtech/alerts',
        '/api/experiences',
      ]),
    );
    expect(JSON.stringify(await getJson(administrator, `/api/lookup?search=${encodeURIComponent(PHONE)}`))).toContain(
      item.id,
    );

    for (const [subject, id] of Object.entries(subjects)) await applyMaskOk(moderator, subject, id);

    expect(listLeakingPaths(await publicResponsesAbout(ids))).toEqual([]);
    expect(await descriptionOf(item.id)).toBe(`${MASKED} And again.`);
    expect(
      JSON.stringify(await getJson(administrator, `/api/lookup?search=${encodeURIComponent(PHONE)}`)),
    ).not.toContain(item.id);
    expect(
      JSON.stringify(await getJson(administrator, `/api/lookup?search=${encodeURIComponent(SCAMMER_PHONE)}`)),
    ).toContain(item.id);
    // No table that public responses are read from contains the private data any more.
    for (const table of [
      'fraud_alerts',
      'providers',
      'reports',
      'reviews',
      'experiences',
      'business_replies',
      'public_versions',
      'decisions',
      'webhook_events',
      'decision_log',
      'masks',
      'masked_texts',
    ]) {
      const rows = JSON.stringify(await test.sql(`select t::text as text from ${table} t`));
      expect([table, rows.includes('Mokoena'), rows.includes('83 000 0123')]).toEqual([table, false, false]);
    }
    // The audit log stores kinds and counts, and the decision log has an entry.
    const entries = await test.sql(
      `select action, actor_id, detail from audit_entries where subject = $1 and action like '%mask%'`,
      [item.id],
    );
    expect(entries).toEqual([
      {
        action: 'mask.applied',
        actor_id: moderator.id,
        detail: { mask: expect.any(String), kinds: 'person 1, phone 1', texts: expect.any(Number) },
      },
    ]);
    const decided = await test.sql(
      `select from_value, to_value, decided_by, statement_before <> statement_after as differs from decisions
       where subject_id = $1 order by created_at desc, id desc limit 1`,
      [item.id],
    );
    expect(decided).toEqual([
      { from_value: 'approved', to_value: 'approved', decided_by: moderator.id, differs: true },
    ]);
  });

  it('a second moderator sees an open mask with its text and confirms it, and its author cannot [FILL-05]', async () => {
    const { id } = await makeAlert(db(), { title: 'A broker', description: TEXT });
    const texts = await getJson<{ texts: { field: string; text: string; marks: object[] }[] }>(
      moderator,
      `/api/admin/masks/alert/${id}`,
    );
    expect(texts.texts.map(({ field, marks }) => [field, marks.length])).toEqual([
      ['title', 0],
      ['description', 3],
    ]);
    const mask = await applyMaskOk(moderator, 'alert', id);
    expect(await descriptionOf(id)).toBe(MASKED);
    const expected = {
      id: mask.id,
      subject: 'alert',
      subjectId: id,
      title: 'A broker',
      spans,
      state: 'open',
      maskedBy: moderator.email,
      isOwn: true,
      createdAt: expect.any(String) as string,
      dueAt: expect.any(String) as string,
      isOverdue: false,
    };
    expect(mask).toEqual(expected);
    expect(Date.parse(mask.dueAt) - Date.parse(mask.createdAt)).toBe(maskRules.hours * 3_600_000);
    expect(await getJson<Mask[]>(secondModerator, '/api/admin/masks')).toEqual([{ ...expected, isOwn: false }]);
    expect(await summarizeResponse(await confirm(moderator, mask.id))).toBe('403 OWN_MASK');
    expect(await summarizeResponse(await revertMask(moderator, mask.id))).toBe('403 OWN_MASK');
    expect((await confirm(secondModerator, mask.id)).status).toBe(200);
    expect(await summarizeResponse(await revertMask(secondModerator, mask.id))).toBe('409 ALREADY_DECIDED');
    expect(await getJson<Mask[]>(secondModerator, '/api/admin/masks')).toEqual([]);
  });

  it('a second moderator reverts masks in any order, and the text is restored everywhere [FILL-05]', async () => {
    const { id } = await makeAlert(db(), { description: TEXT, status: 'approved' });
    const [personSpan, phoneSpan] = [spans[0]!, spans[1]!];
    const personMask = await applyMaskOk(moderator, 'alert', id, [personSpan]);
    const phoneMask = await applyMaskOk(secondModerator, 'alert', id, [phoneSpan]);
    expect(await descriptionOf(id)).toBe(MASKED);
    expect((await revertMask(secondModerator, personMask.id)).status).toBe(200);
    expect(await descriptionOf(id)).toBe(TEXT.replace(PHONE, '[phone number removed]'));
    const rejected = await post(moderator, `/api/admin/masks/${phoneMask.id}/revert`);
    expect(await summarizeResponse(rejected)).toBe('409 PRIVATE_DATA_FOUND');
    expect((await revertMask(moderator, phoneMask.id)).status).toBe(200);
    expect(await descriptionOf(id)).toBe(TEXT);
    expect(await test.sql('select from masked_texts')).toEqual([]);
    // Each version matches its hash again.
    const [versions] = await test.sql(
      `select bool_and(statement_hash(statement) = hash) filter (where id = (select min(id) from public_versions where subject_id = $1)) as same
       from public_versions where subject_id = $1`,
      [id],
    );
    expect(versions).toEqual({ same: true });
  });

  it('a text that was edited after masking stays as it is when the mask is reverted [FILL-05]', async () => {
    const { id } = await makeAlert(db(), { status: 'approved', description: TEXT });
    const mask = await applyMaskOk(moderator, 'alert', id);
    await test.sql('update fraud_alerts set description = $1 where id = $2', [`${MASKED} Edited.`, id]);
    expect((await revertMask(secondModerator, mask.id)).status).toBe(200);
    expect(await descriptionOf(id)).toBe(`${MASKED} Edited.`);
  });

  it('the original text of a confirmed mask is deleted after the retention period [FILL-05]', async () => {
    const { id } = await makeAlert(db(), { status: 'approved', description: TEXT });
    const mask = await applyMaskOk(moderator, 'alert', id);
    await confirm(secondModerator, mask.id);
    const { masks } = server.running.services;
    expect(await masks.purgeExpired()).toBe(0);
    await test.sql(`update masks set settled_at = now() - $1::interval`, [`${retention.maskedWords.days + 1} days`]);
    expect(await masks.purgeExpired()).toBe(1);
    expect(await test.sql('select sealed_spans from masks')).toEqual([{ sealed_spans: null }]);
    expect(await test.sql('select from masked_texts')).toEqual([]);
    expect(await descriptionOf(id)).toBe(MASKED);
  });
});

describe('masks that would weaken a warning', () => {
  it.each([
    [
      'most of a text',
      'They write on every group in the town',
      [{ kind: 'address', words: 'write on every group in the town' }],
    ],
    ['whole sentences', TEXT, [{ kind: 'person', words: 'A broker promises a third each month and never pays' }]],
    ['text that is no number', TEXT, [{ kind: 'phone', words: 'never pays' }]],
    ['the name of the provider', `${TEXT} It is Goldmine Capital.`, [{ kind: 'person', words: 'Goldmine Capital' }]],
    ['half of the name of the provider', `${TEXT} It is Goldmine Capital.`, [{ kind: 'person', words: 'Goldmine' }]],
  ])('a moderator cannot mask %s [FILL-05] [VERD-01]', async (_, description, words) => {
    const { id } = await makeAlert(db(), { status: 'approved', description, affectedProviderName: 'Goldmine Capital' });
    expect(await summarizeResponse(await applyMask(moderator, 'alert', id, words))).toBe('409 MASK_TOO_LARGE');
    expect(await descriptionOf(id)).toBe(description);
  });

  it('a moderator cannot mask more than half of a text or ten spans of it in several steps [FILL-05] [VERD-01]', async () => {
    const names = ['Amina Okafor', 'Kofi Mensah', 'Grace Achieng', 'Musa Bello'];
    const { id } = await makeAlert(db(), {
      status: 'approved',
      description: `${names.join(' and ')} warn of all of it.`,
    });
    const outcomes: string[] = [];
    for (const words of names)
      outcomes.push(await summarizeResponse(await applyMask(moderator, 'alert', id, [{ kind: 'person', words }])));
    expect(outcomes).toEqual(['201', '201', '201', '409 MASK_TOO_LARGE']);
    const long = await makeAlert(db(), {
      status: 'approved',
      description: `${Array.from({ length: 12 }, (_v, n) => `Line 0831230${n + 100}`).join(', and then ')} ${'They never pay. '.repeat(20)}`,
    });
    const spanOf = (n: number) => [{ kind: 'phone', words: `0831230${n + 100}` }];
    const each: string[] = [];
    for (let n = 0; n < 12; n += 1)
      each.push(await summarizeResponse(await applyMask(moderator, 'alert', long.id, spanOf(n))));
    expect(each).toEqual([...Array.from({ length: 10 }, () => '201'), '409 MASK_TOO_LARGE', '409 MASK_TOO_LARGE']);
  });

  it('a mask changes only the masked text: status, severity, provider and countries stay [FILL-05] [VERD-01]', async () => {
    const { id } = await makeAlert(db(), { status: 'approved', severity: 'Critical', description: TEXT });
    const columns = 'status, severity, alert_type, title, affected_countries, affected_provider_name, advice, language';
    const before = await test.sql(`select ${columns} from fraud_alerts where id = $1`, [id]);
    await applyMaskOk(moderator, 'alert', id);
    expect(await test.sql(`select ${columns} from fraud_alerts where id = $1`, [id])).toEqual(before);
  });

  it('the database rejects changes of versions and reasons outside of a mask [FILL-05] [VERD-02]', async () => {
    const { id } = await makeAlert(db(), { status: 'approved', description: TEXT });
    await applyMaskOk(moderator, 'alert', id);
    await expect(test.sql(`update public_versions set successor = null where subject_id = $1`, [id])).rejects.toThrow(
      'append-only',
    );
    await expect(test.sql(`update decisions set reason = '' where subject_id = $1`, [id])).rejects.toThrow(
      'append-only',
    );
    await expect(test.sql(`update decisions set to_value = 'rejected' where subject_id = $1`, [id])).rejects.toThrow(
      'append-only',
    );
  });
});

describe('overdue and invalid masks', () => {
  it('an unconfirmed mask stays, is overdue after 72 hours, and its author cannot apply further masks [FILL-05]', async () => {
    const { id } = await makeAlert(db(), { status: 'approved', description: TEXT });
    await applyMaskOk(moderator, 'alert', id, [spans[0]!]);
    const { masks } = server.running.services;
    expect(await masks.countOverdue()).toBe(0);
    await test.sql(`update masks set due_at = now() - interval '1 minute'`);
    expect(await masks.countOverdue()).toBe(1);
    expect((await getJson<Mask[]>(administrator, '/api/admin/masks')).map(({ isOverdue }) => isOverdue)).toEqual([
      true,
    ]);
    expect(await summarizeResponse(await applyMask(moderator, 'alert', id, [spans[1]!]))).toBe('409 MASKS_OVERDUE');
    expect((await applyMask(secondModerator, 'alert', id, [spans[1]!])).status).toBe(201);
    expect(await descriptionOf(id)).toBe(MASKED);
  });

  it('a moderator cannot mask a text that is not public or that does not contain the span [FILL-05]', async () => {
    const pending = await makeAlert(db(), { status: 'pending', description: TEXT });
    expect(await summarizeResponse(await applyMask(moderator, 'alert', pending.id))).toBe('404 PUBLIC_TEXT_NOT_FOUND');
    const { id } = await makeAlert(db(), { status: 'approved' });
    expect(await summarizeResponse(await applyMask(moderator, 'alert', id))).toBe('409 NOTHING_TO_MASK');
    expect(await summarizeResponse(await confirm(moderator, id))).toBe('404 MASK_NOT_FOUND');
  });
});

/**
 * For every endpoint a call that succeeds, with rows of its own, for the sweep over all replies. A read without an id
 * needs no sample; the sweep fails for any other endpoint without one.
 */
import { createECDH, randomUUID } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { CaseId } from '@hakiki/contract/cases';
import type { EvidencePictureId } from '@hakiki/contract/evidence';
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { ProposalDetail } from '@hakiki/contract/proposals-admin';
import type { Task } from '@hakiki/contract/tasks-admin';
import type { CaseDetail, decideCase, SampleId } from '@hakiki/contract/triage-admin';
import { taxiiCollectionId } from '@hakiki/contract/taxii-values';
import type { WebhookId } from '@hakiki/contract/webhooks';
import type { ChatChannel } from '@hakiki/contract/chat-values';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import { eq } from 'drizzle-orm';
import { emailChanges, mailedTokens, type MailedTokenPurpose, users } from '../../src/modules/accounts/tables.ts';
import { hashToken, newToken } from '../../src/modules/accounts/auth/tokens.ts';
import { totpCodeAt } from './authenticator-app.ts';
import type { SettingsOf } from '../../src/modules/chat/channel.ts';
import { listSources, toDefinition } from '../../src/modules/sources/list-sources.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { type Actor, type UserActor, visitor } from '../../src/platform/http/actor.ts';
import { type Admin, createConsoleClient, makeAdmin } from './staff.ts';
import { createAuthenticator } from './authenticator.ts';
import type { CallerCredentials } from './callers.ts';
import type { TestDatabase } from './database.ts';
import * as make from './factories.ts';
import { signNotification } from '../../../../tools/payfast/protocol.ts';
import { makePhoto } from './photo.ts';
import { makeUserActor } from './actors.ts';
import { requestProofOfWork } from './proof-of-work.ts';
import {
  newDispute,
  newAppealAgainst,
  newIssueReport,
  newProviderSubmission,
  createReporter,
  newScamReport,
} from './reporter.ts';
import { payfastMerchant, type TestServer } from './server.ts';
import { newTextUpdate } from './telegram-api.ts';
import { newDelivery, newWhatsappText, signDelivery, whatsapp } from './whatsapp-api.ts';

export interface SampleRequest {
  params?: Record<string, string>;
  /** Starts with a question mark. */
  query?: string;
  body?: object;
  /** For a body that is neither JSON nor a file. */
  contentType?: string;
  /** Secrets and signatures of servers that deliver something. */
  headers?: Record<string, string>;
  /** Replaces the caller's cookie. */
  cookie?: string;
}
export type CreateSample = (caller: CallerCredentials) => SampleRequest | Promise<SampleRequest>;

const STEP_MS = 30_000;
const { PASSWORD } = make;
const newPassword = { password: 'nine-lions-at-the-river', confirmPassword: 'nine-lions-at-the-river' };
const tomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const inAnHour = () => new Date(Date.now() + 3_600_000);
const freshEmail = () => `sample-${randomUUID().slice(0, 13)}@example.com`;
const aWish = () => ({
  reason,
  publicKey: createECDH('prime256v1').generateKeys('base64url'),
  askedAt: new Date().toISOString(),
  code: '123456',
});
const aRegister = {
  country: 'mauritius',
  authority: 'Demo Authority',
  name: 'Demo register',
  url: 'https://authority.example',
  fileUrl: '',
  format: 'csv',
} as const;
const aRegime = (country: string) =>
  ({
    country,
    regulator: 'Demo Authority',
    regulatorUrl: 'https://authority.example',
    regime: 'none',
    instrument: 'Act 1',
    since: '',
    summary: 'No licence exists.',
    sourceName: 'Gazette',
    sourceUrl: 'https://gazette.example',
    asOf: '2026',
    confidence: 'sourced',
  }) as const;
const reason = 'The register was checked by two people today.';

const rescueContact = 'ke-safaricom-customer-care';
const rescueChange = {
  name: 'Safaricom customer care',
  contact: '100',
  howTo: 'Ask to hold the money.',
  sourceName: 'Safaricom',
  sourceUrl: 'https://www.example.com/fraud',
  asOf: '2026-11',
  confidence: 'sourced' as const,
  reason: 'The operator printed a new number.',
};

export function createSamples(test: TestDatabase, server: TestServer): Record<string, CreateSample> {
  const db = () => test.database.db;
  const createMaskableAlert = async () => ({
    subject: 'alert' as const,
    subjectId: (
      await make.makeAlert(db(), { description: 'A long story about wanjiru kamau, who was cheated by all.' })
    ).id,
    spans: [{ kind: 'person' as const, words: 'wanjiru kamau' }],
  });
  /** A mask set by another administrator than the caller. */
  const createMaskByOtherAdmin = async () => {
    const { actor } = await makeAdmin(db());
    const { id } = await server.running.services.masks.apply(actor, await createMaskableAlert());
    return { id };
  };
  const services = () => server.running.services;
  /** A change of a rescue contact by another administrator than the caller. */
  const createRescueChange = async () => {
    await test.sql('delete from rescue_versions');
    const { actor } = await getOtherAdmin();
    const { change } = await services().rescue.proposeChange(actor, rescueContact, rescueChange);
    return { id: change!.id };
  };
  const reporter = createReporter(server);
  const { putAsShownWithReason, post, getJson, markShown } = createConsoleClient(server);
  const device = createAuthenticator('http://hakiki.test');
  const withPassword: CreateSample = () => ({ body: { currentPassword: PASSWORD } });

  async function send<Body>(cookie: string, method: 'POST' | 'PUT', path: string, body: object = {}): Promise<Body> {
    const response = await server.post(path, body, { method, headers: { cookie } });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }

  let otherAdmin: Promise<Admin> | undefined;
  const getOtherAdmin = () => (otherAdmin ??= makeAdmin(db()));
  const asActor = ({ userId }: CallerCredentials): Actor => (userId ? makeUserActor({ id: userId }) : visitor);
  const asAdmin = ({ userId, cookie }: CallerCredentials): Admin => ({
    id: userId!,
    email: '',
    cookie,
    actor: makeUserActor({ id: userId!, isAdmin: true }),
  });

  const refund = async () => {
    const { id: userId } = await make.makeUser(db());
    return make.makeRefund(db(), await make.makePayment(db(), { userId, status: 'confirmed', decidedAt: new Date() }));
  };
  /** A notification signed as PayFast does, about an unknown agreement. */
  const connectChat = <Channel extends ChatChannel>(channel: Channel, settings: SettingsOf<Channel>) =>
    services().chat.connect(channel, { address: 'sample', settings, dailyAnswers: 1000, monthlyBudgetCents: null });
  const createPayfastNotice = () => {
    const fields: [string, string][] = [
      ['m_payment_id', randomUUID()],
      ['pf_payment_id', String(Math.floor(Math.random() * 1e9))],
      ['payment_status', 'COMPLETE'],
      ['amount_gross', '250.00'],
      ['amount_fee', '-10.00'],
      ['merchant_id', payfastMerchant.id],
      ['token', randomUUID()],
    ];
    return new Uint8Array(Buffer.from(signNotification(fields, payfastMerchant)));
  };

  const newsToken = async (): Promise<string> => {
    const { id } = await make.makeUser(db());
    return (await services().news.readers.createFeed(makeUserActor({ id }))).rss.split('/').at(-2)!;
  };

  const annualOf = (userId: UserId) =>
    ({ userId, kind: 'listing', billedTo: 'Demo Exchange Ltd', address: '1 Long Street, Cape Town' }) as const;
  const annualInvoice = async (userId: UserId): Promise<string> =>
    (await services().invoices.issueAnnual((await getOtherAdmin()).actor, annualOf(userId), undefined)).id;

  const depositWithProof = async (): Promise<string> => {
    const actor = makeUserActor({ id: (await make.makeUser(db())).id });
    const { id } = await make.makePayment(db(), { userId: actor.user.id });
    await services().billing.depositProofs.add(actor, new TextEncoder().encode('%PDF-1.7 demo'));
    return id;
  };

  const businessAccount = async () => {
    const { id, email } = await make.makeUser(db(), { userType: 'business', businessName: 'Demo Exchange Ltd' });
    return { actor: makeUserActor({ id, email, userType: 'business' }) };
  };

  /** A listing that the caller manages. */
  const createOwnListing = async ({ userId }: CallerCredentials) => {
    const provider = await make.makeProvider(db());
    if (userId) await make.makeBusiness(db(), { providerId: provider.id, members: [{ userId, role: 'owner' }] });
    return provider;
  };

  /** The id of a logo that waits for a moderator, of a listing that the caller manages. */
  const proposeLogo = async (caller: CallerCredentials) => {
    const { id } = await createOwnListing(caller);
    const { directory } = services();
    const pictures = await directory.drawLogo(await makePhoto({ width: 40, height: 30 }), 'sample');
    const logoUrl = await test.database.transaction((tx) => directory.insertProposedLogo(tx, id, pictures));
    return logoUrl.split('/').at(-1)!;
  };

  /** An editor of a business that the caller owns. */
  const createEditorOfOwnBusiness = async (caller: CallerCredentials) => {
    const { id: userId } = await make.makeUser(db(), { userType: 'business' });
    const owner = caller.userId ? [{ userId: caller.userId, role: 'owner' as const }] : [];
    const { id: businessId } = await make.makeBusiness(db(), { members: [...owner, { userId, role: 'editor' }] });
    return { userId, businessId };
  };

  async function mailToken(purpose: MailedTokenPurpose, overrides: Parameters<typeof make.makeUser>[1] = {}) {
    const user = await make.makeUser(db(), overrides);
    const token = newToken();
    await db()
      .insert(mailedTokens)
      .values({ tokenHash: hashToken(token), userId: user.id, purpose, expiresAt: inAnHour() });
    return { user, token };
  }

  async function startApp({ cookie }: CallerCredentials): Promise<string> {
    const path = '/api/account/authenticator-app';
    return (await send<{ secret: string }>(cookie, 'POST', path, { currentPassword: PASSWORD })).secret;
  }
  async function addApp(caller: CallerCredentials): Promise<string> {
    const secret = await startApp(caller);
    const code = totpCodeAt(secret, Date.now());
    await send(caller.cookie, 'POST', '/api/account/authenticator-app/confirm', { code });
    return secret;
  }
  /** Adding a factor replaces the session, so the call uses a new one. */
  const newSession = async ({ userId }: CallerCredentials) =>
    (await make.makeSession(db(), { userId: userId!, hasSecondFactor: true })).cookie;
  const withApp: CreateSample = async (caller) => {
    await addApp(caller);
    return { cookie: await newSession(caller), body: { currentPassword: PASSWORD } };
  };
  async function newPasskey({ cookie }: CallerCredentials) {
    const path = '/api/account/passkeys/challenge';
    const { options } = await send<{ options: Parameters<typeof device.create>[0] }>(cookie, 'POST', path, {
      currentPassword: PASSWORD,
    });
    return { name: 'Phone', response: device.create(options) };
  }
  async function createOtherUser(
    overrides: Parameters<typeof make.makeUser>[1] = {},
  ): Promise<CallerCredentials & { email: string }> {
    const { id: userId, email } = await make.makeUser(db(), overrides);
    return { userId, email, cookie: (await make.makeSession(db(), { userId })).cookie };
  }

  /** Only visitors send a proof of work, so that both replies are covered: the receipt, and that a link was emailed. */
  const proof = async ({ cookie }: CallerCredentials) =>
    cookie === '' ? { proof: await requestProofOfWork(server) } : {};
  const form =
    (body: () => object): CreateSample =>
    async (caller) => ({ body: { ...body(), ...(await proof(caller)) } });

  const filed = (caller: CallerCredentials, actor = asActor(caller)) =>
    reporter.reportScam({ contactEmail: freshEmail() }, { actor });
  async function questioned() {
    const { item, receipt } = await filed({ cookie: '' });
    const { id: questionId } = await make.makeFilingQuestion(db(), { filingId: item.id });
    return { code: receipt.code, questionId };
  }
  async function announced() {
    const { receipt } = await filed({ cookie: '' });
    const file = { code: receipt.code, name: 'photo.jpg', bytes: 1000 };
    const { id, uploadUrl } = await send<{ id: string; uploadUrl: string }>('', 'POST', '/api/filings/evidence', file);
    return { id, uploadUrl, query: new URL(uploadUrl, server.url).search };
  }
  const upload = async (path: string) =>
    (
      await fetch(server.url + path, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(await makePhoto({ width: 40, height: 30 })),
      })
    ).json() as Promise<{ id: string; url: string }>;

  /** All reports have the same text and share a case, which is not claimed. */
  async function createCase() {
    await test.sql('delete from case_claims');
    const { item } = await filed({ cookie: '' });
    await services().cases.groupFiling(item.id);
    const [row] = await test.sql('select case_id as id from case_filings where filing_id = $1', [item.id]);
    return { caseId: String(row?.['id']) as CaseId, filingId: item.id };
  }
  /** A case with a text of its own. */
  async function createUniqueCase() {
    const words = Array.from({ length: 12 }, () => randomUUID().replaceAll(/[^a-z]/g, '')).join(' ');
    const { item } = await reporter.reportScam({ title: words.slice(0, 60), description: words });
    await services().cases.groupFiling(item.id);
    const [row] = await test.sql('select case_id as id from case_filings where filing_id = $1', [item.id]);
    return { caseId: String(row?.['id']) as CaseId, filingId: item.id };
  }
  async function claimNewCase(caller: CallerCredentials) {
    const { caseId } = await createCase();
    await send(caller.cookie, 'POST', `/api/admin/cases/${caseId}/claim`);
    return caseId;
  }
  /** A claimed case whose newest report was not shown to the claimant. */
  async function claimCaseWithUnread(caller: CallerCredentials) {
    const caseId = await claimNewCase(caller);
    const { filingId } = await createCase();
    await send(caller.cookie, 'POST', `/api/admin/cases/${caseId}/claim`);
    await test.sql('delete from shown_filings where filing_id = $1', [filingId]);
    const [read] = await test.sql(
      `select k.filing_id as id from shown_filings k join case_filings using (filing_id) join fraud_alerts a on a.id = k.filing_id
       where case_id = $1 and user_id = $2 and a.status = 'pending' limit 1`,
      [caseId, caller.userId],
    );
    return { caseId, like: String(read?.['id']) };
  }
  async function decidedInQueue(caller: CallerCredentials): Promise<string> {
    const path = `/api/admin/cases/${await claimNewCase(caller)}/decide`;
    const { decisionIds } = await send<ReplyOf<typeof decideCase>>(caller.cookie, 'POST', path, {
      decision: 'reject',
      reason,
    });
    return decisionIds[0]!;
  }
  async function startUnreadTask({ userId }: CallerCredentials): Promise<string> {
    const { caseId } = await createCase();
    const rest = { caseId, sampleId: uuidv7<SampleId>(), decision: 'reject', reason, restCount: 1 } as const;
    const actor = makeUserActor({ id: userId! });
    return (await test.database.transaction((tx) => services().tasks.startUnreadTask(tx, actor, rest))).id;
  }
  const pendingAlert: CreateSample = async ({ userId }) => {
    const { item } = await filed({ cookie: '' });
    if (userId) await markShown({ id: userId }, item.id);
    return { params: { id: item.id }, body: { reason } };
  };
  async function decided(decidingAdmin: Admin) {
    const { item } = await filed({ cookie: '' });
    return (await (
      await putAsShownWithReason(decidingAdmin, `/api/admin/fraud-alerts/${item.id}/approve`)
    ).json()) as AdminAlert;
  }
  const decidedAlert: CreateSample = async () => ({ params: { id: (await decided(await getOtherAdmin())).id } });
  async function proposed(decidingAdmin: Admin) {
    const { id } = await make.makeProvider(db(), { verificationStatus: 'Flagged', riskScore: 'High' });
    await make.makeRecentEvidence(db(), id);
    const requestedChange = { verificationStatus: 'Verified', reason };
    const { proposal } = (await (
      await putAsShownWithReason(decidingAdmin, `/api/admin/providers/${id}`, requestedChange)
    ).json()) as AdminProvider;
    return { id: proposal!.id as string };
  }
  const provider = async () => (await make.makeProvider(db())).id;

  /** A case with everything that its page shows. */
  let completeProviderId: Promise<string> | undefined;
  async function makeCompleteProvider() {
    const id = await provider();
    await make.makeProvider(db());
    await make.makeReview(db(), { providerId: id, userId: (await make.makeUser(db())).id });
    await make.makeEvidence(db(), { providerId: id });
    await make.makeCertification(db(), { providerId: id });
    await putAsShownWithReason(await getOtherAdmin(), `/api/admin/providers/${id}`, {
      verificationStatus: 'Limited',
      riskScore: 'High',
      reason,
    });
    return id;
  }
  async function prepareSource({ isEnabled = true } = {}) {
    await services().indicators.lists.upsertSources(db(), listSources.map(toDefinition));
    await test.sql(`update indicator_sources set is_enabled = $1, strikes = 0 where slug = 'phishdestroy'`, [
      isEnabled,
    ]);
  }
  const sha256 = 'a'.repeat(64);
  const waitingSnapshot: CreateSample = async () => {
    await prepareSource();
    await test.sql('delete from source_snapshots');
    const [snapshot] = await test.sql(
      `insert into source_snapshots (id, source_id, state, sha256, bytes, entries, added, gone, reason, samples)
       select gen_random_uuid(), id, 'quarantined', $1, 10, 10, 10, 0, 'safelisted',
         '{"added":["new-demo.example"],"gone":[],"conflicts":["bank-demo.example"]}'
       from indicator_sources where slug = 'phishdestroy' returning id`,
      [sha256],
    );
    return { params: { id: String(snapshot!['id']) }, body: { sha256, reason } };
  };
  const proposedRegime = async (country: string) =>
    services().licences.proposals.saveRegime((await getOtherAdmin()).actor, aRegime(country));
  const completeProvider: CreateSample = async () => ({
    params: { id: await (completeProviderId ??= makeCompleteProvider()) },
  });
  const waiting =
    (row: () => Promise<{ id: string }>): CreateSample =>
    async () => ({ params: { id: (await row()).id } });
  const withOwnLife: CreateSample = async (caller) => {
    await filed(caller);
    await reporter.reportIssue({}, { actor: asActor(caller) });
    await reporter.submitProvider({}, { actor: asActor(caller) });
    const providerId = await provider();
    await make.makeReview(db(), { providerId, userId: caller.userId ?? null });
    if (caller.userId) await make.makeReferral(db(), { referrerId: caller.userId });
    return {};
  };

  const webhookOf = async (caller: CallerCredentials): Promise<WebhookId> =>
    (
      await services().webhooks.create(
        asActor(caller) as UserActor,
        { url: 'https://hooks.example/hakiki', events: ['alert.published'] },
        undefined,
      )
    ).id;
  const withWebhook: CreateSample = async (caller) => ({ params: { id: await webhookOf(caller) } });
  const withDelivery: CreateSample = async (caller) => {
    const id = await webhookOf(caller);
    const { id: deliveryId } = await services().webhooks.test(asActor(caller) as UserActor, id);
    return { params: { id, deliveryId } };
  };

  async function exported({ cookie }: CallerCredentials) {
    const task = await send<Task>(cookie, 'POST', '/api/admin/exports', { list: 'providers', query: '' });
    const job = services()
      .tasks.jobs()
      .find(({ name }) => name === 'tasks.export');
    await job?.run({ taskId: task.id }, { id: uuidv7() });
    return { params: { id: task.id } };
  }

  const appealed = async () => {
    const { id } = await make.makeAlert(db());
    await reporter.appeal({ subject: 'alert', subjectId: id });
    return { subject: 'alert' as const, subjectId: id };
  };
  async function appealId() {
    const { item } = await reporter.appeal({ subject: 'provider', subjectId: await provider() });
    return { id: item.id };
  }

  const lookalikeOf = async (host: string) => {
    const [row] = await test.sql(
      `insert into lookalikes (id, host, rule, name, official_sites) values ($1, $2, 'asToken', 'Kilimapay', '{kilimapay.example}')
       on conflict (host) do update set asks = lookalikes.asks + 1 returning id`,
      [randomUUID(), host],
    );
    return String(row!['id']);
  };
  const aProtectedName = {
    name: 'Pesalink Demo',
    otherNames: ['Pesamoja'],
    officialHosts: ['pesalink-demo.example'],
    sourceUrl: 'https://register.example/operators',
  };
  const addProtectedName = async () =>
    (await services().check.protectedNames.add((await getOtherAdmin()).actor, aProtectedName)).id;
  const twoOfAFamily = async () => {
    const found = services().indicators.extractFrom(
      'family-one.example family-two.example 0x52908400098527886e0f7030069857d2e4169ee7',
    );
    const { id } = await make.makeAlert(db(), { status: 'approved' });
    await test.database.transaction(async (tx) => {
      await services().indicators.addToFiling(tx, id, found);
      await services().indicators.publish(tx, id);
    });
    await services().families.applyWaiting();
    return found.filter(({ kind }) => kind === 'website').map(({ key }) => key.toString('hex'));
  };
  const judgementOfFamily = async () => {
    const [a, b] = (await twoOfAFamily()) as [string, string];
    return { pairs: [{ a, b }], judgement: 'unsure' as const, reason };
  };
  const disputed = async () => ({ id: (await reporter.dispute(`${randomUUID()}.example`)).item.id });

  return {
    // Authentication
    'POST /api/auth/signup': () => ({
      body: {
        userType: 'user',
        firstName: 'Amina',
        lastName: 'Demo',
        cellphoneNumber: '0800000000',
        email: freshEmail(),
        password: PASSWORD,
        confirmPassword: PASSWORD,
      },
    }),
    'POST /api/auth/verify-email': async () => {
      const { token } = await mailToken('verify-email', { emailVerifiedAt: null });
      return { body: { token } };
    },
    'POST /api/auth/resend-verification': async () => ({ body: { email: (await make.makeUser(db())).email } }),
    'POST /api/auth/login': async () => ({ body: { email: (await make.makeUser(db())).email, password: PASSWORD } }),
    'POST /api/admin/login': async () => ({
      body: { email: (await make.makeUser(db(), { isAdmin: true })).email, password: PASSWORD },
    }),
    'POST /api/auth/login/second-factor': async () => {
      const person = await createOtherUser();
      const secret = await addApp(person);
      const { cookie } = await make.makeSession(db(), { userId: person.userId!, awaitsFactor: true });
      return { cookie, body: { code: totpCodeAt(secret, Date.now() + STEP_MS) } };
    },
    'POST /api/auth/passkey/challenge': () => ({ body: {} }),
    'POST /api/auth/passkey/login': async () => {
      const person = await createOtherUser();
      const own = createAuthenticator('http://hakiki.test');
      const creation = await send<{ options: Parameters<typeof own.create>[0] }>(
        person.cookie,
        'POST',
        '/api/account/passkeys/challenge',
        { currentPassword: PASSWORD },
      );
      const passkey = { name: 'Phone', response: own.create(creation.options) };
      await send(person.cookie, 'POST', '/api/account/passkeys', passkey);
      const request = await send<{ options: Parameters<typeof own.get>[0] }>('', 'POST', '/api/auth/passkey/challenge');
      return { body: { response: own.get(request.options) } };
    },
    'POST /api/auth/forgot-password': async () => ({ body: { email: (await make.makeUser(db())).email } }),
    'POST /api/auth/reset-password': async () => {
      const { token } = await mailToken('reset-password');
      return { body: { token, ...newPassword } };
    },
    'POST /api/auth/confirm-email-change': async () => {
      const { user, token } = await mailToken('change-email-old');
      await db().insert(emailChanges).values({ userId: user.id, email: freshEmail(), expiresAt: inAnHour() });
      return { body: { token } };
    },
    'POST /api/auth/keep-factor': async () => {
      const { id } = await make.makeUser(db());
      return { body: { token: await make.makeFactorReset(db(), id) } };
    },

    // Account
    'GET /api/account': async (caller) => {
      await send(caller.cookie, 'POST', '/api/account/email', { email: freshEmail(), currentPassword: PASSWORD });
      await send(caller.cookie, 'POST', '/api/account/passkeys', await newPasskey(caller));
      return { cookie: await newSession(caller) };
    },
    'GET /api/account/data': withOwnLife,
    'GET /api/fraud-alerts/my-reports': withOwnLife,
    'GET /api/dashboard/summary': withOwnLife,
    'GET /api/referrals/my-referrals': withOwnLife,
    'GET /api/referrals/invitations/:code': () => ({ params: { code: 'ABCD2345' } }),
    'GET /api/webhooks': async (caller) => {
      await webhookOf(caller);
      return {};
    },
    'POST /api/webhooks': () => ({ body: { url: 'https://hooks.example/hakiki', events: ['provider.changed'] } }),
    'PUT /api/webhooks/:id': async (caller) => ({ ...(await withWebhook(caller)), body: { isPaused: true } }),
    'DELETE /api/webhooks/:id': withWebhook,
    'POST /api/webhooks/:id/rotate': withWebhook,
    'POST /api/webhooks/:id/test': withWebhook,
    'GET /api/webhooks/:id/deliveries': withDelivery,
    'POST /api/webhooks/:id/deliveries/:deliveryId/replay': withDelivery,
    'POST /api/webhooks/:id/replay': async (caller) => ({
      ...(await withDelivery(caller)),
      body: { since: '2026-01-01T00:00:00Z' },
    }),
    'GET /api/compliance-news': async () => {
      await make.makeNewsItem(db());
      return {};
    },
    'PUT /api/news-preferences/filter': () => ({ body: { country: 'kenya', category: 'warning' } }),
    'PUT /api/news-preferences/letter': () => ({ body: { getsLetter: true } }),
    'POST /api/news-letter/leave/:key': () => ({ params: { key: randomUUID() } }),
    'GET /api/news-feed/:token/rss': async () => ({ params: { token: await newsToken() } }),
    'GET /api/news-feed/:token/json': async () => ({ params: { token: await newsToken() } }),
    'GET /api/providers/:id/news': async () => ({
      params: { id: (await make.makeNewsMention(db(), { state: 'confirmed' })).providerId },
    }),
    'GET /api/admin/news-mentions': async () => {
      await make.makeNewsMention(db());
      return {};
    },
    'POST /api/admin/news-mentions/:itemId/:providerId': async () => {
      const { itemId, providerId } = await make.makeNewsMention(db());
      return { params: { itemId, providerId }, body: { isNamed: true } };
    },
    'GET /api/admin/news-sources': async () => {
      await make.makePendingNewsBatch(db(), 'cbk');
      return {};
    },
    'POST /api/admin/news-sources/:sourceId/run': () => ({ params: { sourceId: 'cbk' } }),
    'GET /api/admin/news-sources/:sourceId/held': async () => {
      await make.makePendingNewsBatch(db(), 'cbk');
      return { params: { sourceId: 'cbk' } };
    },
    'POST /api/admin/news-batches/:id/release': async () => ({
      params: { id: await make.makePendingNewsBatch(db(), 'cbk') },
      body: { version: 1 },
    }),
    'POST /api/admin/news-batches/:id/discard': async () => ({
      params: { id: await make.makePendingNewsBatch(db(), 'cbk') },
      body: { version: 1, reason: 'Not of this authority.' },
    }),
    'GET /api/rescue/:country': () => ({ params: { country: 'KE' } }),
    'POST /api/rescue/contacts/:id/dead': () => ({ params: { id: rescueContact } }),
    'GET /api/admin/rescue-contacts': async () => {
      await createRescueChange();
      return {};
    },
    'GET /api/admin/rescue-contacts/:id': async () => {
      await createRescueChange();
      await services().rescue.recordCall((await getOtherAdmin()).actor, rescueContact, { outcome: 'works' });
      return { params: { id: rescueContact } };
    },
    'POST /api/admin/rescue-contacts/:id/calls': () => ({
      params: { id: rescueContact },
      body: { outcome: 'works', note: 'Answered in a minute.' },
    }),
    'POST /api/admin/rescue-contacts/:id/changes': async () => {
      await test.sql('delete from rescue_versions');
      return { params: { id: rescueContact }, body: rescueChange };
    },
    'POST /api/admin/rescue-changes/:id/confirm': async () => ({ params: await createRescueChange() }),
    'POST /api/admin/rescue-changes/:id/reject': async () => ({ params: await createRescueChange() }),
    'GET /api/admin/masks': async () => {
      await createMaskByOtherAdmin();
      return {};
    },
    'GET /api/admin/masks/:subject/:subjectId': async () => ({
      params: { subject: 'alert', subjectId: (await make.makeAlert(db())).id },
    }),
    'GET /api/admin/sources/:id/snapshot': async (caller) => {
      await waitingSnapshot(caller);
      return { params: { id: 'phishdestroy' } };
    },
    'POST /api/admin/sources/:id/turn-on': async () => {
      await prepareSource({ isEnabled: false });
      return { params: { id: 'phishdestroy' } };
    },
    'POST /api/admin/sources/:id/turn-off': async () => {
      await prepareSource();
      return { params: { id: 'phishdestroy' }, body: { reason: 'Wrong too often.' } };
    },
    'POST /api/admin/sources/:id/run': async () => {
      await prepareSource();
      return { params: { id: 'phishdestroy' } };
    },
    'POST /api/admin/sources/:id/strike': async () => {
      await prepareSource();
      return { params: { id: 'phishdestroy' }, body: { reason: 'Accused a bank.' } };
    },
    'POST /api/admin/source-snapshots/:id/apply': waitingSnapshot,
    'POST /api/admin/source-snapshots/:id/refuse': waitingSnapshot,
    'POST /api/admin/licences/registers': () => ({ body: aRegister }),
    'PUT /api/admin/licences/registers/:id/file': async () => ({
      params: { id: (await services().licences.proposals.saveRegister((await getOtherAdmin()).actor, aRegister)).id },
      query: '?asOf=2026-01-01',
      body: new TextEncoder().encode('holder,state\nKilima Ltd,licensed\n'),
    }),
    'GET /api/admin/licences/files/:hash': async () => ({
      params: { hash: (await make.makeRegister(db(), { country: 'mauritius', entries: [] })).fileHash },
    }),
    'POST /api/admin/licences/matches': async () => {
      const entries = [{ holder: 'Kilima Ltd', number: '7', scope: [], state: 'licensed' as const }];
      const { id: registerId } = await make.makeRegister(db(), { country: 'mauritius', entries });
      return { body: { registerId, key: '7', providerId: await provider() } };
    },
    'POST /api/admin/licences/regimes': () => ({ body: aRegime('lesotho') }),
    'POST /api/admin/licences/warnings': async () => ({
      body: {
        country: 'lesotho',
        authority: 'Demo Authority',
        title: 'Not authorised',
        names: ['Fastari'],
        publishedOn: '2026-01-01',
        url: `https://authority.example/${randomUUID()}`,
        providerId: await provider(),
        status: 'warned',
      },
    }),
    'POST /api/admin/licences/proposals/:id/confirm': async () => {
      const { id, seen } = await proposedRegime('eritrea');
      return { params: { id }, body: { seen } };
    },
    'POST /api/admin/licences/proposals/:id/withdraw': async () => ({
      params: { id: (await proposedRegime('liberia')).id },
    }),
    'POST /api/admin/masks': async () => ({ body: await createMaskableAlert() }),
    'POST /api/admin/masks/:id/confirm': async () => ({ params: await createMaskByOtherAdmin() }),
    'POST /api/admin/masks/:id/revert': async () => ({ params: await createMaskByOtherAdmin() }),
    'GET /api/admin/news': async () => {
      await make.makeNewsItem(db());
      return {};
    },
    'POST /api/admin/news/:id/hide': async () => ({
      params: { id: (await make.makeNewsItem(db())).id },
      body: { reason: 'About something else.' },
    }),
    'POST /api/admin/news/:id/show': async () => ({
      params: { id: (await make.makeNewsItem(db(), { state: 'hidden' })).id },
      body: { reason: 'It is about us after all.' },
    }),
    'POST /api/subscription/upgrade': () => ({ body: { method: 'card_payment' } }),
    'POST /api/subscription/withdraw': async ({ userId }) => {
      await make.makePayment(db(), { userId: userId! });
      return {};
    },
    'POST /api/subscription/cancel': async ({ userId }) => {
      await services().accounts.plans.extend(db(), userId!, { renews: false });
      return {};
    },
    'POST /api/subscription/refund': async ({ userId }) => {
      await make.makePayment(db(), { userId: userId!, status: 'confirmed', decidedAt: new Date() });
      return {};
    },
    'POST /api/payment/generate-payfast': () => ({
      body: { name_first: 'Test', name_last: 'Buyer', email_address: freshEmail(), amount: '5.00' },
    }),
    'POST /api/payment/payfast/notify': () => ({ body: createPayfastNotice() }),
    'POST /api/account/password': () => ({ body: { currentPassword: PASSWORD, ...newPassword } }),
    'POST /api/account/email': () => ({ body: { email: freshEmail(), currentPassword: PASSWORD } }),
    'GET /api/api-keys': async ({ userId }) => {
      await make.makeApiKey(db(), { accountId: userId! });
      return {};
    },
    'POST /api/api-keys': () => ({ body: { name: 'Payments', permissions: ['read:providers'] } }),
    'DELETE /api/api-keys/:id': async ({ userId }) => ({
      params: { id: (await make.makeApiKey(db(), { accountId: userId! })).id },
    }),
    'POST /api/api-keys/:id/rotate': async ({ userId }) => ({
      params: { id: (await make.makeApiKey(db(), { accountId: userId! })).id },
      body: {},
    }),
    'GET /api/v1/providers': async () => {
      await provider();
      return {};
    },
    ...Object.fromEntries(
      ['', '/compliance'].map((part): [string, CreateSample] => [
        `GET /api/v1/providers/:id${part}`,
        async () => ({ params: { id: await provider() } }),
      ]),
    ),
    'GET /api/v1/providers/:id/reviews': async () => {
      const id = await provider();
      await make.makeReview(db(), { providerId: id });
      return { params: { id } };
    },
    'POST /api/v1/check': () => ({ body: { inputs: ['trap.example', 'Nobody'] } }),
    'POST /api/v1/reports': () => ({ body: newIssueReport() }),
    'DELETE /api/account/sessions/:id': async ({ userId }) => ({
      params: { id: (await make.makeSession(db(), { userId: userId! })).id },
    }),
    'POST /api/account/authenticator-app': withPassword,
    'POST /api/account/authenticator-app/confirm': async (caller) => ({
      body: { code: totpCodeAt(await startApp(caller), Date.now()) },
    }),
    'POST /api/account/authenticator-app/remove': withApp,
    'POST /api/account/backup-codes': withApp,
    'POST /api/account/passkeys/challenge': withPassword,
    'POST /api/account/passkeys': async (caller) => ({ body: await newPasskey(caller) }),
    'POST /api/account/passkeys/:id/remove': async (caller) => {
      const { id } = await send<{ id: string }>(
        caller.cookie,
        'POST',
        '/api/account/passkeys',
        await newPasskey(caller),
      );
      return { cookie: await newSession(caller), params: { id }, body: { currentPassword: PASSWORD } };
    },
    'POST /api/account/step-up': async (caller) => {
      const secret = await addApp(caller);
      return { cookie: await newSession(caller), body: { code: totpCodeAt(secret, Date.now() + STEP_MS) } };
    },
    'POST /api/account/step-up/passkey': async (caller) => {
      await send(caller.cookie, 'POST', '/api/account/passkeys', await newPasskey(caller));
      const path = '/api/auth/passkey/challenge';
      const { options } = await send<{ options: Parameters<typeof device.get>[0] }>('', 'POST', path);
      return { cookie: await newSession(caller), body: { response: device.get(options) } };
    },
    'POST /api/account/delete': withPassword,

    // Directory, reviews and experiences
    'GET /api/providers': async () => {
      await (completeProviderId ??= makeCompleteProvider());
      return {};
    },
    'GET /api/lookup': async () => {
      await (completeProviderId ??= makeCompleteProvider());
      return { query: '?search=demo' };
    },
    'POST /api/check': async () => {
      await (completeProviderId ??= makeCompleteProvider());
      return { body: { input: 'demo', country: 'kenya' } };
    },
    // The generator of ristretto255.
    'POST /api/check/blind': () => ({
      body: { element: 'e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76' },
    }),
    'GET /api/check/:kind/:value': () => ({ params: { kind: 'website', value: 'shop.example' } }),
    'GET /api/providers/:id': completeProvider,
    'GET /api/providers/:id/similar': completeProvider,
    'GET /api/providers/:id/shared-traces': completeProvider,
    'GET /api/providers/:id/evidence': completeProvider,
    'GET /api/providers/:id/licences': completeProvider,
    'GET /api/licences/:country': () => ({ params: { country: 'kenya' } }),
    'GET /api/providers/:id/reviews': completeProvider,
    'GET /api/providers/:id/reviews/summary': completeProvider,
    'GET /api/providers/:id/history': completeProvider,
    'PUT /api/providers/:id/visit': completeProvider,
    'PUT /api/watched-providers/:id': completeProvider,
    'DELETE /api/watched-providers/:id': completeProvider,
    'POST /api/watched-providers/leave/:key': () => ({ params: { key: randomUUID() } }),
    'GET /api/v1/alerts/:id': decidedAlert,
    'GET /api/fraud-alerts/:id': decidedAlert,
    'GET /api/fraud-alerts/:id/history': decidedAlert,
    'GET /api/fraud-alerts/:id/shared-traces': decidedAlert,
    'GET /api/reports/:id/history': async () => {
      const { id } = await make.makeReport(db(), { severity: 'Low' });
      await putAsShownWithReason(await getOtherAdmin(), `/api/admin/reports/${id}`, { severity: 'High', reason });
      return { params: { id } };
    },
    'POST /api/providers/:id/reviews': async () => ({
      params: { id: await provider() },
      body: { rating: 4, experience: 'They paid out within a day, every time.', issueType: 'none' },
    }),
    'GET /api/alert-weeks': () => ({ query: '?country=kenya' }),
    'PUT /api/alert-preferences': () => ({ body: { severities: ['High'], countries: ['nigeria'], getsEmail: true } }),
    'POST /api/alert-preferences/leave/:key': () => ({ params: { key: randomUUID() } }),
    'GET /api/experiences': async () => {
      await make.makeExperience(db());
      return {};
    },

    // Public forms and receipts
    'POST /api/fraud-alerts': form(() => ({ ...newScamReport(), contactEmail: freshEmail() })),
    'POST /api/reports': form(() => ({ ...newIssueReport(), email: freshEmail() })),
    'POST /api/providers': form(() => ({ ...newProviderSubmission(), submitterEmail: freshEmail() })),
    'POST /api/experiences': form(() => ({
      providerName: 'Demo Savings',
      rating: 2,
      experience: 'My withdrawal took three weeks, and nobody answered.',
      email: freshEmail(),
    })),
    'POST /api/contact': form(() => ({
      name: 'Kofi',
      email: freshEmail(),
      subject: 'Prices',
      message: 'Please call me about your prices.',
    })),
    'POST /api/confirm-submission': async () => {
      const email = freshEmail();
      await send('', 'POST', '/api/fraud-alerts', { ...newScamReport(), contactEmail: email });
      const [row] = await test.sql('select id from unconfirmed_submissions order by created_at desc, id desc limit 1');
      let emailText = '';
      const jobs = services().publicForms.emailJobs(({ text }) => {
        emailText = text;
        return Promise.resolve();
      });
      for (const job of jobs) await job.run({ submissionId: String(row?.['id']) }, { id: uuidv7() });
      return { body: { token: /token=([\w-]+)/.exec(emailText)?.[1] } };
    },
    'POST /api/filings/look-up': async () => {
      const { code, questionId } = await questioned();
      await send('', 'POST', '/api/filings/answers', { code, questionId, answer: 'On Monday.' });
      return { body: { code } };
    },
    'POST /api/filings/answers': async () => ({ body: { ...(await questioned()), answer: 'On Monday.' } }),
    'POST /api/filings/evidence': async () => {
      const { receipt } = await filed({ cookie: '' });
      return { body: { code: receipt.code, name: 'photo.jpg', bytes: 1000 } };
    },
    'PUT /api/evidence/:id': async () => {
      const { id, query } = await announced();
      return { params: { id }, query, body: new Uint8Array(await makePhoto({ width: 40, height: 30 })) };
    },
    'GET /api/evidence/:id': async () => {
      const { id, url } = await upload((await announced()).uploadUrl);
      return { params: { id }, query: new URL(url, server.url).search };
    },

    'POST /api/appeals': async (caller) => ({
      body: { ...newAppealAgainst(await appealed()), contactEmail: freshEmail(), ...(await proof(caller)) },
    }),
    'GET /api/appeals/against/:subject/:subjectId': async () => ({ params: await appealed() }),

    'POST /api/disputes': async (caller) => ({
      body: { ...newDispute(`${randomUUID()}.example`), contactEmail: freshEmail(), ...(await proof(caller)) },
    }),

    // Console
    'PUT /api/admin/users/:userId': async () => ({
      params: { userId: (await make.makeUser(db())).id },
      body: { subscriptionTier: 'premium' },
    }),
    'PUT /api/admin/users/:userId/role': async () => ({
      params: { userId: (await make.makeUser(db())).id },
      body: { isModerator: true, reason },
    }),
    'POST /api/admin/providers': () => ({
      body: {
        name: `Demo Added ${randomUUID()}`,
        type: 'Exchange',
        description: 'Buys and sells coins in two countries, with an office in each of them.',
        countries: ['kenya'],
      },
    }),
    'GET /api/admin/providers/:providerId': async () => ({ params: { providerId: await provider() } }),
    'GET /api/logos/:id': async () => {
      const { actor } = await getOtherAdmin();
      const picture = await makePhoto({ width: 40, height: 30 });
      const { logoUrl } = await services().directory.setLogo(actor, await provider(), picture);
      return { params: { id: logoUrl!.split('/').at(-1)! } };
    },
    'GET /api/admin/proposed-logos/:id': async (caller) => ({ params: { id: await proposeLogo(caller) } }),
    'PUT /api/business/logo': async (caller) => {
      await createOwnListing(caller);
      return { body: new Uint8Array(await makePhoto({ width: 40, height: 30 })) };
    },
    'GET /api/business/logo/:id': async (caller) => ({ params: { id: await proposeLogo(caller) } }),
    'GET /api/evidence-pictures/:id': async () => {
      const { actor } = await getOtherAdmin();
      const { id } = await services().directory.uploadPicture(
        actor,
        randomUUID() as EvidencePictureId,
        await makePhoto({ width: 40, height: 30 }),
      );
      await services().directory.addEvidence(
        actor,
        await provider(),
        {
          kind: 'licence',
          country: 'kenya',
          authority: 'An authority',
          reference: '',
          sourceUrl: '',
          checkedOn: '2026-01-01',
          picture: id,
        },
        undefined,
      );
      return { params: { id } };
    },
    'PUT /api/admin/evidence-pictures/:id': async () => ({
      params: { id: randomUUID() },
      body: new Uint8Array(await makePhoto({ width: 40, height: 30 })),
    }),
    'PUT /api/admin/providers/:providerId/logo': async () => ({
      params: { providerId: await provider() },
      body: new Uint8Array(await makePhoto({ width: 40, height: 30 })),
    }),
    'DELETE /api/admin/providers/:providerId/logo': async () => ({ params: { providerId: await provider() } }),
    'POST /api/admin/providers/:providerId/evidence': async () => ({
      params: { providerId: await provider() },
      body: {
        kind: 'licence',
        country: 'kenya',
        authority: 'Demo Markets Authority (fictional)',
        reference: 'DEMO-1',
        checkedOn: '2026-03-12',
      },
    }),
    'GET /api/admin/providers/:providerId/evidence': async () => ({ params: { providerId: await provider() } }),
    'POST /api/admin/evidence/:id/withdraw': async () => ({
      params: { id: (await make.makeEvidence(db(), { providerId: await provider() })).id },
      body: { reason },
    }),
    'PUT /api/admin/providers/:providerId': async () => ({
      params: { providerId: await provider() },
      body: { verificationStatus: 'Limited', reason },
    }),
    'PUT /api/admin/fraud-alerts/:id/approve': pendingAlert,
    'PUT /api/admin/fraud-alerts/:id/reject': pendingAlert,
    'PUT /api/admin/fraud-alerts/:alertId': async () => ({
      params: { alertId: (await filed({ cookie: '' })).item.id },
      body: { severity: 'Low', reason },
    }),
    'POST /api/admin/reports': () => ({ body: newIssueReport() }),
    'PUT /api/admin/reports/:reportId': async () => ({
      params: { reportId: (await make.makeReport(db(), { createdBy: (await make.makeUser(db())).id })).id },
      body: { status: 'resolved' },
    }),
    'GET /api/admin/decisions': async () => ({ query: `?subjectId=${(await decided(await getOtherAdmin())).id}` }),
    'POST /api/admin/decisions/:id/undo': async (caller) => ({
      params: { id: await decidedInQueue(caller) },
    }),
    'GET /api/admin/proposals': async () => {
      await proposed(await getOtherAdmin());
      return {};
    },
    'GET /api/admin/proposals/:id': async () => ({ params: await proposed(await getOtherAdmin()) }),
    'POST /api/admin/proposals/:id/confirm': async () => {
      const params = await proposed(await getOtherAdmin());
      const { seen } = await getJson<ProposalDetail>(await getOtherAdmin(), `/api/admin/proposals/${params.id}`);
      return { params, body: { seen } };
    },
    'POST /api/admin/proposals/:id/withdraw': async (caller) => {
      const [user] = await test.sql('select is_admin from users where id = $1', [caller.userId]);
      // A moderator cannot propose this change, and does not find the proposal of another.
      return { params: await proposed(user?.['is_admin'] ? asAdmin(caller) : await getOtherAdmin()) };
    },
    'GET /api/admin/appeals': async () => {
      await appealId();
      return {};
    },
    'GET /api/admin/appeals/:id': async () => ({ params: await appealId() }),
    'POST /api/admin/appeals': async () => ({
      body: newAppealAgainst({ subject: 'provider', subjectId: await provider() }, { askedBy: 'court' }),
    }),
    'POST /api/admin/appeals/:id/decision': async () => ({
      params: await appealId(),
      body: { outcome: 'dismissed', reason },
    }),
    'GET /api/admin/lookalikes': async () => {
      await lookalikeOf('kilimapay-list.example');
      return {};
    },
    'POST /api/admin/lookalikes/:id/decision': async () => ({
      params: { id: await lookalikeOf(`${randomUUID()}.example`) },
      body: { outcome: 'reported', reason, country: 'kenya', language: 'en' },
    }),
    'GET /api/admin/families': async () => {
      await twoOfAFamily();
      return {};
    },
    'GET /api/admin/families/of': async () => {
      await twoOfAFamily();
      return { query: '?about=family-one.example' };
    },
    'POST /api/admin/families/judgements': async () => ({ body: await judgementOfFamily() }),
    'DELETE /api/admin/families/judgements/:actionId': async () => {
      const { actor } = await getOtherAdmin();
      return { params: await services().families.moderation.judge(actor, await judgementOfFamily()) };
    },
    'GET /api/admin/protected-names': async () => {
      await addProtectedName();
      return {};
    },
    'POST /api/admin/protected-names': () => ({ body: aProtectedName }),
    'DELETE /api/admin/protected-names/:id': async () => ({ params: { id: await addProtectedName() } }),
    'GET /api/admin/disputes': async () => {
      await disputed();
      return {};
    },
    'GET /api/admin/disputes/:id': async () => ({ params: await disputed() }),
    'POST /api/admin/disputes/:id/decision': async () => ({
      params: await disputed(),
      body: { outcome: 'dismissed', reason },
    }),
    'PUT /api/admin/contact-messages/:id/done': waiting(() => make.makeSalesMessage(db())),
    ...Object.fromEntries(
      ['approve', 'reject'].flatMap((act): [string, CreateSample][] => [
        [
          `PUT /api/admin/reviews/:id/${act}`,
          waiting(async () => make.makeReview(db(), { providerId: await provider(), status: 'pending' })),
        ],
        [
          `PUT /api/admin/watches/:id/${act}`,
          waiting(async () => make.makeWithdrawalWatch(db(), { providerId: await provider() })),
        ],
        [`PUT /api/admin/experiences/:id/${act}`, waiting(() => make.makeExperience(db(), { status: 'pending' }))],
        [
          `PUT /api/admin/profile-changes/:id/${act}`,
          waiting(async () => make.makeProfileChange(db(), { providerId: await provider() })),
        ],
        [
          `PUT /api/admin/documents/:id/${act}`,
          waiting(async () => make.makeBusinessDocument(db(), { providerId: await provider() })),
        ],
      ]),
    ),
    'POST /api/chat/telegram': async () => {
      await connectChat('telegram', { token: '1:sample', secret: 'sample-secret' });
      return {
        body: new TextEncoder().encode(JSON.stringify(newTextUpdate('help'))),
        headers: { 'x-telegram-bot-api-secret-token': 'sample-secret' },
      };
    },
    'GET /api/chat/whatsapp': async () => {
      await connectChat('whatsapp', whatsapp);
      const { verifyToken } = whatsapp;
      return { query: `?hub.mode=subscribe&hub.verify_token=${verifyToken}&hub.challenge=1158201444` };
    },
    'POST /api/chat/whatsapp': async () => {
      await connectChat('whatsapp', whatsapp);
      const body = JSON.stringify(newDelivery({ messages: [newWhatsappText('help')] }));
      return { body: new TextEncoder().encode(body), headers: { 'x-hub-signature-256': signDelivery(body) } };
    },
    'POST /api/chat/ussd/:token': async () => {
      await connectChat('ussd', { secret: 'sample-secret', addresses: [], sessionCost: 0 });
      return {
        params: { token: 'sample-secret' },
        body: new TextEncoder().encode('sessionId=1&phoneNumber=%2B254700000001&text='),
      };
    },
    'POST /api/mcp': () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
    ...Object.fromEntries(
      ['', 'manifest/', 'objects/'].map((part): [string, CreateSample] => [
        `GET /api/taxii2/collections/:collection/${part}`,
        () => ({ params: { collection: taxiiCollectionId } }),
      ]),
    ),
    ...Object.fromEntries(
      ['', 'versions/'].map((part): [string, CreateSample] => [
        `GET /api/taxii2/collections/:collection/objects/:objectId/${part}`,
        async () => {
          const { objects } = await server.json<{ objects: { id: string }[] }>(
            `/api/taxii2/collections/${taxiiCollectionId}/objects/`,
          );
          return { params: { collection: taxiiCollectionId, objectId: objects[0]!.id } };
        },
      ]),
    ),
    'PUT /api/business/account': () => ({ body: { companyName: 'Demo Exchange Ltd', contactEmail: freshEmail() } }),
    'PUT /api/business/profile': () => ({ body: { companyName: 'Demo Exchange Ltd', contactEmail: freshEmail() } }),
    'POST /api/business/claim': async () => ({
      body: { providerId: (await make.makeProvider(db(), { website: 'https://claimed.example' })).id, method: 'dns' },
    }),
    'POST /api/business/claim/check': async ({ userId }) => {
      const { id: providerId } = await make.makeProvider(db(), { website: 'https://claimed.example' });
      await services().business.claims.start(makeUserActor({ id: userId!, userType: 'business' }), {
        providerId,
        method: 'dns',
      });
      return { body: {} };
    },
    'GET /api/admin/listing-claims': async () => {
      await make.makeListingClaim(db());
      return {};
    },
    'PUT /api/admin/listing-claims/:id/approve': waiting(() => make.makeListingClaim(db())),
    'PUT /api/admin/listing-claims/:id/reject': waiting(() => make.makeListingClaim(db())),
    'POST /api/business/documents': async () => {
      const form = new FormData();
      form.append('files', new Blob(['%PDF-1.7 demo']), 'licence.pdf');
      const sent = new Response(form);
      return {
        body: new Uint8Array(await sent.arrayBuffer()),
        contentType: sent.headers.get('content-type') ?? '',
      };
    },
    'POST /api/business/invitations': async (caller) => {
      await createOwnListing(caller);
      return { body: { email: freshEmail(), role: 'editor' } };
    },
    'DELETE /api/business/invitations/:id': async (caller) => {
      const { businessId } = await createEditorOfOwnBusiness(caller);
      return { params: { id: (await make.makeInvitation(db(), { businessId })).id } };
    },
    'POST /api/business/invitations/accept': async ({ userId }) => {
      const [{ email } = { email: freshEmail() }] = userId
        ? await db().select({ email: users.email }).from(users).where(eq(users.id, userId))
        : [];
      const { id: businessId } = await make.makeBusiness(db());
      return { body: { token: (await make.makeInvitation(db(), { businessId, email })).token } };
    },
    'PUT /api/business/members/:id/role': async (caller) => ({
      params: { id: (await createEditorOfOwnBusiness(caller)).userId },
      body: { role: 'viewer' },
    }),
    'DELETE /api/business/members/:id': async (caller) => ({
      params: { id: (await createEditorOfOwnBusiness(caller)).userId },
    }),
    'POST /api/business/replies': async (caller) => {
      const { id: subjectId } = await createOwnListing(caller);
      return { body: { kind: 'provider', subjectId, text: 'We have paid everybody back.', language: 'en' } };
    },
    'DELETE /api/business/replies/:id': async (caller) => {
      const { id: providerId } = await createOwnListing(caller);
      return { params: { id: (await make.makeBusinessReply(db(), { providerId })).id } };
    },
    ...Object.fromEntries(
      ['approve', 'reject'].map((act): [string, CreateSample] => [
        `PUT /api/admin/replies/:id/${act}`,
        async () => {
          const { id: providerId } = await make.makeProvider(db());
          const { id: businessId } = await make.makeBusiness(db(), { providerId });
          const reply = await make.makeBusinessReply(db(), { providerId, businessId });
          return { params: { id: reply.id }, ...(act === 'reject' && { body: { reason: 'insult' } }) };
        },
      ]),
    ),
    'GET /api/admin/documents/:id/file': async () => {
      const { actor } = await businessAccount();
      const file = { name: 'licence.pdf', bytes: Buffer.from('%PDF-1.7 demo') };
      const [document] = await services().business.documents.send(actor, [file]);
      return { params: { id: document!.id } };
    },
    ...Object.fromEntries(
      ['confirm', 'decline'].map((act): [string, CreateSample] => [
        `PUT /api/admin/payments/:id/${act}`,
        waiting(async () => make.makePayment(db(), { userId: (await make.makeUser(db())).id })),
      ]),
    ),
    'PUT /api/subscription/proof': async ({ userId }) => {
      await make.makePayment(db(), { userId: userId! });
      return { body: new Uint8Array(await makePhoto({ width: 40, height: 30 })) };
    },
    'GET /api/admin/payments/:id/proof': async () => ({ params: { id: await depositWithProof() } }),
    'GET /api/admin/payments/matches': async () => {
      await make.makePayment(db(), { userId: (await make.makeUser(db())).id });
      return { query: '?line=HAKIKI%20250.00' };
    },
    'GET /api/admin/refunds': async () => {
      await refund();
      return {};
    },
    'PUT /api/admin/refunds/:id/pay': waiting(() => refund()),
    'PUT /api/admin/refunds/:id/decline': waiting(() => refund()),
    'GET /api/admin/referral-reviews': async () => {
      await make.makePendingReferralCheck(db());
      return {};
    },
    'PUT /api/admin/referral-reviews/:id/count': waiting(() => make.makePendingReferralCheck(db())),
    'PUT /api/admin/referral-reviews/:id/refuse': waiting(() => make.makePendingReferralCheck(db())),
    'GET /api/admin/differences': async () => {
      await make.makePaymentDifference(db());
      return {};
    },
    'PUT /api/admin/differences/:id/settle': async () => ({
      params: { id: (await make.makePaymentDifference(db())).id },
      body: { note: 'Their list was late.' },
    }),
    'GET /api/regtech/reports/:id/file': async () => ({ params: { id: (await make.makeRegtechSummary(db())).id } }),
    'GET /api/account/invoices/:id/file': async ({ userId }) => ({ params: { id: await annualInvoice(userId!) } }),
    'GET /api/admin/invoices/:id/file': async () => ({
      params: { id: await annualInvoice((await make.makeUser(db())).id) },
    }),
    'GET /api/admin/invoices': async () => {
      await annualInvoice((await make.makeUser(db())).id);
      return {};
    },
    'POST /api/admin/invoices': async () => ({ body: annualOf((await make.makeUser(db())).id) }),
    'PUT /api/admin/invoices/:id/pay': async () => ({
      params: { id: await annualInvoice((await make.makeUser(db())).id) },
    }),
    'GET /api/admin/cases': async () => {
      await createCase();
      return {};
    },
    'POST /api/admin/cases/next': async () => {
      await createCase();
      return { body: {} };
    },
    'GET /api/admin/cases/decided': async (caller) => {
      await decidedInQueue(caller);
      return {};
    },
    'POST /api/admin/cases/:id/reopen': async (caller) => {
      const caseId = await claimNewCase(caller);
      await send(caller.cookie, 'POST', `/api/admin/cases/${caseId}/decide`, { decision: 'reject', reason });
      return { params: { id: caseId }, body: { reason } };
    },
    'POST /api/admin/cases/:id/claim': async () => ({ params: { id: (await createCase()).caseId } }),
    'POST /api/admin/cases/:id/release': async (caller) => ({ params: { id: await claimNewCase(caller) } }),
    'POST /api/admin/cases/:id/filings': async (caller) => ({
      params: { id: await claimNewCase(caller) },
      body: { shown: [] },
    }),
    'POST /api/admin/cases/:id/samples': async (caller) => {
      const { caseId, like } = await claimCaseWithUnread(caller);
      return { params: { id: caseId }, body: { like } };
    },
    'POST /api/admin/samples/:id/filings': async (caller) => {
      const { caseId, like } = await claimCaseWithUnread(caller);
      const { id } = await send<{ id: string }>(caller.cookie, 'POST', `/api/admin/cases/${caseId}/samples`, { like });
      return { params: { id }, body: { place: 0 } };
    },
    'POST /api/admin/cases/:id/decide': async (caller) => ({
      params: { id: await claimNewCase(caller) },
      body: { decision: 'reject', reason },
    }),
    'PUT /api/admin/filings/:id/words': async (caller) => {
      const caseId = await claimNewCase(caller);
      const path = `/api/admin/cases/${caseId}/claim`;
      const { filings } = await send<CaseDetail>(caller.cookie, 'POST', path, {});
      const { id, wordsVersion: seen } = filings[0]!;
      return { params: { id }, body: { title: 'A robot', description: 'Somebody promised profits.', seen } };
    },
    'POST /api/admin/cases/:id/snooze': async (caller) => ({
      params: { id: await claimNewCase(caller) },
      body: { until: tomorrow() },
    }),
    'POST /api/admin/cases/:id/unsnooze': async () => ({ params: { id: (await createCase()).caseId } }),
    'GET /api/admin/cases/:id/neighbours': async () => ({ params: { id: (await createCase()).caseId } }),
    'POST /api/admin/cases/:id/merge': async (caller) => ({
      params: { id: await claimNewCase(caller) },
      body: { other: (await createUniqueCase()).caseId },
    }),
    'POST /api/admin/cases/:id/split': async (caller) => {
      await createCase();
      const { filingId } = await createCase();
      return { params: { id: await claimNewCase(caller) }, body: { filings: [filingId] } };
    },
    'POST /api/admin/filings/:id/move': async (caller) => {
      await claimNewCase(caller);
      const { filingId } = await createUniqueCase();
      return { params: { id: filingId }, body: { to: (await createCase()).caseId } };
    },
    'POST /api/admin/filings/:id/questions': async () => ({
      params: { id: (await filed({ cookie: '' })).item.id },
      body: { question: 'On which day did you pay?' },
    }),
    'POST /api/admin/filings/:id/contact': async (caller) => {
      await send(caller.cookie, 'POST', '/api/account/passkeys', await newPasskey(caller));
      return { cookie: await newSession(caller), params: { id: (await filed({ cookie: '' })).item.id }, body: aWish() };
    },
    'GET /api/admin/contact-openings/:id': async (caller) => {
      await send(caller.cookie, 'POST', '/api/account/passkeys', await newPasskey(caller));
      const cookie = await newSession(caller);
      const path = `/api/admin/filings/${(await filed({ cookie: '' })).item.id}/contact`;
      return { cookie, params: { id: (await send<{ id: string }>(cookie, 'POST', path, aWish())).id } };
    },
    'GET /api/admin/templates': async () => {
      await post(await getOtherAdmin(), '/api/admin/templates', {
        title: `Thanks ${randomUUID()}`,
        text: 'Thank you.',
      });
      return {};
    },
    'POST /api/admin/templates': () => ({ body: { title: `Thanks ${randomUUID()}`, text: 'Thank you.' } }),
    'DELETE /api/admin/templates/:id': async (caller) => {
      const template = { title: `Thanks ${randomUUID()}`, text: 'Thank you.' };
      return {
        params: { id: (await send<{ id: string }>(caller.cookie, 'POST', '/api/admin/templates', template)).id },
      };
    },
    'GET /api/admin/views': async (caller) => {
      await send(caller.cookie, 'POST', '/api/admin/views', { name: 'Overdue', query: 'age=overdue' });
      return {};
    },
    'POST /api/admin/views': () => ({ body: { name: 'Overdue', query: 'age=overdue' } }),
    'DELETE /api/admin/views/:id': async (caller) => {
      const view = { name: 'Overdue', query: 'age=overdue' };
      return { params: { id: (await send<{ id: string }>(caller.cookie, 'POST', '/api/admin/views', view)).id } };
    },
    'POST /api/admin/exports': () => ({ body: { list: 'providers', query: '' } }),
    'GET /api/admin/tasks/:id': async (caller) => ({ params: { id: await startUnreadTask(caller) } }),
    'GET /api/admin/tasks/:id/file': (caller) => exported(caller),
    'POST /api/admin/bulk/preview': async () => ({
      body: { decision: 'approve', alerts: [(await filed({ cookie: '' })).item.id] },
    }),
    'POST /api/admin/bulk': async () => ({
      body: { decision: 'approve', alerts: [(await filed({ cookie: '' })).item.id], reason },
    }),
  };
}

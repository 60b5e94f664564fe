/** Claiming a listing that others submitted. */
import type { AdminListingClaim, ListingClaim } from '@hakiki/contract/listing-claims';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeBusiness, makeProvider, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { startNameServer, type TestNameServer } from '../../../../test/support/name-server.ts';
import { useServer } from '../../../../test/support/server.ts';
import { type Jobs, startJobs } from '../../../platform/jobs/jobs.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { OutgoingEmail } from '../../../platform/mail/mail.ts';
import { parseSite } from './claim-domain.ts';
import { claimJobs } from './claim-jobs.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, getJson } = createConsoleClient(server);
const db = () => test.database.db;

let respond: (request: IncomingMessage, response: ServerResponse) => void;
const internet = createServer((request, response) => respond(request, response));
const emails: OutgoingEmail[] = [];
let nameServer: TestNameServer;
let jobs: Jobs;
let admin: Admin;

beforeAll(async () => {
  internet.listen(0, '127.0.0.1');
  await once(internet, 'listening');
  const { port: webPort } = internet.address() as AddressInfo;
  nameServer = await startNameServer();
  jobs = await startJobs(test.url, createLog('silent'));
  await jobs.work(
    claimJobs({
      database: test.database,
      business: server.running.services.business,
      sendMail: (email) => Promise.resolve(void emails.push(email)),
      settings: {
        isProduction: false,
        publicUrl: 'http://hakiki.test',
        testInternet: { nameServer: `127.0.0.1:${nameServer.port}`, webPort },
      },
    }),
  );
  admin = await makeAdmin(db());
});
afterAll(async () => {
  await jobs.stop();
  nameServer.stop();
  internet.closeAllConnections();
  internet.close();
});
beforeEach(() => {
  nameServer.records.clear();
  emails.length = 0;
  respond = (_, response) => void response.writeHead(404).end();
});

let domainCount = 0;
const makeListing = (overrides: Parameters<typeof makeProvider>[1] = {}) => {
  const domain = `kora${(domainCount += 1)}.example`;
  return makeProvider(db(), { website: `https://${domain}/start`, ...overrides }).then(({ id, name }) => ({
    id,
    name,
    domain,
  }));
};

async function makeBusinessClient(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db(), { userType: 'business', businessName: 'Demo Kora Ltd', ...overrides });
  const { cookie } = await makeSession(db(), { userId: user.id });
  const headers = { cookie };
  const claimOf = async (response: Response) => ((await response.json()) as { claim: ListingClaim | null }).claim;
  const send = (path: string, body: object) => server.post(`/api/business/claim${path}`, body, { headers });
  const own = async () => claimOf(await server.get('/api/business/claim', { headers }));
  return {
    ...user,
    headers,
    own,
    start: (providerId: string, method: string, mailbox?: string) => send('', { providerId, method, mailbox }),
    started: async (providerId: string, method: string, mailbox?: string) =>
      (await claimOf(await send('', { providerId, method, mailbox })))!,
    check: (body: object = {}) => send('/check', body),
    /** Waits for the result of the worker's check. */
    async looked(body: object = {}) {
      expect((await send('/check', body)).status).toBe(200);
      return vi.waitFor(
        async () => {
          const claim = (await own())!;
          if (claim.isChecking) throw new Error('The check is still running.');
          return [claim.status, claim.fault];
        },
        { timeout: 10_000, interval: 20 },
      );
    },
    withdraw: () => server.post('/api/business/claim', undefined, { method: 'DELETE', headers }),
    providerId: async () =>
      ((await (await server.get('/api/business/account', { headers })).json()) as { providerId: string | null })
        .providerId,
  };
}

const listPending = async (providerId: string) =>
  ((await getJson(admin, '/api/admin/listing-claims')) as AdminListingClaim[]).filter(
    (one) => one.providerId === providerId,
  );
const decide = (id: string, action: 'approve' | 'reject') =>
  putAsShownWithReason(admin, `/api/admin/listing-claims/${id}/${action}`);
const readError = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

describe('claiming a listing', () => {
  it('gives the listing to a business that proves its domain by DNS, once a moderator approves, independent of payment [REPLY-01]', async () => {
    const provider = await makeListing();
    const owner = await makeBusinessClient();
    expect(await owner.own()).toBeNull();
    const claim = await owner.started(provider.id, 'dns');
    expect(claim).toEqual({
      id: expect.any(String),
      providerId: provider.id,
      providerName: provider.name,
      domain: provider.domain,
      method: 'dns',
      status: 'open',
      place: `_hakiki-claim.${provider.domain}`,
      content: expect.stringMatching(/^hakiki-claim=[\w-]{32}$/),
      mailedTo: null,
      fault: null,
      isChecking: false,
      createdAt: expect.any(String),
      endsAt: new Date(Date.parse(claim.createdAt) + 14 * 24 * 3_600_000).toISOString(),
    });
    expect(await owner.looked()).toEqual(['open', 'record-missing']);
    nameServer.records.set(claim.place!, [['v=spf1 -all'], [claim.content!.slice(0, 10), claim.content!.slice(10)]]);
    expect(await owner.looked()).toEqual(['pending', null]);
    expect(await owner.providerId()).toBeNull();

    const [pendingClaim, ...others] = await listPending(provider.id);
    expect([pendingClaim, others]).toEqual([
      {
        id: claim.id,
        providerId: provider.id,
        providerName: provider.name,
        companyName: 'Demo Kora Ltd',
        contactEmail: owner.email,
        domain: provider.domain,
        method: 'dns',
        provenAt: expect.any(String),
        status: 'pending',
        createdAt: claim.createdAt,
      },
      [],
    ]);
    const previousOwner = await (await server.get(`/api/providers/${provider.id}`)).json();
    expect((await decide(claim.id, 'approve')).status).toBe(200);
    expect(await owner.providerId()).toBe(provider.id);
    expect(await (await server.get(`/api/providers/${provider.id}`)).json()).toEqual(previousOwner);
    expect(await readError(await decide(claim.id, 'reject'))).toEqual([409, 'ALREADY_DECIDED']);
    const entries = await test.sql(
      `select action from audit_entries where action like 'business.%' and detail->>'provider' = $1 order by at`,
      [provider.id],
    );
    expect(entries.map(({ action }) => action)).toEqual(['business.listing-claimed', 'business.domain-proven']);
  });

  it('accepts a file on the website as proof of the domain [REPLY-01]', async () => {
    const provider = await makeListing();
    const owner = await makeBusinessClient();
    const claim = await owner.started(provider.id, 'file');
    expect(claim.place).toBe(`https://${provider.domain}/.well-known/hakiki-claim.txt`);
    respond = ({ headers: { host = '' }, url }, response) => {
      const isProofFile = host.startsWith(provider.domain) && url === '/.well-known/hakiki-claim.txt';
      response.writeHead(isProofFile ? 200 : 404).end(isProofFile ? `${claim.content}\r\n` : '');
    };
    expect(await owner.looked()).toEqual(['pending', null]);
  });

  it('accepts the code of an email to the domain, and the email contains no text of the claimant [REPLY-01]', async () => {
    const provider = await makeListing();
    const owner = await makeBusinessClient({ businessName: 'Visit evil.example now' });
    const claim = await owner.started(provider.id, 'mail', 'postmaster');
    expect([claim.place, claim.content, claim.mailedTo]).toEqual([null, null, `postmaster@${provider.domain}`]);
    const email = await vi.waitFor(
      () => {
        if (!emails[0]) throw new Error('No email yet.');
        return emails[0];
      },
      { timeout: 10_000, interval: 20 },
    );
    expect([email.to, email.subject]).toEqual([
      `postmaster@${provider.domain}`,
      `Hakiki: who runs ${provider.domain}?`,
    ]);
    expect(email.text + email.html).not.toContain('evil.example');
    expect(await owner.looked({ code: 'guessed' })).toEqual(['open', 'code-differs']);
    const [code] = /^[\w-]{32}$/m.exec(email.text)!;
    expect(await owner.looked({ code })).toEqual(['pending', null]);
  });
});

describe('claiming the listing of another business', () => {
  const serveAt = (host: string, content: (claim: ListingClaim) => string) => (claim: ListingClaim) => {
    respond = (request, response) =>
      void (request.headers.host?.startsWith(host) ? response.end(content(claim)) : response.writeHead(404).end());
  };
  const attacks: [string, (claim: ListingClaim, domain: string) => void, string][] = [
    [
      'a page that holds the text among others',
      (claim, domain) => serveAt(domain, ({ content }) => `<p>${content}</p>`)(claim),
      'file-differs',
    ],
    [
      'a page that repeats every address',
      (_, domain) => void (respond = (request, response) => void response.end(`${domain}${request.url}`)),
      'file-differs',
    ],
    [
      'a website that leads elsewhere',
      () => void (respond = (_, response) => void response.writeHead(302, { Location: 'https://ours.example/' }).end()),
      'file-elsewhere',
    ],
    [
      'a file on a name below it',
      (claim, domain) => serveAt(`blog.${domain}`, ({ content }) => content!)(claim),
      'file-missing',
    ],
    [
      'a file that never ends',
      () =>
        void (respond = (_, response) => {
          const more = () => response.write('x'.repeat(65_536), () => setImmediate(more));
          more();
        }),
      'file-differs',
    ],
  ];

  it.each(attacks)('rejects %s as proof of the domain [REPLY-01]', async (_, attack, fault) => {
    const provider = await makeListing();
    const attacker = await makeBusinessClient();
    attack(await attacker.started(provider.id, 'file'), provider.domain);
    expect(await attacker.looked()).toEqual(['open', fault]);
    expect(await listPending(provider.id)).toEqual([]);
  });

  it('rejects records at other names, and the token of another claim [REPLY-01]', async () => {
    const provider = await makeListing();
    const [owner, attacker] = [await makeBusinessClient(), await makeBusinessClient()];
    const [ownerClaim, claim] = [await owner.started(provider.id, 'dns'), await attacker.started(provider.id, 'dns')];
    const otherRecords = [
      provider.domain,
      `www.${provider.domain}`,
      `_hakiki-claim.blog.${provider.domain}`,
      '_hakiki-claim.example',
    ];
    for (const name of otherRecords) nameServer.records.set(name, [[claim.content!]]);
    expect(await attacker.looked()).toEqual(['open', 'record-missing']);
    nameServer.records.set(ownerClaim.place!, [[ownerClaim.content!]]);
    expect(await attacker.looked()).toEqual(['open', 'record-differs']);
    nameServer.records.set(ownerClaim.place!, [
      [`${claim.content!} `],
      [claim.content!.toUpperCase()],
      [`x${claim.content!}`],
    ]);
    expect(await attacker.looked()).toEqual(['open', 'record-differs']);
  });

  it('rejects a proof from before the website of the listing changed [REPLY-01]', async () => {
    const provider = await makeListing();
    const previousOwner = await makeBusinessClient();
    const claim = await previousOwner.started(provider.id, 'dns');
    nameServer.records.set(claim.place!, [[claim.content!]]);
    const setWebsite = (website: string) =>
      test.sql('update providers set website = $1 where id = $2', [website, provider.id]);
    await setWebsite('https://moved.example');
    expect(await previousOwner.looked()).toEqual(['open', 'website-changed']);
    await setWebsite(`https://${provider.domain}`);
    expect(await previousOwner.looked()).toEqual(['pending', null]);
    await setWebsite('https://moved.example');
    expect(await readError(await decide(claim.id, 'approve'))).toEqual([409, 'LISTING_TAKEN']);
    expect(await previousOwner.providerId()).toBeNull();
  });

  it('takes the domain from the website of the listing only, and rejects listings without one [REPLY-01]', async () => {
    const attacker = await makeBusinessClient();
    const invalidWebsites = [
      'https://196.25.1.1/',
      'https://[2001:db8::1]/',
      'https://localhost/',
      'https://intranet/',
      'https://site.onion/',
      'https://2130706433/',
      null,
    ];
    for (const website of invalidWebsites) {
      const { id } = await makeProvider(db(), { website });
      expect(await readError(await attacker.start(id, 'dns'))).toEqual([409, 'LISTING_WITHOUT_DOMAIN']);
    }
    const provider = await makeListing();
    const bad = { providerId: provider.id, domain: 'ours.example', method: 'mail', mailbox: 'me@ours.example' };
    expect((await server.post('/api/business/claim', bad, { headers: attacker.headers })).status).toBe(400);
    expect((await attacker.start(provider.id, 'mail')).status).toBe(400);
    expect((await attacker.start(provider.id, 'dns', 'admin')).status).toBe(400);
    expect(parseSite('https://WWW.Kora.Example./x')).toEqual({ host: 'www.kora.example', domain: 'kora.example' });
    expect(parseSite('https://kora.example@evil.example/')).toEqual({ host: 'evil.example', domain: 'evil.example' });
    expect(parseSite('https://кora.example/')).toEqual({ host: 'xn--ora-bed.example', domain: 'xn--ora-bed.example' });
  });

  it('gives a listing to one business, and rejects the second and the waiting claims [REPLY-01]', async () => {
    const provider = await makeListing();
    const [first, second, third] = [await makeBusinessClient(), await makeBusinessClient(), await makeBusinessClient()];
    const claims = [await first.started(provider.id, 'dns'), await second.started(provider.id, 'dns')];
    nameServer.records.set(
      claims[0]!.place!,
      claims.map(({ content }) => [content!]),
    );
    for (const one of [first, second]) expect(await one.looked()).toEqual(['pending', null]);
    expect((await decide(claims[0]!.id, 'approve')).status).toBe(200);
    expect((await second.own())!.status).toBe('rejected');
    expect(await readError(await decide(claims[1]!.id, 'approve'))).toEqual([409, 'ALREADY_DECIDED']);
    expect(await readError(await third.start(provider.id, 'dns'))).toEqual([409, 'LISTING_TAKEN']);
    expect(await readError(await first.start((await makeListing()).id, 'dns'))).toEqual([409, 'HAS_LISTING']);
  });
});

describe('the lifecycle of a claim', () => {
  it('allows claims of owners and editors, replaces an open one, lets them withdraw it, and deletes it when it expires [REPLY-01]', async () => {
    const provider = await makeListing();
    const owner = await makeBusinessClient();
    const viewer = await makeBusinessClient();
    const { id: businessId } = await makeBusiness(db(), { members: [{ userId: owner.id, role: 'owner' }] });
    await test.sql(`insert into business_members (user_id, business_id, role) values ($1, $2, 'viewer')`, [
      viewer.id,
      businessId,
    ]);
    expect(await readError(await viewer.start(provider.id, 'dns'))).toEqual([403, 'FORBIDDEN']);
    const claim = await owner.started(provider.id, 'dns');
    expect((await viewer.own())!.id).toBe(claim.id);
    for (const refused of [await viewer.check(), await viewer.withdraw()]) {
      expect(await readError(refused)).toEqual([403, 'FORBIDDEN']);
    }
    const next = await owner.started((await makeListing()).id, 'file');
    expect((await owner.own())!.id).toBe(next.id);
    expect((await owner.withdraw()).status).toBe(200);
    expect(await owner.own()).toBeNull();
    expect(await readError(await owner.check())).toEqual([404, 'CLAIM_NOT_FOUND']);

    await owner.started(provider.id, 'dns');
    await server.running.services.business.claims.purgeExpired();
    expect(await owner.own()).not.toBeNull();
    await test.sql(`update listing_claims set created_at = created_at - interval '15 days'`);
    await server.running.services.business.claims.purgeExpired();
    expect(await owner.own()).toBeNull();
  });

  it('rejects a decision before the proof, and a claim of an unlisted provider [REPLY-01]', async () => {
    const provider = await makeListing();
    const owner = await makeBusinessClient();
    const claim = await owner.started(provider.id, 'dns');
    expect(await readError(await decide(claim.id, 'approve'))).toEqual([404, 'CLAIM_NOT_FOUND']);
    const unlisted = await makeListing({ reviewState: 'pending' });
    expect(await readError(await owner.start(unlisted.id, 'dns'))).toEqual([404, 'PROVIDER_NOT_FOUND']);
  });
});

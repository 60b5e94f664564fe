/** Members of a business: invitations by email, roles, removal, and the permissions of each role. */
import type { UserId } from '@hakiki/contract/accounts';
import type { BusinessProfile } from '@hakiki/contract/business';
import type { BusinessMembers } from '@hakiki/contract/business-members';
import { type BusinessRole, colleagueLimits } from '@hakiki/contract/business-values';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { retention } from '@hakiki/contract/retention';
import { describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { getEndpointName } from '../../../../test/support/contract-rules.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { toInvalidInputReply, expectedReply } from '../../../../test/support/expected-replies.ts';
import {
  makeBusiness,
  makeBusinessDocument,
  makeInvitation,
  makeProvider,
  makeBusinessReply,
  makeSession,
  makeUser,
  PASSWORD,
} from '../../../../test/support/factories.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makePhoto } from '../../../../test/support/photo.ts';
import { useServer } from '../../../../test/support/server.ts';
import type { OutgoingEmail } from '../../../platform/mail/mail.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
/** With the rate limits of production. */
const strict = useServer(test, { settings: { rateLimitScale: 1 } });
const { listEmailsTo, getTokenFromEmail } = useMailbox(test, server);
const db = () => test.database.db;

interface Person {
  id: UserId;
  email: string;
  cookie: string;
}
const makePerson = async (overrides: Parameters<typeof makeUser>[1] = {}): Promise<Person> => {
  const { id, email } = await makeUser(db(), { userType: 'business', businessName: 'Demo Own Ltd', ...overrides });
  return { id, email, cookie: (await makeSession(db(), { userId: id })).cookie };
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = ({ cookie }: Person, method: Method, path: string, body?: object, at = server) =>
  method === 'GET'
    ? at.get(`/api/business/${path}`, { headers: { cookie } })
    : at.post(`/api/business/${path}`, body, { method, headers: { cookie } });
const upload = ({ cookie }: Person, method: Method, path: string, body: FormData | Blob) =>
  server.get(`/api/business/${path}`, { method, headers: { cookie }, body });
const readBody = async <Body = BusinessMembers>(response: Response) => {
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
};
const listOf = async (person: Person) => readBody(await call(person, 'GET', 'members'));
const toRoles = ({ members }: BusinessMembers) => Object.fromEntries(members.map(({ email, role }) => [email, role]));
const invite = (person: Person, email: string, role: BusinessRole = 'editor', more: object = {}) =>
  call(person, 'POST', 'invitations', { email, role, ...more });
const accept = (person: Person, token: string) => call(person, 'POST', 'invitations/accept', { token });
const leave = (person: Person) => call(person, 'DELETE', `members/${person.id}`);
const setRole = (person: Person, { id }: Person, role: BusinessRole) =>
  call(person, 'PUT', `members/${id}/role`, { role });

/** One person per role, each with a session; one owner by default. */
async function makeCompany(roles: readonly BusinessRole[] = ['owner', 'editor', 'viewer']) {
  const people = await Promise.all(roles.map(() => makePerson()));
  const provider = await makeProvider(db(), { name: `Demo Listed ${people[0]!.email}` });
  const business = await makeBusiness(db(), {
    companyName: 'Demo Shared Secretly',
    providerId: provider.id,
    members: roles.map((role, nth) => ({ userId: people[nth]!.id, role })),
  });
  return { people, provider, business };
}
async function makeCompanyOfThree() {
  const { people, ...rest } = await makeCompany();
  const [owner, editor, viewer] = people as [Person, Person, Person];
  return { owner, editor, viewer, ...rest };
}

const listAudit = (businessId: string) =>
  test.sql('select action, actor_id as actor, detail from audit_entries where subject = $1 order by id', [businessId]);

describe('inviting a colleague', () => {
  it('emails an invitation, and the invited person accepts it and becomes a member [BIZ-01]', async () => {
    const { owner, editor, viewer, provider, business } = await makeCompanyOfThree();
    const invited = await makePerson({ firstName: 'Wanjiru', lastName: 'Demo' });
    const asked = await readBody(await invite(owner, ` ${invited.email.toUpperCase()} `, 'viewer'));
    const invitation = {
      id: expect.any(String),
      email: invited.email,
      role: 'viewer',
      sentAt: expect.any(String),
      expiresAt: expect.any(String),
    };
    const member = ({ id, email }: Person, role: BusinessRole, me: Person, name = 'Amina Demo') => ({
      userId: id,
      name,
      email,
      role,
      since: expect.any(String),
      isYou: id === me.id,
    });
    const three = (me: Person) => [
      member(owner, 'owner', me),
      member(editor, 'editor', me),
      member(viewer, 'viewer', me),
    ];
    const sorted = ({ members, invitations }: BusinessMembers) => ({
      invitations,
      members: members.toSorted((one, other) => one.role.localeCompare(other.role)),
    });
    const byRole = (members: ReturnType<typeof three>) =>
      members.toSorted((one, other) => one.role.localeCompare(other.role));
    expect(sorted(asked)).toEqual({ members: byRole(three(owner)), invitations: [invitation] });
    const [{ sentAt, expiresAt }] = asked.invitations as [BusinessMembers['invitations'][number]];
    expect(Math.round((Date.parse(expiresAt) - Date.parse(sentAt)) / 86_400_000)).toBe(retention.invitations.days);
    // Only owners see open invitations.
    expect(sorted(await listOf(editor))).toEqual({ members: byRole(three(editor)), invitations: [] });

    const [email, ...others] = await listEmailsTo(invited.email);
    expect(others).toEqual([]);
    expect([email!.to, email!.subject]).toEqual([invited.email, 'You are invited to a business on Hakiki']);
    expect(email!.text).toContain(`${owner.email} invites you to manage the listing of ${provider.name} on Hakiki.`);
    expect(email!.text).toContain('You would be a viewer');
    expect(email!.text).toContain('http://hakiki.test/join-business?token=');
    // The email contains no text that the business chose.
    expect(email!.text + email!.html).not.toContain('Demo Shared Secretly');

    const token = await getTokenFromEmail(invited.email, '/join-business');
    expect(await readBody(await accept(invited, token))).toEqual({
      companyName: 'Demo Shared Secretly',
      role: 'viewer',
    });
    // A repeated request gets the same response.
    expect(await readBody(await accept(invited, token))).toEqual({
      companyName: 'Demo Shared Secretly',
      role: 'viewer',
    });
    const account = await call(invited, 'GET', 'account');
    expect(await account.json()).toEqual(
      expectedReply('GET /api/business/account', {
        companyName: 'Demo Shared Secretly',
        providerId: provider.id,
        role: 'viewer',
      }),
    );
    const { members, invitations } = await listOf(owner);
    expect(invitations).toEqual([]);
    expect(members.at(-1)).toEqual(member(invited, 'viewer', owner, 'Wanjiru Demo'));
    const detail = { invitation: expect.any(String), role: 'viewer' };
    expect(await listAudit(business.id)).toEqual([
      { action: 'business.colleague-invited', actor: owner.id, detail: detail },
      { action: 'business.colleague-joined', actor: invited.id, detail: detail },
    ]);
  });

  it("sends the invitation in the inviter's language, without the name of an unpublished listing", async () => {
    const { owner, provider } = await makeCompanyOfThree();
    await test.sql(`update providers set review_state = 'pending' where id = $1`, [provider.id]);
    await readBody(await invite(owner, 'collegue@kora.example', 'owner', { language: 'fr' }));
    const [email] = await listEmailsTo('collegue@kora.example');
    expect(email!.subject).toBe('Vous êtes invité dans une entreprise sur Hakiki');
    expect(email!.text).toContain(`${owner.email} vous invite à vous occuper d’une entreprise sur Hakiki.`);
    expect(email!.text).toContain('http://hakiki.test/fr/join-business?token=');
    expect(email!.text).not.toContain(provider.name);
  });

  it('rejects an invitation without an address or with an unknown role', async () => {
    const { owner } = await makeCompanyOfThree();
    const response = await call(owner, 'POST', 'invitations', { email: 'kora', role: 'editor' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(toInvalidInputReply({ email: 'Please enter a valid email address' }));
    expect(await summarizeResponse(await invite(owner, 'x@kora.example', 'admin' as BusinessRole))).toBe(
      '400 INVALID_INPUT',
    );
  });

  it('replaces an invitation by a second one to the same address, and the first token is invalid', async () => {
    const { owner } = await makeCompanyOfThree();
    const invited = await makePerson();
    await readBody(await invite(owner, invited.email, 'owner'));
    const first = await getTokenFromEmail(invited.email, '/join-business');
    const { invitations } = await readBody(await invite(owner, invited.email, 'viewer'));
    expect(invitations.map(({ email, role }) => [email, role])).toEqual([[invited.email, 'viewer']]);
    const second = await getTokenFromEmail(invited.email, '/join-business');
    expect(await summarizeResponse(await accept(invited, first))).toBe('404 INVITATION_NOT_FOUND');
    expect(await readBody(await accept(invited, second))).toEqual(
      expectedReply('POST /api/business/invitations/accept', { role: 'viewer' }),
    );
    expect(await summarizeResponse(await invite(owner, invited.email))).toBe('409 IS_COLLEAGUE');
  });

  it('sends no email for an invitation that was withdrawn before', async () => {
    const { owner, business } = await makeCompanyOfThree();
    const { invitations } = await readBody(await invite(owner, 'late@kora.example'));
    const path = `invitations/${invitations[0]!.id}`;
    expect((await readBody(await call(owner, 'DELETE', path))).invitations).toEqual([]);
    expect((await readBody(await call(owner, 'DELETE', path))).invitations).toEqual([]);
    const sent: OutgoingEmail[] = [];
    const [email] = server.running.services.business.colleagues.emailJobs((one) =>
      Promise.resolve(void sent.push(one)),
    );
    await email!.run({ invitationId: invitations[0]!.id }, { id: 'later' });
    expect(sent).toEqual([]);
    expect((await listAudit(business.id)).map(({ action }) => action)).toEqual([
      'business.colleague-invited',
      'business.invitation-withdrawn',
    ]);
  });

  it('rejects changes to the invitations and members of another business', async () => {
    const { owner } = await makeCompanyOfThree();
    const other = await makeCompanyOfThree();
    const invitation = await makeInvitation(db(), { businessId: other.business.id });
    await readBody(await call(owner, 'DELETE', `invitations/${invitation.id}`));
    await readBody(await call(owner, 'DELETE', `members/${other.editor.id}`));
    expect(await summarizeResponse(await setRole(owner, other.editor, 'owner'))).toBe('404 COLLEAGUE_NOT_FOUND');
    const { members, invitations } = await listOf(other.owner);
    expect([members.length, invitations.length]).toEqual([3, 1]);
  });
});

describe('accepting an invitation', () => {
  it('lets only the account with the invited, verified address accept', async () => {
    const { business } = await makeCompanyOfThree();
    const [otherUser, unverified, ordinaryUser] = [
      await makePerson(),
      await makePerson({ emailVerifiedAt: null }),
      await makePerson({ userType: 'user' }),
    ];
    const { token } = await makeInvitation(db(), { businessId: business.id, email: unverified.email });
    expect(await summarizeResponse(await accept(otherUser, token))).toBe('404 INVITATION_NOT_FOUND');
    expect(await summarizeResponse(await accept(unverified, token))).toBe('404 INVITATION_NOT_FOUND');
    expect(await summarizeResponse(await accept(otherUser, 'no such token'))).toBe('404 INVITATION_NOT_FOUND');
    const { token: other } = await makeInvitation(db(), { businessId: business.id, email: ordinaryUser.email });
    expect(await summarizeResponse(await accept(ordinaryUser, other))).toBe('403 FORBIDDEN');
    expect(await test.sql('select from business_members where business_id = $1', [business.id])).toHaveLength(3);
  });

  it('rejects an expired invitation, which is then deleted', async () => {
    const { owner, business } = await makeCompanyOfThree();
    const invited = await makePerson();
    const { token } = await makeInvitation(db(), {
      businessId: business.id,
      email: invited.email,
      expiresAt: new Date(Date.now() - 1000),
    });
    await makeInvitation(db(), { businessId: business.id });
    expect(await summarizeResponse(await accept(invited, token))).toBe('404 INVITATION_NOT_FOUND');
    expect((await listOf(owner)).invitations).toHaveLength(1);
    await server.running.services.business.colleagues.purgeExpired();
    expect(await test.sql('select from business_invitations where business_id = $1', [business.id])).toHaveLength(1);
  });

  it('rejects a member of another business until they have left it', async () => {
    const { business } = await makeCompanyOfThree();
    const other = await makeCompany(['owner', 'editor']);
    const [, invited] = other.people as [Person, Person];
    const { token } = await makeInvitation(db(), { businessId: business.id, email: invited.email, role: 'editor' });
    expect(await summarizeResponse(await accept(invited, token))).toBe('409 HAS_BUSINESS');
    expect(await readBody(await leave(invited))).toEqual({ members: [], invitations: [] });
    await readBody(await accept(invited, token));
    // A removed member cannot use it again.
    await readBody(await leave(invited));
    expect(await summarizeResponse(await accept(invited, token))).toBe('404 INVITATION_NOT_FOUND');
  });

  it('creates one member from two concurrent acceptances, and one membership from two invitations', async () => {
    const [first, second] = [await makeCompanyOfThree(), await makeCompanyOfThree()];
    const [doubleAccepter, doublyInvited] = [await makePerson(), await makePerson()];
    const { token } = await makeInvitation(db(), { businessId: first.business.id, email: doubleAccepter.email });
    const both = await Promise.all([accept(doubleAccepter, token), accept(doubleAccepter, token)]);
    expect(await Promise.all(both.map(summarizeResponse))).toEqual(['200', '200']);
    const one = await makeInvitation(db(), { businessId: first.business.id, email: doublyInvited.email });
    const other = await makeInvitation(db(), { businessId: second.business.id, email: doublyInvited.email });
    const outcomes = await Promise.all(
      (await Promise.all([accept(doublyInvited, one.token), accept(doublyInvited, other.token)])).map(
        summarizeResponse,
      ),
    );
    expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual(['200', '409 HAS_BUSINESS']);
    for (const { id } of [doubleAccepter, doublyInvited]) {
      expect(await test.sql('select from business_members where user_id = $1', [id])).toHaveLength(1);
    }
  });

  it('limits members and open invitations, and the emails to one address and from one business', async () => {
    const { owner, business } = await makeCompanyOfThree();
    for (let nth = 3; nth < colleagueLimits.max - 1; nth += 1) await makeInvitation(db(), { businessId: business.id });
    const last = await readBody(await invite(owner, 'last@kora.example'));
    expect(last.members.length + last.invitations.length).toBe(colleagueLimits.max);
    expect(await summarizeResponse(await invite(owner, 'beyond@kora.example'))).toBe('409 TOO_MANY_COLLEAGUES');
    // A second invitation of the same address needs no further slot.
    expect(await summarizeResponse(await invite(owner, 'last@kora.example', 'viewer'))).toBe('200');

    const other = (await makeCompanyOfThree()).owner;
    const asked = (email: string) => call(other, 'POST', 'invitations', { email, role: 'viewer' }, strict);
    for (let nth = 0; nth < 5; nth += 1) expect((await asked('full@kora.example')).status).toBe(200);
    expect(await summarizeResponse(await asked('full@kora.example'))).toBe('429 RATE_LIMITED');
  });
});

describe('owners of a business', () => {
  it('lets an owner change roles, transfer the business and leave, and records each action', async () => {
    const { owner, editor, viewer, business } = await makeCompanyOfThree();
    expect(toRoles(await readBody(await setRole(owner, viewer, 'editor')))[viewer.email]).toBe('editor');
    await readBody(await setRole(owner, editor, 'owner'));
    await readBody(await setRole(owner, editor, 'owner'));
    expect(await readBody(await leave(owner))).toEqual({ members: [], invitations: [] });
    expect(await readBody(await leave(owner))).toEqual({ members: [], invitations: [] });
    await readBody(await call(editor, 'DELETE', `members/${viewer.id}`));
    await readBody(await call(editor, 'DELETE', `members/${viewer.id}`));
    expect(toRoles(await listOf(editor))).toEqual({ [editor.email]: 'owner' });
    expect(await listAudit(business.id)).toEqual([
      {
        action: 'business.role-changed',
        actor: owner.id,
        detail: { user: viewer.id, from: 'viewer', to: 'editor' },
      },
      { action: 'business.role-changed', actor: owner.id, detail: { user: editor.id, from: 'editor', to: 'owner' } },
      { action: 'business.colleague-left', actor: owner.id, detail: { user: owner.id } },
      { action: 'business.colleague-removed', actor: editor.id, detail: { user: viewer.id } },
    ]);
  });

  it('does not let the last owner leave, be removed or be demoted', async () => {
    const { owner, editor } = await makeCompanyOfThree();
    expect(await summarizeResponse(await leave(owner))).toBe('409 LAST_OWNER');
    expect(await summarizeResponse(await setRole(owner, owner, 'editor'))).toBe('409 LAST_OWNER');
    expect(await summarizeResponse(await setRole(editor, owner, 'viewer'))).toBe('403 FORBIDDEN');
    expect(toRoles(await listOf(editor))[owner.email]).toBe('owner');
  });

  it('keeps one owner when all leave, demote or remove each other concurrently', async () => {
    const actions: ((one: Person, other: Person) => Promise<Response>)[] = [
      (one) => leave(one),
      (one) => setRole(one, one, 'viewer'),
      (one, other) => call(one, 'DELETE', `members/${other.id}`),
      (one, other) => setRole(one, other, 'editor'),
    ];
    for (const act of actions) {
      for (let round = 0; round < 5; round += 1) {
        const { people, business } = await makeCompany(['owner', 'owner']);
        const [one, other] = people as [Person, Person];
        const answers = await Promise.all([act(one, other), act(other, one)]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const owners = `select from business_members where business_id = $1 and role = 'owner'`;
        expect(await test.sql(owners, [business.id])).toHaveLength(1);
      }
    }
  });
});

describe('deleting the account of a business member', () => {
  const erase = ({ cookie }: Person) =>
    server.post('/api/account/delete', { currentPassword: PASSWORD }, { headers: { cookie } });

  it('makes the colleague with the highest role the owner when the last owner deletes the account, and emails them', async () => {
    const { people, business } = await makeCompany(['viewer', 'owner', 'editor', 'editor']);
    const [viewer, owner, first, second] = people as [Person, Person, Person, Person];
    await test.sql(`update business_members set created_at = now() - interval '1 day' where user_id = $1`, [first.id]);
    await test.sql(`update users set language = 'fr' where id = $1`, [first.id]);
    expect((await erase(owner)).status).toBe(200);
    expect(toRoles(await listOf(viewer))).toEqual({
      [viewer.email]: 'viewer',
      [first.email]: 'owner',
      [second.email]: 'editor',
    });
    const letters = await listEmailsTo(first.email);
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      [first.email, 'Vous êtes désormais propriétaire de votre entreprise sur Hakiki'],
    ]);
    expect(letters[0]!.text).toContain('Demo Shared Secretly');
    expect(await listAudit(business.id)).toEqual([
      { action: 'business.owner-succeeded', actor: null, detail: { user: first.id, from: 'editor' } },
    ]);
  });

  it('changes no role while another owner remains, and deletes a business without members', async () => {
    const shared = await makeCompany(['owner', 'owner', 'editor']);
    const [leaver, other, editor] = shared.people as [Person, Person, Person];
    expect((await erase(leaver)).status).toBe(200);
    expect(toRoles(await listOf(other))).toEqual({ [other.email]: 'owner', [editor.email]: 'editor' });
    expect([await listEmailsTo(other.email), await listEmailsTo(editor.email)]).toEqual([[], []]);
    const alone = await makeCompany(['owner']);
    expect((await erase(alone.people[0]!)).status).toBe(200);
    await server.running.services.business.documents.deleteAbandoned();
    expect(await test.sql('select from businesses where id = $1', [alone.business.id])).toEqual([]);
  });

  it('keeps one owner when both owners delete their accounts concurrently', async () => {
    const { people, business } = await makeCompany(['owner', 'owner', 'viewer']);
    const [one, other, viewer] = people as [Person, Person, Person];
    expect((await Promise.all([erase(one), erase(other)])).map(({ status }) => status)).toEqual([200, 200]);
    expect(toRoles(await listOf(viewer))).toEqual({ [viewer.email]: 'owner' });
    expect(await listAudit(business.id)).toHaveLength(1);
  });
});

describe('permissions of each role in the business portal', () => {
  type Company = Awaited<ReturnType<typeof makeCompanyOfThree>>;
  interface Call {
    path: string | ((company: Company) => string | Promise<string>);
    body?: object | ((company: Company) => object | Promise<object>);
    /** Outcomes of owner, editor, viewer, and a former colleague, who has no business any more. */
    outcomes: [owner: string, editor: string, viewer: string, former: string];
  }
  const everybody: Call['outcomes'] = ['200', '200', '200', '200'];
  const writers = (former: string): Call['outcomes'] => ['200', '200', '403 FORBIDDEN', former];
  const owners = (owner: string, former: string): Call['outcomes'] => [owner, '403 FORBIDDEN', '403 FORBIDDEN', former];
  const details = { companyName: 'Demo Other', contactEmail: 'other@kora.example' };
  const unowned = async () => (await makeProvider(db(), { website: 'https://free.example' })).id;

  const makeLogo = async () => new Blob([new Uint8Array(await makePhoto({ width: 100, height: 100 }))]);

  const calls: Record<string, Call> = {
    'GET /api/business/account': { path: 'account', outcomes: everybody },
    // A former colleague creates a business of their own.
    'PUT /api/business/account': { path: 'account', body: details, outcomes: writers('200') },
    'GET /api/business/profile': { path: 'profile', outcomes: everybody },
    'PUT /api/business/profile': { path: 'profile', body: details, outcomes: writers('200') },
    'PUT /api/business/logo': { path: 'logo', body: makeLogo, outcomes: writers('404 PROVIDER_NOT_FOUND') },
    'GET /api/business/logo/:id': {
      path: async ({ owner }) => {
        const { waiting } = await readBody<BusinessProfile>(await upload(owner, 'PUT', 'logo', await makeLogo()));
        return `logo/${waiting!.changes.logoUrl!.split('/').at(-1)}`;
      },
      outcomes: ['200', '200', '200', '404 NOT_FOUND'],
    },
    'GET /api/business/documents': { path: 'documents', outcomes: everybody },
    'POST /api/business/documents': {
      path: 'documents',
      body: () => {
        const form = new FormData();
        form.append('files', new Blob(['%PDF-1.7 other']), 'other.pdf');
        return form;
      },
      outcomes: ['201', '201', '403 FORBIDDEN', '201'],
    },
    'GET /api/business/analytics': { path: 'analytics', outcomes: everybody },
    'GET /api/business/invoices': { path: 'invoices', outcomes: everybody },
    'GET /api/business/claim': { path: 'claim', outcomes: everybody },
    'POST /api/business/claim': {
      path: 'claim',
      body: async () => ({ providerId: await unowned(), method: 'dns' }),
      outcomes: ['409 HAS_LISTING', '409 HAS_LISTING', '403 FORBIDDEN', '200'],
    },
    'POST /api/business/claim/check': {
      path: 'claim/check',
      body: {},
      outcomes: ['404 CLAIM_NOT_FOUND', '404 CLAIM_NOT_FOUND', '403 FORBIDDEN', '404 CLAIM_NOT_FOUND'],
    },
    'DELETE /api/business/claim': { path: 'claim', outcomes: writers('200') },
    'GET /api/business/replies': { path: 'replies', outcomes: everybody },
    'POST /api/business/replies': {
      path: 'replies',
      body: ({ provider }) => ({ kind: 'provider', subjectId: provider.id, text: 'Not so at all.', language: 'en' }),
      outcomes: ['201', '201', '403 FORBIDDEN', '404 NOTHING_TO_REPLY_TO'],
    },
    'DELETE /api/business/replies/:id': {
      path: async ({ provider, business }) =>
        `replies/${(await makeBusinessReply(db(), { providerId: provider.id, businessId: business.id })).id}`,
      outcomes: writers('404 REPLY_NOT_FOUND'),
    },
    'GET /api/business/members': { path: 'members', outcomes: everybody },
    'POST /api/business/invitations': {
      path: 'invitations',
      body: { email: 'new@kora.example', role: 'owner' },
      outcomes: owners('200', '403 FORBIDDEN'),
    },
    'DELETE /api/business/invitations/:id': {
      path: async ({ business }) => `invitations/${(await makeInvitation(db(), { businessId: business.id })).id}`,
      outcomes: owners('200', '404 INVITATION_NOT_FOUND'),
    },
    'POST /api/business/invitations/accept': {
      path: 'invitations/accept',
      body: async ({ business }) => ({ token: (await makeInvitation(db(), { businessId: business.id })).token }),
      outcomes: [
        '404 INVITATION_NOT_FOUND',
        '404 INVITATION_NOT_FOUND',
        '404 INVITATION_NOT_FOUND',
        '404 INVITATION_NOT_FOUND',
      ],
    },
    'PUT /api/business/members/:id/role': {
      path: ({ viewer }) => `members/${viewer.id}/role`,
      body: { role: 'owner' },
      outcomes: owners('200', '403 FORBIDDEN'),
    },
    'DELETE /api/business/members/:id': {
      path: ({ owner }) => `members/${owner.id}`,
      outcomes: owners('409 LAST_OWNER', '404 COLLEAGUE_NOT_FOUND'),
    },
  };

  /** All stored data of the company. */
  const stateOf = async ({ business, provider }: Company) =>
    Promise.all(
      ['businesses b where b.id = $1', 'business_members b where b.business_id = $1']
        .concat('business_documents b where b.business_id = $1', 'business_invitations b where b.business_id = $1')
        .concat('listing_claims b where b.business_id = $1')
        .map((from) => test.sql(`select to_jsonb(b) as row from ${from} order by 1`, [business.id]))
        .concat(
          ['profile_changes', 'business_replies'].map((table) =>
            test.sql(`select to_jsonb(b) as row from ${table} b where b.provider_id = $1 order by 1`, [provider.id]),
          ),
        ),
    );

  it('covers every endpoint of the portal with a permission test', () => {
    const known = (endpoints as readonly EndpointDefinition[]).filter(({ access }) => access === 'business');
    expect(Object.keys(calls).toSorted((a, b) => a.localeCompare(b))).toEqual(
      known.map(getEndpointName).toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it.each(Object.entries(calls))(
    'checks %s as owner, editor, viewer and former colleague [BIZ-01]',
    async (name, given) => {
      const method = name.split(' ')[0] as Method;
      const outcomes: string[] = [];
      for (const role of ['owner', 'editor', 'viewer', 'former'] as const) {
        const shared = await makeCompanyOfThree();
        await makeBusinessDocument(db(), { businessId: shared.business.id, name: 'secret licence.pdf' });
        const former = await makePerson();
        if (role === 'former') {
          const { token } = await makeInvitation(db(), { businessId: shared.business.id, email: former.email });
          await readBody(await accept(former, token));
          expect((await listOf(former)).members).toHaveLength(4);
          await readBody(await call(shared.owner, 'DELETE', `members/${former.id}`));
        }
        const person = role === 'former' ? former : shared[role];
        const path = typeof given.path === 'string' ? given.path : await given.path(shared);
        const body = typeof given.body === 'function' ? await given.body(shared) : given.body;
        const before = await stateOf(shared);
        const response =
          body instanceof FormData || body instanceof Blob
            ? await upload(person, method, path, body)
            : await call(person, method, path, body);
        const responseText = await response.clone().text();
        outcomes.push(await summarizeResponse(response));
        if (role === 'former') {
          expect(await stateOf(shared)).toEqual(before);
          const { business, provider, owner } = shared;
          for (const theirs of [business.companyName, business.id, provider.name, provider.id, owner.email, 'secret']) {
            expect(responseText).not.toContain(theirs);
          }
        }
      }
      expect(outcomes).toEqual(given.outcomes);
    },
  );
});

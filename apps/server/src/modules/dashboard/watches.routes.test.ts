/** Watching a provider: the list of a member, and the email when the verdict changes. */
import { listLimits } from '@hakiki/contract/limits';
import type { WatchedProvider } from '@hakiki/contract/watches';
import { beforeEach, describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { makeAlert, makeProvider, makeSession, makeUser } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import type { OutgoingEmail } from '../../platform/mail/mail.ts';
import { dashboardJobs } from './jobs.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const db = () => test.database.db;

beforeEach(() => test.deleteAllRows('provider_watches', 'providers'));

async function makeMember(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db(), overrides);
  const { cookie } = await makeSession(db(), { userId: user.id });
  const send = (method: 'PUT' | 'DELETE', id: string) =>
    server.post(`/api/watched-providers/${id}`, undefined, { method, headers: { cookie } });
  return {
    ...user,
    watch: (id: string) => send('PUT', id),
    unwatch: (id: string) => send('DELETE', id),
    list: async () =>
      (await (await server.get('/api/watched-providers', { headers: { cookie } })).json()) as WatchedProvider[],
  };
}

describe('the providers that a member watches', () => {
  it('are listed for that member only, once each, with their current verdict', async () => {
    const member = await makeMember();
    const otherMember = await makeMember();
    const { id, name } = await makeProvider(db(), { verificationStatus: 'Verified' });
    for (const response of [await member.watch(id), await member.watch(id)]) expect(response.status).toBe(200);
    await test.sql("update providers set verification_status = 'Flagged' where id = $1", [id]);
    expect(await member.list()).toEqual([expect.objectContaining({ id, name, verificationStatus: 'Flagged' })]);
    expect(await otherMember.list()).toEqual([]);
    await otherMember.unwatch(id);
    expect(await member.list()).toHaveLength(1);
    await member.unwatch(id);
    expect(await member.list()).toEqual([]);
  });

  it('are listed with the number of their active alerts', async () => {
    const member = await makeMember();
    const warned = await makeProvider(db());
    const other = await makeProvider(db());
    await makeAlert(db(), { affectedProviderId: warned.id, status: 'approved' });
    await makeAlert(db(), { affectedProviderId: warned.id, status: 'pending' });
    for (const { id } of [warned, other]) await member.watch(id);
    const counts = (await member.list()).map(({ id, alertCount }) => [id, alertCount]);
    expect(Object.fromEntries(counts)).toEqual({ [warned.id]: 1, [other.id]: 0 });
  });

  it('exclude providers that are not public, and end at a limit', async () => {
    const member = await makeMember();
    const hidden = await makeProvider(db(), { reviewState: 'pending' });
    expect(await summarizeResponse(await member.watch(hidden.id))).toBe('404 PROVIDER_NOT_FOUND');
    for (let count = 0; count < listLimits.watchedProviders; count += 1) {
      await member.watch((await makeProvider(db())).id);
    }
    expect(await summarizeResponse(await member.watch((await makeProvider(db())).id))).toBe('409 TOO_MANY_WATCHES');
    expect(await member.list()).toHaveLength(listLimits.watchedProviders);
  });
});

describe('the email about a changed verdict', () => {
  const emails: OutgoingEmail[] = [];
  const enqueued: object[] = [];
  const createJobs = () =>
    dashboardJobs({
      database: test.database,
      queue: { enqueue: (_, _job, payload) => Promise.resolve(void enqueued.push(payload)) },
      sendMail: (email) => Promise.resolve(void emails.push(email)),
      settings: { publicUrl: 'https://hakiki.test' },
    });
  /** Runs the job and sends the enqueued emails. */
  const run = async () => {
    emails.length = 0;
    enqueued.length = 0;
    const [findChanged, sendEmail] = createJobs();
    await findChanged!.run({}, { id: 'x' });
    for (const payload of enqueued) await sendEmail!.run(payload, { id: 'y' });
    return [...emails];
  };
  const setVerdict = (id: string, status: string) =>
    test.sql('update providers set verification_status = $2, updated_at = now() where id = $1', [id, status]);

  it('is sent once to each watcher, in their language, with the reason to act and a link to stop', async () => {
    const { id } = await makeProvider(db(), { name: 'Kora Pay', verificationStatus: 'Verified' });
    const member = await makeMember();
    const frenchMember = await makeMember({ language: 'fr' });
    await member.watch(id);
    await frenchMember.watch(id);
    expect(await run()).toEqual([]);
    await setVerdict(id, 'Flagged');
    const sent = await run();
    expect(Object.fromEntries(sent.map(({ to, subject }) => [to, subject]))).toEqual({
      [member.email]: 'Kora Pay is now: Flagged',
      [frenchMember.email]: 'Kora Pay : Signalé',
    });
    expect(sent).toHaveLength(2);
    const text = sent.find(({ to }) => to === member.email)!.text;
    expect(text).toContain('Its verdict has changed from Verified to Flagged.');
    expect(text).toContain('Do not pay anything more');
    expect(text).toContain(`https://hakiki.test/provider/${id}`);
    expect(await run()).toEqual([]);
  });

  it('the email is not sent to members who unsubscribed or stopped watching', async () => {
    const { id } = await makeProvider(db(), { verificationStatus: 'Verified' });
    const member = await makeMember();
    const otherMember = await makeMember();
    await member.watch(id);
    await otherMember.watch(id);
    await setVerdict(id, 'Limited');
    const { unsubscribeUrl } = (await run()).find(({ to }) => to === member.email)!;
    const left = await server.post(new URL(unsubscribeUrl!).pathname, undefined);
    expect(await left.json()).toEqual({ hasLeft: true });
    await otherMember.unwatch(id);
    await setVerdict(id, 'Flagged');
    expect(await run()).toEqual([]);
    expect(await member.list()).toEqual([]);
  });
});

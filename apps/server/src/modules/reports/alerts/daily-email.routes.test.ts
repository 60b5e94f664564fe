/** The daily email about new alerts: who gets it, what it contains, and how it ends. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeAlert, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import type { OutgoingEmail } from '../../../platform/mail/mail.ts';
import { dailyEmailJobs } from './daily-email.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const db = () => test.database.db;
const premium = { subscriptionTier: 'premium', subscriptionStatus: 'active' } as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The job runs on a later morning; a test around midnight passes, too. */
const firstMorning = new Date((Math.ceil(Date.now() / DAY_MS) + 1) * DAY_MS + 6 * HOUR_MS);
const hoursLater = (hours: number) => new Date(firstMorning.getTime() + hours * HOUR_MS);

beforeEach(() => test.deleteAllRows('alert_preferences', 'fraud_alerts'));

async function makeMember(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db(), { ...premium, ...overrides });
  const { cookie } = await makeSession(db(), { userId: user.id });
  const choose = async (choice: object) => {
    const body = { severities: ['Critical', 'High'], countries: ['kenya'], getsEmail: true, ...choice };
    const response = await server.post('/api/alert-preferences', body, { method: 'PUT', headers: { cookie } });
    return response.json();
  };
  const getChoice = async () => (await server.get('/api/alert-preferences', { headers: { cookie } })).json();
  return { ...user, choose, getChoice };
}

const publish = (title: string, overrides: Parameters<typeof makeAlert>[1] = {}) =>
  makeAlert(db(), { title, affectedCountries: ['kenya'], publishedAt: new Date(Date.now() + 1000), ...overrides });

/** Runs the job; `beforeSending` runs between the job and the emails that it enqueued. */
async function run(now = firstMorning, beforeSending?: () => Promise<unknown>) {
  const emails: OutgoingEmail[] = [];
  const enqueued: object[] = [];
  const [findNew, sendEmail] = dailyEmailJobs({
    database: test.database,
    queue: { enqueue: (_, _job, payload) => Promise.resolve(void enqueued.push(payload)) },
    sendMail: (email) => Promise.resolve(void emails.push(email)),
    settings: { publicUrl: 'https://hakiki.test' },
    clock: () => now,
  });
  await findNew!.run({}, { id: 'x' });
  await beforeSending?.();
  for (const payload of enqueued) await sendEmail!.run(payload, { id: 'y' });
  return emails;
}

describe('the daily email about new alerts', () => {
  it('goes once to a member who asked for it, with the new alerts of their countries and severities [DEC-60]', async () => {
    const member = await makeMember({ firstName: 'Amina' });
    await publish('Published before the member asked', { publishedAt: new Date(Date.now() - 1000) });
    await member.choose({ severities: ['Critical'] });
    const { id } = await publish('A fake broker in Nairobi', { severity: 'Critical' });
    await publish('Everywhere', { severity: 'Critical', affectedCountries: [] });
    await publish('Not severe enough', { severity: 'High' });
    await publish('In another country', { severity: 'Critical', affectedCountries: ['ghana'] });
    await publish('Not public', { severity: 'Critical', status: 'pending', publishedAt: null });
    const [email, ...others] = await run();
    expect(others).toEqual([]);
    expect([email!.to, email!.subject]).toEqual([member.email, '2 new scam alerts: Everywhere']);
    expect(email!.text).toContain(`Critical: A fake broker in Nairobi (Kenya). https://hakiki.test/alerts/${id}`);
    expect(email!.text).not.toMatch(/before the member|severe enough|another country|Not public/);
    expect(await run(hoursLater(1))).toEqual([]);
    expect(await run(hoursLater(24))).toEqual([]);
  });

  it('is not sent without a choice of the member, a confirmed address and a plan that includes it [DEC-60]', async () => {
    const withoutChoice = await makeMember();
    expect(await withoutChoice.choose({ getsEmail: undefined })).toEqual({
      severities: ['Critical', 'High'],
      countries: ['kenya'],
      getsEmail: false,
    });
    await (await makeMember({ emailVerifiedAt: null })).choose({});
    const lapsed = await makeMember();
    await lapsed.choose({});
    await test.sql(`update users set subscription_ends_at = now() - interval '8 days' where id = $1`, [lapsed.id]);
    await publish('A fake broker in Nairobi');
    expect(await run()).toEqual([]);
  });

  it('is at most one a day, and the next day has what the first one could not have', async () => {
    const member = await makeMember();
    await member.choose({});
    await publish('The first');
    expect(await run()).toHaveLength(1);
    await publish('The second', { publishedAt: hoursLater(1) });
    expect(await run(hoursLater(2))).toEqual([]);
    const [email] = await run(hoursLater(24));
    expect(email!.subject).toBe('New scam alert: The second');
    expect(email!.text).not.toContain('The first');
  });

  it('does not name an alert that was withdrawn before the email was sent', async () => {
    const member = await makeMember();
    await member.choose({});
    const { id } = await publish('A mistake');
    const withdraw = () => test.sql(`update fraud_alerts set status = 'rejected' where id = $1`, [id]);
    expect(await run(firstMorning, withdraw)).toEqual([]);
  });

  it('names at most ten alerts, and is in French for a member who reads French [WARN-16]', async () => {
    const member = await makeMember({ language: 'fr' });
    await member.choose({ countries: [] });
    for (let count = 0; count < 11; count += 1) {
      await publish(`Alerte ${count}`, { affectedCountries: ['ivory coast', 'mali', 'niger', 'togo', 'benin'] });
    }
    const [email] = await run();
    expect(email!.subject).toMatch(/^Plus de 10 nouvelles alertes à la fraude : Alerte \d/);
    expect(email!.text.match(/Élevée/g)).toHaveLength(10);
    expect(email!.text).toContain('(Côte d’Ivoire, Mali, Niger, 2 de plus)');
    expect(email!.text).toContain('Notre site contient d’autres nouvelles alertes.');
    expect(email!.text).toContain('https://hakiki.test/fr/leave-letter?type=alerts&token=');
  });

  it('ends by the button of a mail program or in the dialog, and keeps the other choices', async () => {
    const member = await makeMember();
    await member.choose({});
    await publish('A fake broker in Nairobi');
    const [email] = await run();
    const response = await fetch(server.url + new URL(email!.unsubscribeUrl!).pathname, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([response.status, await response.json()]).toEqual([200, { hasLeft: true }]);
    const choice = { severities: ['Critical', 'High'], countries: ['kenya'], getsEmail: false };
    expect(await member.getChoice()).toEqual(choice);
    await member.choose({});
    expect(await member.choose({ getsEmail: undefined })).toEqual({ ...choice, getsEmail: true });
    expect(await member.choose({ getsEmail: false })).toEqual(choice);
    await publish('Another');
    expect(await run(hoursLater(24))).toEqual([]);
  });
});

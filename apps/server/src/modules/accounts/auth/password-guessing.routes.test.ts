/** Password guessing is slowed down, and the owner can still log in. */
import { Agent, request } from 'node:http';
import { accountLimits, rateLimits } from '@hakiki/contract/limits';
import { afterAll, describe, expect, it } from 'vitest';
import { type Browser, openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeUser, PASSWORD } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const settings = { trustedProxies: ['loopback'], appSecret: 'a secret that both processes know about' };
const server = useServer(test, { settings });
/** Other processes on the same database, without state of their own. */
const siblingServer = useServer(test, { settings });
const laterServer = useServer(test, { settings });
const mailbox = useMailbox(test, server);

const MAX_CONCURRENT_GUESSES = 40;
/** The minimum number of guesses. `GUESSES=10000` for a longer run. */
const GUESSES = Number(process.env['GUESSES'] ?? 500);
const NEW_PASSWORD = 'nine-lions-at-the-river';

const tryLogin = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post('/api/auth/login', { email, password });

interface Guess {
  email: string;
  address: string;
}

const connections = new Agent({ keepAlive: true, maxSockets: MAX_CONCURRENT_GUESSES });
afterAll(() => connections.destroy());

/** Thousands of fetch calls would take longer to send than to answer. */
const guess = ({ email, address }: Guess, password: string) =>
  new Promise<number>((resolve, reject) => {
    const body = JSON.stringify({ email, password });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const sentCount = request(
      `${server.url}/api/auth/login`,
      { method: 'POST', headers, agent: connections },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sentCount.on('error', reject);
    sentCount.end(body);
  });

/** Tries wrong passwords concurrently until the attack is stopped; counts the responses by status. */
function startAttack(createGuess: (nth: number) => Guess) {
  const statusCounts: Record<number, number> = {};
  let sentCount = 0;
  let isRunning = true;
  const sendGuesses = async () => {
    while (isRunning || sentCount < GUESSES) {
      sentCount += 1;
      const status = await guess(createGuess(sentCount), `guess-${sentCount}`);
      statusCounts[status] = (statusCounts[status] ?? 0) + 1;
    }
  };
  const finished = Promise.all(Array.from({ length: MAX_CONCURRENT_GUESSES }, sendGuesses));
  return async () => {
    isRunning = false;
    await finished;
    return { answers: statusCounts, sent: sentCount };
  };
}

const attack = (createGuess: (nth: number) => Guess) => startAttack(createGuess)();

const { points: unknownBrowserPoints, seconds: unknownBrowserSeconds } = accountLimits.guessesByStrangers;

describe('password guesses against one account', { timeout: 120_000 }, () => {
  it('limits guesses from one address, while the owner logs in with a known browser or after a reset', async () => {
    const { email } = await makeUser(test.database.db);
    const known = openBrowser(server, { address: '192.0.2.1' });
    expect((await tryLogin(known, email)).status).toBe(200);
    await known.get('/api/logout');

    const endAttack = startAttack(() => ({ email, address: '203.0.113.7' }));
    const unknownBrowser = openBrowser(server, { address: '192.0.2.2' });
    await expect
      .poll(async () => (await tryLogin(unknownBrowser, email, 'wrong')).status, { timeout: 60_000 })
      .toBe(429);
    expect((await tryLogin(unknownBrowser, email)).status).toBe(429);
    expect((await tryLogin(known, email)).status).toBe(200);

    await unknownBrowser.post('/api/auth/forgot-password', { email });
    const token = await mailbox.getTokenFromEmail(email, '/reset-password');
    const reset = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await unknownBrowser.post('/api/auth/reset-password', reset)).status).toBe(200);
    expect((await tryLogin(unknownBrowser, email, NEW_PASSWORD)).status).toBe(200);

    const { answers, sent } = await endAttack();
    // Every guess that was not rejected was hashed.
    expect(Object.keys(answers)).toEqual(['401', '429']);
    expect(sent - (answers[429] ?? 0)).toBeLessThanOrEqual(unknownBrowserPoints);

    const otherBrowser = openBrowser(siblingServer, { address: '192.0.2.3' });
    const rejectedResponse = await tryLogin(otherBrowser, email, NEW_PASSWORD);
    expect(rejectedResponse.status).toBe(429);
    const waitSeconds = Number(rejectedResponse.headers.get('Retry-After'));
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(unknownBrowserSeconds);
    await test.sql('update rate_limits set expire = expire - $1::bigint', [waitSeconds * 1000]);
    expect((await tryLogin(openBrowser(laterServer, { address: '192.0.2.3' }), email, NEW_PASSWORD)).status).toBe(200);
  });

  it('limits guesses against one account when each comes from another address', async () => {
    const { email } = await makeUser(test.database.db);
    const { answers } = await attack((nth) => ({ email, address: `10.1.${nth >> 8}.${nth & 255}` }));
    expect(answers).toEqual({ 401: unknownBrowserPoints, 429: GUESSES - unknownBrowserPoints });
  });
});

describe('password guesses from one address', { timeout: 120_000 }, () => {
  it('limits guesses from one address against many accounts, without affecting other addresses', async () => {
    const { email } = await makeUser(test.database.db);
    const { answers } = await attack((nth) => ({ email: `victim${nth}@example.com`, address: '203.0.113.8' }));
    expect(answers).toEqual({ 401: rateLimits.signIn.points, 429: GUESSES - rateLimits.signIn.points });
    expect((await tryLogin(openBrowser(server, { address: '203.0.113.9' }), email)).status).toBe(200);
  });

  it('counts guesses from one IPv6 network together', async () => {
    const statusCounts: string[] = [];
    for (let nth = 0; nth <= rateLimits.signIn.points; nth += 1) {
      const browser = openBrowser(server, { address: `2001:db8:1:2::${nth.toString(16)}` });
      statusCounts.push(await summarizeResponse(await browser.post('/api/auth/login')));
    }
    expect(statusCounts.at(-2)).toBe('400 INVALID_INPUT');
    expect(statusCounts.at(-1)).toBe('429 RATE_LIMITED');
    const otherNetwork = openBrowser(server, { address: '2001:db8:1:3::1' });
    expect((await otherNetwork.post('/api/auth/login')).status).toBe(400);
  });
});

describe('a known browser', () => {
  it('a known browser has its own limit, which a right password resets', async () => {
    const { email } = await makeUser(test.database.db);
    const browser = openBrowser(server, { address: '192.0.2.20' });
    await tryLogin(browser, email);
    const { points } = accountLimits.guessesByKnownBrowser;
    const wrong = async (count: number) => {
      const statusCounts: number[] = [];
      for (let nth = 0; nth < count; nth += 1)
        statusCounts.push((await tryLogin(browser.copy(), email, 'wrong')).status);
      return new Set(statusCounts);
    };
    expect(await wrong(points - 1)).toEqual(new Set([401]));
    expect((await tryLogin(browser.copy(), email)).status).toBe(200);
    expect(await wrong(points)).toEqual(new Set([401]));
    expect(await wrong(1)).toEqual(new Set([429]));
  });

  it('a browser is known only for its owner and only with a valid signature', async () => {
    const { email } = await makeUser(test.database.db);
    const { email: other } = await makeUser(test.database.db);
    const browser = openBrowser(server, { address: '192.0.2.21' });
    await tryLogin(browser, other);
    const [mark = '', signature = ''] = browser.cookies.get('browser')?.split('.') ?? [];
    const forged = openBrowser(server, { address: '192.0.2.22', cookies: [['browser', `${mark}x.${signature}`]] });
    const statusCounts: number[] = [];
    for (let nth = 0; nth <= accountLimits.guessesByStrangers.points; nth += 1) {
      statusCounts.push((await tryLogin(nth % 2 ? forged.copy() : browser.copy(), email, 'wrong')).status);
    }
    expect(statusCounts.at(-2)).toBe(401);
    expect(statusCounts.at(-1)).toBe(429);
  });
});

describe('password guesses in an open session', () => {
  it('limits guesses at the password of a logged-in member, and a right one resets the count', async () => {
    const { email } = await makeUser(test.database.db);
    const browser = openBrowser(server, { address: '192.0.2.30' });
    await tryLogin(browser, email);
    const prove = async (currentPassword: string) =>
      summarizeResponse(await browser.post('/api/account/authenticator-app', { currentPassword }));
    const { points } = accountLimits.guessesByKnownBrowser;
    for (let nth = 1; nth < points; nth += 1) expect(await prove('wrong')).toBe('403 WRONG_PASSWORD');
    expect(await prove(PASSWORD)).toBe('200');
    for (let nth = 0; nth < points; nth += 1) expect(await prove('wrong')).toBe('403 WRONG_PASSWORD');
    expect(await prove(PASSWORD)).toBe('429 RATE_LIMITED');
  });
});

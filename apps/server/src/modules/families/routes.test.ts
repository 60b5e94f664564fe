/** What people see of shared traces: on the check, on the page of an alert and of a provider. */
import type { AlertId } from '@hakiki/contract/alerts';
import type { CheckAnswer } from '@hakiki/contract/check';
import type { SharedTrace } from '@hakiki/contract/families';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase, withoutPrimary } from '../../../test/support/database.ts';
import { makeAlert, makeProvider } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import { createLog } from '../../platform/log/log.ts';
import { createIndicatorsService } from '../indicators/service.ts';
import { createFamiliesService, familyHooks } from './service.ts';

const test = useDatabase();
const appSecret = 'a secret of this test that is long enough';
const server = useServer(test, { settings: { appSecret, replyCacheSeconds: 0 } });
const indicators = createIndicatorsService({ settings: { appSecret }, hooks: familyHooks });
const wallet = '0x52908400098527886e0f7030069857d2e4169ee7';
const today = () => new Date().toISOString().slice(0, 10);

beforeEach(() =>
  test.sql(
    'truncate providers, fraud_alerts, indicators, filings, family_traces, family_links, family_members cascade',
  ),
);

async function report(text: string): Promise<string> {
  const { id } = await makeAlert(test.database.db, { status: 'approved', title: 'They keep the deposits' });
  await test.database.transaction(async (tx) => {
    await indicators.addToFiling(tx, id, indicators.extractFrom(text));
    await indicators.publish(tx, id);
  });
  return id;
}
const apply = () => server.running.services.families.applyWaiting();
const check = async (input: string) => (await server.post('/api/check', { input })).json() as Promise<CheckAnswer>;
const getJson = async (path: string) => (await server.get(path)).json() as Promise<SharedTrace[]>;

const indicator = (value: string) => ({
  kind: 'website',
  value,
  seenOn: today(),
  source: { kind: 'own', name: null, url: null },
});

describe('the answer of a check', () => {
  it('names at most five warned indicators with the same wallet, and their number [FAM-04]', async () => {
    for (let n = 1; n <= 7; n += 1) await report(`site-${n}.example takes ${wallet}`);
    await apply();
    const { links } = await check('https://site-1.example/deposit');
    expect(links).toEqual([
      {
        reading: 0,
        kind: 'wallet',
        value: wallet,
        isAsked: false,
        count: 6,
        indicators: Array.from({ length: 5 }, () =>
          indicator(expect.stringMatching(/^site-[2-7]\.example$/) as string),
        ),
      },
    ]);
    expect(new Set(links[0]!.indicators.map(({ value }) => value)).size).toBe(5);
  });

  it('names them for a new site that asks for a known wallet or till, without accusing the site [FAM-04] [FAM-06]', async () => {
    await report(`old-scheme.example takes ${wallet}, call +254712345678`);
    await apply();
    const answer = await check(`Send to ${wallet} by https://brand-new.example or call +254712345678`);
    expect(answer.links).toEqual(
      [
        expect.objectContaining({
          kind: 'phone',
          value: null,
          isAsked: true,
          count: 1,
          indicators: [indicator('old-scheme.example')],
        }),
        expect.objectContaining({
          kind: 'wallet',
          value: wallet,
          isAsked: true,
          count: 1,
          indicators: [indicator('old-scheme.example')],
        }),
      ].toSorted(() => (answer.links[0]?.kind === 'phone' ? 0 : -1)),
    );
    const readings = answer.readings.map(({ kind, verdict }) => [kind, verdict]);
    expect(readings).toContainEqual(['website', 'nothingKnown']);
    expect(answer.links.map(({ reading }) => answer.readings[reading]?.kind)).toEqual(
      expect.arrayContaining(['evm', 'phone']),
    );
  });

  it('a shared trace changes nothing but the lines: verdict, readings and reasons stay as they were [FAM-06]', async () => {
    await report(`one.example takes ${wallet}`);
    await report(`two.example takes ${wallet}`);
    const before = await check('one.example and unknown.example');
    expect(before.links).toEqual([]);
    await apply();
    const after = await check('one.example and unknown.example');
    expect(after).toEqual({ ...before, links: [expect.objectContaining({ reading: 0, count: 1 })] });
  });

  it('names no listed provider [FAM-02]', async () => {
    await makeProvider(test.database.db, { website: 'https://honest-desk.example', verificationStatus: 'Verified' });
    await report(`honest-desk.example and a-scam.example take ${wallet}`);
    await apply();
    expect((await check('honest-desk.example')).links).toEqual([]);
    expect((await check(wallet)).links.map(({ indicators }) => indicators.map(({ value }) => value))).toEqual([
      ['a-scam.example'],
    ]);
  });
});

describe('the pages of an alert and of a provider', () => {
  it('the page of an alert names what shares a trace with it, and a withdrawn alert nothing [FAM-04]', async () => {
    const id = await report(`one.example takes ${wallet}`);
    await report(`two.example takes ${wallet}`);
    await apply();
    expect(await getJson(`/api/fraud-alerts/${id}/shared-traces`)).toEqual([
      { kind: 'wallet', value: wallet, isAsked: true, count: 1, indicators: [indicator('two.example')] },
    ]);
    await test.sql(`update fraud_alerts set status = 'rejected' where id = $1`, [id]);
    const response = await server.get(`/api/fraud-alerts/${id}/shared-traces`);
    expect([response.status, await response.json()]).toEqual([200, []]);
  });

  it('the page of a provider that we warn of names what shares a trace with its site [FAM-04]', async () => {
    const { id } = await makeProvider(test.database.db, {
      website: 'https://www.bad-desk.example/start',
      verificationStatus: 'Flagged',
    });
    await report(`bad-desk.example takes ${wallet}`);
    await report(`two.example takes ${wallet}`);
    await apply();
    expect(await getJson(`/api/providers/${id}/shared-traces`)).toEqual([
      { kind: 'wallet', value: wallet, isAsked: false, count: 1, indicators: [indicator('two.example')] },
    ]);
  });

  it('are read from a replica, so they stay while the primary is away [OPS-06]', async () => {
    const { id } = await makeProvider(test.database.db, {
      website: 'https://bad-desk.example',
      verificationStatus: 'Flagged',
    });
    const alertId = (await report(`bad-desk.example takes ${wallet}`)) as AlertId;
    await report(`two.example takes ${wallet}`);
    await apply();
    const { audit } = server.running.services;
    const families = createFamiliesService({
      database: withoutPrimary(test.database),
      audit,
      indicators,
      log: createLog('silent'),
    });
    expect((await families.listOfProvider(id)).map(({ value }) => value)).toEqual([wallet]);
    expect((await families.listOfAlert(alertId)).map(({ value }) => value)).toEqual([wallet]);
  });
});

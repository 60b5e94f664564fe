import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ristretto255_oprf } from '@noble/curves/ed25519.js';
import { indicatorKinds } from '@hakiki/contract/indicator-values';
import { rateLimits } from '@hakiki/contract/limits';
import { blindRangesPath, RANGE_SLOT_BYTES } from '@hakiki/contract/open-data-values';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeAlert } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import { deriveFirstKey } from '../../platform/app-secret.ts';
import { createIndicatorKey } from '../../platform/config/indicator-keys.ts';
import { formatSigningKey } from '../../platform/signing/signed-note.ts';
import { createIndicatorsService } from '../indicators/service.ts';
import { createPublisher } from './publisher.ts';
import { createOpenDataService } from './service.ts';

const test = useDatabase();
const firstKey = createIndicatorKey();
const secondKey = createIndicatorKey();
const appSecret = 'a secret of this test that is long enough';
const createIndicators = (...indicatorKeys: Buffer[]) =>
  createIndicatorsService({ settings: { appSecret, indicatorKeys } });
let indicators = createIndicators(firstKey);
const server = useServer(test, { settings: { indicatorKeys: [secondKey, firstKey] } });
const signingKey = formatSigningKey('hakiki.test/open-data');
let folder: string;
let sequence = 0;

/** Simulates a worker with these keys after its start. */
async function publish() {
  sequence += 10;
  const publisher = createPublisher({
    database: test.database,
    indicators,
    folder,
    signingKey,
    publicUrl: 'https://hakiki.test',
  });
  return publisher.publish(new Date(Date.parse('2026-11-01T10:00:00Z') + sequence * 1000));
}

const TEXT =
  'They called from +254 712 345 678 and wanted money on till number 123456 or paybill 654321 account JK77, then by help.desk+x@gmail.com.';

async function report(text: string, countries = ['kenya']) {
  const { id } = await makeAlert(test.database.db, {
    status: 'approved',
    description: text,
    affectedCountries: countries,
  });
  await test.database.transaction(async (tx) => {
    await indicators.addToFiling(tx, id, indicators.extractFrom(text, { countries }));
    await indicators.publish(tx, id);
  });
  return id;
}

/** Looks up as a browser does, from the descriptions of endpoint and files alone. Returns kind and tier, if listed. */
async function lookUp(input: string): Promise<string | undefined> {
  const { oprf } = ristretto255_oprf;
  const bytes = new TextEncoder().encode(input);
  const { blind, blinded } = oprf.blind(bytes);
  const response = await server.post('/api/check/blind', { element: Buffer.from(blinded).toString('hex') });
  const { evaluations } = (await response.json()) as { evaluations: string[] };
  for (const evaluation of evaluations) {
    const tag = Buffer.from(oprf.finalize(bytes, blind, Buffer.from(evaluation, 'hex')));
    const published = await createOpenDataService({ folder, publicUrl: 'https://hakiki.test' }).readFile(
      `${blindRangesPath}/${tag.toString('hex', 0, 1)}`,
    );
    const { content } = published!;
    for (let at = 0; at < content.length; at += RANGE_SLOT_BYTES) {
      if (content.subarray(at, at + 8).equals(tag.subarray(1, 9))) {
        return `${indicatorKinds[content[at + 8]!]} ${content[at + 9]} of key ${evaluations.indexOf(evaluation)}`;
      }
    }
  }
  return undefined;
}

beforeEach(async () => {
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-blind-'));
  indicators = createIndicators(firstKey);
  await test.sql('truncate blind_tags, filings, fraud_alerts, indicators cascade');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a check of a number that the server does not learn', () => {
  it('finds reported numbers, tills, paybills and email addresses, and no others [CHECK-08]', async () => {
    await report(TEXT);
    await publish();
    // Tier 2: checked by moderators. The server evaluates under two keys; only the older one has tags yet.
    expect(await lookUp('phone:+254712345678')).toBe('phone 2 of key 1');
    expect(await lookUp('till:ke:123456')).toBe('till 2 of key 1');
    expect(await lookUp('paybill:ke:654321#JK77')).toBe('paybill 2 of key 1');
    expect(await lookUp('email:helpdesk@gmail.com')).toBe('email 2 of key 1');
    expect(await lookUp('phone:+254712345679')).toBeUndefined();
    expect(await lookUp('till:ke:123457')).toBeUndefined();
  });

  it('reads one of 256 files of one length, with neither the number nor its key in the database [CHECK-08] [CHECK-09]', async () => {
    await report(TEXT);
    const manifest = await publish();
    const names = readdirSync(join(folder, 'blind-ranges'));
    expect(names).toHaveLength(256);
    const sizes = new Set(names.map((name) => statSync(join(folder, 'blind-ranges', name)).size));
    expect([...sizes]).toEqual([manifest!.blindRanges!.bytes]);
    const content = names.map((name) => readFileSync(join(folder, 'blind-ranges', name), 'latin1')).join('');
    const stored = await test.sql('select key from indicators where value is null');
    expect(stored).toHaveLength(5);
    for (const { key } of stored) expect(content).not.toContain((key as Buffer).toString('latin1', 1, 9));
    expect(content).not.toContain('254712345678');
    const opened = createOpenDataService({ folder, publicUrl: 'https://hakiki.test' });
    expect((await opened.readFile(`${blindRangesPath}/ff`))?.content).toHaveLength(manifest!.blindRanges!.bytes);
    expect(await opened.readFile(`${blindRangesPath}/fg`)).toBeUndefined();
    expect(await opened.readFile(`${blindRangesPath}/0000`)).toBeUndefined();
  });

  it('finds a disputed number and not a withdrawn one [CHECK-11]', async () => {
    await report(TEXT);
    await publish();
    const [{ key }] = (await test.sql(`select key from indicators where kind = 'phone'`)) as [{ key: Buffer }];
    const setState = (state: 'disputed' | 'withdrawn') =>
      test.database.transaction((tx) => indicators.setIndicatorState(tx, [key], state));
    await setState('disputed');
    await publish();
    expect(await lookUp('phone:+254712345678')).toBeDefined();
    await setState('withdrawn');
    await publish();
    expect(await lookUp('phone:+254712345678')).toBeUndefined();
    expect(await lookUp('till:ke:123456')).toBeDefined();
  });
});

describe('a change of the key', () => {
  it('gives new tags to numbers that a report still names, and keeps the others under the older key [CHECK-08]', async () => {
    await report(TEXT);
    const other = await report('They called from +254 722 000 111 again.');
    await publish();
    // The text no longer contains it, so no other tag can be computed.
    await test.sql(`update fraud_alerts set description = 'They called.' where id = $1`, [other]);
    indicators = createIndicators(secondKey, firstKey);
    expect((await publish())?.sequence).toBeGreaterThan(0);
    expect(await lookUp('phone:+254712345678')).toBe('phone 2 of key 0');
    expect(await lookUp('phone:+254722000111')).toBe('phone 2 of key 1');
    // Nothing is left to do.
    expect(await publish()).toBeUndefined();
    // A new report names it again.
    await report('It is +254 722 000 111.');
    await publish();
    expect(await lookUp('phone:+254722000111')).toBe('phone 2 of key 0');
  });

  it('changes no key in the database: reports before and after it name the same number [CHECK-08]', () => {
    const [before] = createIndicators(firstKey).extractFrom('+254712345678');
    const [after] = createIndicators(secondKey, firstKey).extractFrom('+254712345678');
    expect(after!.key).toEqual(before!.key);
    // Of an installation from before the setting: its first key is the one that was derived from APP_SECRET.
    const derived = deriveFirstKey(appSecret, 'indicator-phone');
    const [upgraded] = createIndicators(derived).extractFrom('+254712345678');
    expect(upgraded!.key).toEqual(createIndicators().extractFrom('+254712345678')[0]!.key);
  });
});

// Last, because all tests of this file share one address.
describe('the evaluation of an element', () => {
  it('invalid elements are rejected, and evaluations are limited per address [CHECK-08]', async () => {
    const post = async (element: string) => (await server.post('/api/check/blind', { element })).status;
    for (const element of ['', 'ff'.repeat(32), '00'.repeat(32), 'ab'.repeat(33), 'AB'.repeat(32)]) {
      expect(await post(element), element).toBe(400);
    }
    const { blinded } = ristretto255_oprf.oprf.blind(new TextEncoder().encode('phone:+254712345678'));
    const element = Buffer.from(blinded).toString('hex');
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length <= rateLimits.blindCheck.points)
      statuses.push(await post(element));
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(statuses.length).toBeLessThanOrEqual(rateLimits.blindCheck.points);
    expect(statuses.at(-1)).toBe(429);
  });
});

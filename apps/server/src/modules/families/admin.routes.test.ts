/** Families in the console: listed, looked up, judged, split, and every click undone. */
import type { Family, FamilySummary } from '@hakiki/contract/families-admin';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeAlert } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import { type Admin, createConsoleClient, makeModerator } from '../../../test/support/staff.ts';
import { createIndicatorsService } from '../indicators/service.ts';
import { placeIndicators } from './picture.ts';
import { familyHooks } from './service.ts';

const test = useDatabase();
const appSecret = 'a secret of this test that is long enough';
const server = useServer(test, { settings: { appSecret, rateLimitScale: 1000, replyCacheSeconds: 0 } });
const { post, getJson } = createConsoleClient(server);
const indicators = createIndicatorsService({ settings: { appSecret }, hooks: familyHooks });
const wallet = '0x52908400098527886e0f7030069857d2e4169ee7';
const today = () => new Date().toISOString().slice(0, 10);
const keyOf = (value: string) => indicators.extractFrom(value)[0]!.key.toString('hex');

let moderator: Admin;
beforeAll(async () => {
  moderator = await makeModerator(test.database.db);
});
beforeEach(async () => {
  await test.sql(
    'truncate fraud_alerts, indicators, filings, family_traces, family_links, family_members, family_judgements cascade',
  );
  for (const text of [
    `one.example takes ${wallet}`,
    `two.example takes ${wallet}`,
    'two.example, three.example, call +254712345678',
  ]) {
    const { id } = await makeAlert(test.database.db, { status: 'approved' });
    await test.database.transaction(async (tx) => {
      await indicators.addToFiling(tx, id, indicators.extractFrom(text));
      await indicators.publish(tx, id);
    });
  }
  await server.running.services.families.applyWaiting();
});

const list = () => getJson<FamilySummary[]>(moderator, '/api/admin/families');
const get = (about: string) => getJson<Family>(moderator, `/api/admin/families/of?about=${encodeURIComponent(about)}`);
const judge = (pairs: [string, string][], judgement: string, reason = 'Seen on both pages.') =>
  post(moderator, '/api/admin/families/judgements', {
    pairs: pairs.map(([a, b]) => ({ a: keyOf(a), b: keyOf(b) })),
    judgement,
    reason,
  });
const stateOf = ({ links }: Family, one: string, other: string) =>
  links.find(({ a, b }) => [a, b].toSorted().join() === [keyOf(one), keyOf(other)].toSorted().join())?.state;

describe('a family in the console', () => {
  it('is a list of members with a picture, and a table of links with their traces, sources and dates [FAM-08] [FAM-03]', async () => {
    expect(await list()).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        size: 2,
        blocked: 0,
        examples: expect.arrayContaining(['one.example', 'two.example']),
      },
    ]);
    const family = await get('two.example');
    const [a, b] = [keyOf('one.example'), keyOf('two.example')].toSorted() as [string, string];
    const source = { kind: 'own', name: null };
    expect(family.links).toContainEqual({
      a,
      b,
      state: 'joined',
      traces: [{ kind: 'wallet', value: wallet, carriers: 2, seenOn: today(), source }],
      judgements: [],
    });
    expect(stateOf(family, 'two.example', 'three.example')).toBe('hint');
    expect(
      family.indicators.map(({ value, isMember, isWarned, isListed }) => [value, isMember, isWarned, isListed]),
    ).toEqual([
      ['one.example', true, true, false],
      ['three.example', false, true, false],
      ['two.example', true, true, false],
    ]);
    for (const { x, y } of family.indicators) {
      expect(x).toBeGreaterThan(0);
      expect(y).toBeLessThan(family.picture.height);
    }
    expect({ id: family.id, size: family.size }).toEqual({ id: (await list())[0]?.id, size: 2 });
    const unknown = await server.get('/api/admin/families/of?about=unknown.example', {
      headers: { cookie: moderator.cookie },
    });
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([404, 'FAMILY_NOT_FOUND']);
  });

  it('a confirmed hint joins, a refusal takes it out, and each click is undone by one [FAM-05] [FAM-08]', async () => {
    const joined = await judge([['two.example', 'three.example']], 'same');
    const { actionId } = (await joined.json()) as { actionId: string };
    expect(joined.status).toBe(201);
    expect((await get('one.example')).size).toBe(3);
    const refused = await judge([['one.example', 'two.example']], 'notSame');
    expect((await get('two.example')).size).toBe(2);
    expect(stateOf(await get('two.example'), 'one.example', 'two.example')).toBe('refused');
    const second = (await refused.json()) as { actionId: string };
    const undo = async (id: string) =>
      (
        await server.post(
          `/api/admin/families/judgements/${id}`,
          {},
          { method: 'DELETE', headers: { cookie: moderator.cookie } },
        )
      ).status;
    expect(await undo(second.actionId)).toBe(200);
    expect((await get('two.example')).size).toBe(3);
    expect(await undo(actionId)).toBe(200);
    expect((await get('two.example')).size).toBe(2);
    expect(await undo(actionId)).toBe(404);
    const { judgements } = (await get('two.example')).links.find(({ judgements: said }) => said.length > 0)!;
    expect(judgements).toEqual([
      expect.objectContaining({ reason: 'Seen on both pages.', by: moderator.email, undoneBy: moderator.email }),
    ]);
    const audit = await test.sql("select action from audit_entries where action like 'family-link.%' order by at");
    expect(audit.map(({ action }) => action)).toEqual([
      'family-link.judged',
      'family-link.judged',
      'family-link.undone',
      'family-link.undone',
    ]);
  });

  it('two indicators that are not known, or one and the same, cannot be judged', async () => {
    expect((await judge([['one.example', 'unknown.example']], 'same')).status).toBe(404);
    expect((await judge([['one.example', 'one.example']], 'same')).status).toBe(404);
    expect((await judge([['one.example', 'two.example']], 'same', ' ')).status).toBe(400);
  });
});

describe('the picture', () => {
  it('gives each of 200 indicators a place of its own, the one with most links in the middle [FAM-08]', () => {
    const keys = Array.from({ length: 200 }, (_, n) => `t${n}`);
    const { places, width, height } = placeIndicators(
      keys,
      keys.slice(0, -1).map((a) => ({ a, b: 't199' })),
    );
    expect(places.get('t199')).toEqual({ x: width / 2, y: height / 2 });
    expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(200);
  });
});

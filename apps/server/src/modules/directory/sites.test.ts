/** The stored site of a provider's website. */
import type { ProviderId } from '@hakiki/contract/directory';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeProvider } from '../../../test/support/factories.ts';
import { actors } from '../../../test/support/actors.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const db = () => test.database.db;
const server = useServer(test);
const directory = () => server.running.services.directory;

const readStored = async (id: ProviderId) => {
  const [row] = await test.sql('select website_site as site, names_key as names from providers where id = $1', [id]);
  return row;
};

describe('writing a website', () => {
  it('stores the site of a provider that is added, edited or changed by its business', async () => {
    const added = await directory().add(
      actors.admin,
      {
        name: 'Obasika',
        type: 'Exchange',
        description: 'An invented service for tests.',
        website: 'https://www.obasika-pay.webflow.io/join',
        countries: ['nigeria'],
        licenseInfo: '',
        isAnother: false,
      } as never,
      undefined,
    );
    expect(await readStored(added.id)).toEqual({ site: 'obasika-pay.webflow.io', names: 'obasika\nobasika-pay' });
    await directory().update(actors.admin, added.id, {
      website: 'https://linktr.ee/Obasika_NG',
      reason: 'It moved.',
    });
    expect(await readStored(added.id)).toEqual({ site: 'linktr.ee/obasika_ng', names: 'obasika\nobasika_ng' });
    await test.database.transaction((tx) => directory().setProfile(tx, added.id, { website: 'https://obasika.co.ke' }));
    expect(await readStored(added.id)).toEqual({ site: 'obasika.co.ke', names: 'obasika\nobasika' });
    await test.database.transaction((tx) => directory().setProfile(tx, added.id, { website: null }));
    expect(await readStored(added.id)).toEqual({ site: null, names: 'obasika' });
  });

  it('treats two providers on one host as two, and providers of one site as one', async () => {
    await makeProvider(db(), { name: 'Sunbird', website: 'https://sunbird.carrd.co' });
    const list = [
      { name: 'Other One', website: 'https://other.carrd.co' },
      { name: 'Other Two', website: 'https://app.sunbird.carrd.co/x' },
      { name: 'Other Three', website: 'https://OTHER.carrd.co/join' },
      { name: 'Other Four', website: null },
    ];
    expect(await directory().compareList(list)).toEqual([
      { isKnown: false, sameAs: null },
      { isKnown: true, sameAs: null },
      { isKnown: false, sameAs: 0 },
      { isKnown: false, sameAs: null },
    ]);
  });
});

describe('parsing all websites again', () => {
  it('corrects sites of an older suffix list or release, and nothing else', async () => {
    await test.sql('truncate providers cascade');
    const { id: wrongId, updatedAt } = await makeProvider(db(), { name: 'One', website: 'https://one.webflow.io' });
    const { id: rightId } = await makeProvider(db(), { name: 'Two', website: 'https://two.example' });
    const { id: withoutWebsite } = await makeProvider(db(), { name: 'Three', website: null });
    await test.sql(`update providers set website_site = 'webflow.io' where id = any($1)`, [[wrongId, withoutWebsite]]);
    // An older release writes neither column.
    const [oldRow] = await test.sql(
      `insert into providers (id, name, type, description, website)
       values (gen_random_uuid(), 'Four', 'Exchange', '', 'https://four.fly.dev') returning id`,
    );
    expect(await readStored(oldRow!['id'] as ProviderId)).toEqual({ site: null, names: 'four' });
    expect(await directory().refreshSites()).toBe(3);
    expect(await readStored(wrongId)).toEqual({ site: 'one.webflow.io', names: 'one\none' });
    expect(await readStored(rightId)).toEqual({ site: 'two.example', names: 'two\ntwo' });
    expect(await readStored(withoutWebsite)).toEqual({ site: null, names: 'three' });
    expect(await readStored(oldRow!['id'] as ProviderId)).toEqual({ site: 'four.fly.dev', names: 'four\nfour' });
    // API clients have nothing new to fetch.
    expect((await test.sql('select updated_at as "at" from providers where id = $1', [wrongId]))[0]).toEqual({
      at: updatedAt,
    });
    expect(await directory().refreshSites()).toBe(0);
  });

  it('processes every page', async () => {
    await test.sql('truncate providers cascade');
    await test.sql(`
      insert into providers (id, name, type, description, website)
      select gen_random_uuid(), 'Demo ' || n, 'Exchange', '', 'https://demo-' || n || '.webflow.io' from generate_series(1, 5100) n`);
    expect(await directory().refreshSites()).toBe(5_100);
    expect(await test.sql('select count(distinct website_site)::int as n from providers')).toEqual([{ n: 5_100 }]);
  });
});

it('uses the index to find a site', async () => {
  await test.sql('analyze providers');
  const rows = await test.sql(`explain select from providers where website_site = any('{demo-7.webflow.io}')`);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('providers_website_site');
});

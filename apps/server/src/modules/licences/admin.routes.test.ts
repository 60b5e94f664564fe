import { createHash } from 'node:crypto';
import type { LicenceChange, ProviderLicence } from '@hakiki/contract/licences';
import type { AdminRegister, getLicenceTasks, LicenceProposal } from '@hakiki/contract/licences-admin';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeProvider } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../test/support/staff.ts';

const test = useDatabase();
const server = useServer(test);
const { getJson, post } = createConsoleClient(server);
const db = () => test.database.db;

let first: Admin;
let second: Admin;
beforeAll(async () => {
  first = await makeAdmin(db());
  second = await makeAdmin(db());
});

type Tasks = ReplyOf<typeof getLicenceTasks>;
const readTasks = (admin: Admin) => getJson<Tasks>(admin, '/api/admin/licences');
const today = new Date().toISOString().slice(0, 10);

async function addRegister(country: string): Promise<AdminRegister> {
  const response = await post(first, '/api/admin/licences/registers', {
    country,
    authority: 'Demo Authority',
    name: `Register of ${country}`,
    url: 'https://authority.example/register',
    fileUrl: '',
    format: 'csv',
  });
  expect(response.status).toBe(201);
  return (await response.json()) as AdminRegister;
}

const upload = (admin: Admin, id: string, csv: string, asOf = today) =>
  fetch(`${server.url}/api/admin/licences/registers/${id}/file?asOf=${asOf}`, {
    method: 'PUT',
    headers: { cookie: admin.cookie, origin: server.url, 'content-type': 'application/octet-stream' },
    body: csv,
  });

const confirm = (admin: Admin, { id, seen }: Pick<LicenceProposal, 'id' | 'seen'>) =>
  post(admin, `/api/admin/licences/proposals/${id}/confirm`, { seen });
const readCode = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

/** Reads past the reply cache, which keeps a reply for some seconds. */
let reads = 0;
const readCountry = (country: string) => server.running.services.licences.getCountry(country);
const readStates = (id: string) =>
  server.json<ProviderLicence[]>(`/api/providers/${id}/licences?country=${(reads += 1)}`);

describe('the file of a register', () => {
  it('becomes public when a second person has confirmed what both have seen [LIC-04] [LIC-06]', async () => {
    const { id } = await addRegister('mauritius');
    const head = 'holder,number,state,scope,granted,ends\n';
    const csv = `${head}Kilima Ltd,1,licensed,custody,,\nSavannah Ltd,2,applied,,,\n`;
    const response = await upload(first, id, csv);
    const proposal = (await response.json()) as LicenceProposal;
    expect(proposal).toEqual({
      id: expect.any(String),
      kind: 'file',
      country: 'mauritius',
      title: 'Register of mauritius',
      proposedBy: first.email,
      isOwn: true,
      createdAt: expect.any(String),
      seen: expect.stringMatching(/^[\da-f]{64}$/),
      fileHash: createHash('sha256').update(csv).digest('hex'),
      unchanged: 0,
      differences: [
        { key: '1', holder: 'Kilima Ltd', from: null, to: 'licensed' },
        { key: '2', holder: 'Savannah Ltd', from: null, to: 'applied' },
      ],
      fields: [],
    });
    expect((await readCountry('mauritius')).registers).toEqual([]);
    expect(await readCode(await confirm(first, proposal))).toEqual([403, 'OWN_PROPOSAL']);
    expect(await readCode(await confirm(second, { ...proposal, seen: 'f'.repeat(64) }))).toEqual([
      409,
      'PROPOSAL_OVERTAKEN',
    ]);
    expect(await readCode(await upload(second, id, `${head}Other,1,licensed,,,\n`))).toEqual([409, 'ALREADY_PROPOSED']);
    expect(await (await confirm(second, proposal)).json()).toEqual({ id: proposal.id });
    expect(await readCode(await confirm(second, proposal))).toEqual([409, 'ALREADY_DECIDED']);
    const { registers, entries } = await readCountry('mauritius');
    expect(registers).toEqual([expect.objectContaining({ id, asOf: today, checkedOn: today })]);
    expect(entries.map(({ holder, state }) => [holder, state])).toEqual([
      ['Kilima Ltd', 'licensed'],
      ['Savannah Ltd', 'applied'],
    ]);

    // The next file: one entry stays, one is licensed now, one is new, and the first is gone.
    const next = (await (
      await upload(second, id, `${head}Savannah Ltd,2,licensed,exchange,,\nMopani Ltd,3,registered,,,\n`)
    ).json()) as LicenceProposal;
    expect(next.differences).toEqual([
      { key: '2', holder: 'Savannah Ltd', from: 'applied', to: 'licensed' },
      { key: '3', holder: 'Mopani Ltd', from: null, to: 'registered' },
      { key: '1', holder: 'Kilima Ltd', from: 'licensed', to: 'ended' },
    ]);
    await confirm(first, next);
    const { changes, ...after } = await readCountry('mauritius');
    expect(after.entries.map(({ holder, state }) => [holder, state])).toEqual([
      ['Kilima Ltd', 'ended'],
      ['Mopani Ltd', 'registered'],
      ['Savannah Ltd', 'licensed'],
    ]);
    const summarise = ({ subject, from, to }: LicenceChange) => `${subject}: ${from} ${to}`;
    expect(changes.map(summarise).toSorted()).toEqual([
      'Kilima Ltd: licensed ended',
      'Kilima Ltd: null licensed',
      'Mopani Ltd: null registered',
      'Savannah Ltd: applied licensed',
      'Savannah Ltd: null applied',
    ]);
    expect((await server.json<LicenceChange[]>('/api/licence-changes')).map(summarise).toSorted()).toEqual(
      changes.map(summarise).toSorted(),
    );
    expect(await test.sql('select count(*)::int as n from licences where register_id = $1', [id])).toEqual([{ n: 5 }]);
  });

  it('is sent to moderators as it arrived, by its hash, and to nobody else [LIC-06]', async () => {
    const moderator = await makeModerator(db());
    const { id } = await addRegister('comoros');
    const csv = 'holder,state\r\n<script>alert(1)</script> Ltd,licensed\r\n';
    const proposal = (await (await upload(first, id, csv)).json()) as LicenceProposal;
    const getFile = (hash: string | null, headers = {}) =>
      fetch(`${server.url}/api/admin/licences/files/${hash}`, { headers });
    const before = await getFile(proposal.fileHash, { cookie: moderator.cookie });
    expect([before.status, await before.text()]).toEqual([200, csv]);
    expect(Object.fromEntries(before.headers)).toEqual(
      expect.objectContaining({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${proposal.fileHash}.csv"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'cache-control': 'no-store',
      }),
    );
    await confirm(second, proposal);
    expect((await readTasks(moderator)).registers.find((register) => register.id === id)?.fileHash).toBe(
      proposal.fileHash,
    );
    expect((await readCountry('comoros')).entries[0]?.fileHash).toBe(proposal.fileHash);
    expect((await getFile(proposal.fileHash)).status).toBe(401);
    for (const hash of ['f'.repeat(64), 'x'])
      expect(await readCode(await getFile(hash, { cookie: moderator.cookie }))).toEqual([404, 'REGISTER_NOT_FOUND']);
  });

  it('that drops a licence after its last day leaves the holder licensed by the renewed one [LIC-02] [LIC-06]', async () => {
    const provider = await makeProvider(db(), { countries: ['eswatini'] });
    const { id: registerId } = await addRegister('eswatini');
    const head = 'holder,number,state,scope,granted,ends\n';
    const renewed = 'Kilima Ltd,12,licensed,custody,2023-12-01,\n';
    const publish = async (csv: string, asOf: string) =>
      confirm(second, (await (await upload(first, registerId, csv, asOf)).json()) as LicenceProposal);
    const match = async (key: string) =>
      confirm(
        second,
        (await (
          await post(first, '/api/admin/licences/matches', { registerId, key, providerId: provider.id })
        ).json()) as LicenceProposal,
      );
    const getStates = async () => (await readStates(provider.id)).map(({ state, number }) => [state, number]);

    await publish(`${head}Kilima Ltd,7,licensed,custody,2020-01-01,2023-12-31\n${renewed}`, '2023-12-15');
    await match('7');
    expect(await getStates()).toEqual([['ended', '7']]);
    await match('12');
    expect(await getStates()).toEqual([['licensed-here', '12']]);
    await publish(`${head}${renewed}`, '2024-01-15');
    expect(await getStates()).toEqual([['licensed-here', '12']]);
    // The authority takes a licence back after it had granted the other one.
    await publish(`${head}${renewed}Kilima Ltd,9,ended,exchange,2021-01-01,2024-06-30\n`, '2024-07-15');
    await match('9');
    expect(await getStates()).toEqual([['ended', '9']]);
  });

  it('that cannot be read is refused, and a rejected one changes nothing [LIC-06]', async () => {
    const { id } = await addRegister('botswana');
    expect(await readCode(await upload(first, id, '<html>'))).toEqual([400, 'REGISTER_FILE_REFUSED']);
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    expect((await upload(first, id, 'holder,state\nA,licensed', tomorrow)).status).toBe(400);
    const proposal = (await (await upload(first, id, 'holder,state\nA,licensed')).json()) as LicenceProposal;
    expect((await post(second, `/api/admin/licences/proposals/${proposal.id}/withdraw`)).status).toBe(200);
    expect(await readCode(await confirm(second, proposal))).toEqual([409, 'ALREADY_DECIDED']);
    expect((await readCountry('botswana')).registers).toEqual([]);
  });

  it('that the worker has read needs two people, too [LIC-06]', async () => {
    const { id } = await addRegister('seychelles');
    const proposal = (await (await upload(first, id, 'holder,state\nA,licensed')).json()) as LicenceProposal;
    await test.sql('update licence_proposals set proposed_by = null where id = $1', [proposal.id]);
    expect((await confirm(first, proposal)).status).toBe(200);
    expect((await readCountry('seychelles')).entries).toEqual([]);
    expect(await readCode(await confirm(first, proposal))).toEqual([403, 'OWN_PROPOSAL']);
    expect((await confirm(second, proposal)).status).toBe(200);
    expect((await readCountry('seychelles')).entries).toHaveLength(1);
  });
});

describe('the licence tasks of moderators', () => {
  it('matches an entry to a provider by two people, and lists claims that no register knows until then [LIC-05] [LIC-06]', async () => {
    const provider = await makeProvider(db(), { countries: ['namibia'], licenseInfo: 'Licence 7' });
    const { id: registerId } = await addRegister('namibia');
    await confirm(
      second,
      (await (await upload(first, registerId, 'holder,number,state\nKaross Ltd,7,licensed')).json()) as LicenceProposal,
    );
    const tasks = await readTasks(first);
    expect(tasks.claims).toEqual([{ id: provider.id, name: provider.name, licenseInfo: 'Licence 7' }]);
    expect(tasks.unmatched.map(({ holder }) => holder)).toContain('Kaross Ltd');
    expect((await readStates(provider.id))[0]).toEqual(
      expect.objectContaining({ country: 'namibia', state: 'claim-not-found' }),
    );

    const body = { registerId, key: '7', providerId: `https://hakiki.example/provider/${provider.id}` };
    const response = await post(first, '/api/admin/licences/matches', body);
    const proposal = (await response.json()) as LicenceProposal;
    expect([response.status, proposal.title]).toEqual([201, `Kaross Ltd = ${provider.name}`]);
    await confirm(second, proposal);
    expect((await readStates(provider.id))[0]).toEqual(
      expect.objectContaining({
        state: 'licensed-here',
        holder: 'Kaross Ltd',
        number: '7',
      }),
    );
    const after = await readTasks(first);
    expect(after.claims).toEqual([]);
    expect(after.unmatched.map(({ holder }) => holder)).not.toContain('Kaross Ltd');
    expect((await post(first, '/api/admin/licences/matches', { ...body, key: '8' })).status).toBe(404);
    // In public the register has changed once: a match is no second licence.
    const { changes } = await readCountry('namibia');
    expect(changes.map(({ subject, from, to }) => [subject, from, to])).toEqual([['Kaross Ltd', null, 'licensed']]);
  });

  it('changes the law of a country by two people, and keeps the earlier text [LIC-04] [LIC-06]', async () => {
    const regime = {
      country: 'burundi',
      regulator: 'Central bank',
      regulatorUrl: 'https://bank.example',
      regime: 'prohibited',
      instrument: 'Circular 1',
      since: '2019-09',
      summary: 'Trading is forbidden.',
      sourceName: 'Gazette',
      sourceUrl: 'https://gazette.example/1',
      asOf: '2019',
      confidence: 'sourced',
    };
    expect((await readCountry('burundi')).regime).toBeNull();
    const proposal = (await (await post(first, '/api/admin/licences/regimes', regime)).json()) as LicenceProposal;
    expect((await readCountry('burundi')).regime).toBeNull();
    await confirm(second, proposal);
    const after = await readCountry('burundi');
    expect(after.regime).toEqual({ ...regime, checkedOn: today });
    expect(after.changes).toEqual([
      {
        id: expect.any(String),
        kind: 'regime',
        country: 'burundi',
        source: 'Gazette',
        sourceUrl: 'https://gazette.example/1',
        subject: null,
        from: null,
        to: 'prohibited',
        providerId: null,
        at: expect.any(String),
      },
    ]);
    const wrong = await post(first, '/api/admin/licences/regimes', { ...regime, asOf: 'soon', sourceUrl: 'x' });
    expect(wrong.status).toBe(400);
  });

  it('records the warning of an authority and its end by two people [LIC-02] [LIC-04] [LIC-06]', async () => {
    const { id } = await makeProvider(db(), { countries: ['uganda'] });
    const warning = {
      country: 'uganda',
      authority: 'Demo Authority',
      title: 'Not authorised',
      names: 'Fastari; Fastari Gains',
      publishedOn: '2026-10-01',
      url: 'https://authority.example/warnings/1',
      providerId: id,
    };
    for (const [status, state] of [
      ['warned', 'warned-here'],
      ['lifted', 'no-licence-yet'],
    ] as const) {
      const proposal = (await (
        await post(first, '/api/admin/licences/warnings', { ...warning, status })
      ).json()) as LicenceProposal;
      await confirm(second, proposal);
      expect((await readStates(id))[0]?.state).toBe(state);
    }
    expect((await readCountry('uganda')).changes.map(({ from, to }) => [from, to])).toEqual([
      ['warned', null],
      [null, 'warned'],
    ]);
  });

  it('lets a moderator upload a file that a second moderator finds as work and confirms [LIC-06]', async () => {
    const moderator = await makeModerator(db());
    const secondModerator = await makeModerator(db());
    const count = async (staff: Admin) =>
      (await getJson<{ kind: string; count: number }[]>(staff, '/api/admin/work')).find(
        ({ kind }) => kind === 'licences',
      )?.count;
    const { id } = await addRegister('gambia');
    const uploaded = await upload(moderator, id, 'holder,state\nA,licensed');
    expect([await count(moderator), await count(secondModerator)]).toEqual([0, 1]);
    const proposal = (await uploaded.json()) as LicenceProposal;
    expect((await confirm(moderator, proposal)).status).toBe(403);
    expect((await confirm(secondModerator, proposal)).status).toBe(200);
    expect(await count(secondModerator)).toBe(0);
  });

  it('counts a claim that no register knows as work of moderators [LIC-05]', async () => {
    const moderator = await makeModerator(db());
    await makeProvider(db(), { countries: ['gambia'], licenseInfo: 'Licence 9' });
    const work = await getJson<{ kind: string; count: number }[]>(moderator, '/api/admin/work');
    expect(work.find(({ kind }) => kind === 'licences')?.count).toBe(1);
  });

  it.each(['registers', 'regimes', 'warnings'])('lets only administrators add %s', async (kind) => {
    const moderator = await makeModerator(db());
    expect((await post(moderator, `/api/admin/licences/${kind}`, {})).status).toBe(403);
  });

  it('tells webhooks of a change that concerns a listed provider', async () => {
    const { id } = await makeProvider(db());
    await test.sql(
      `insert into webhooks (id, account_id, url, events) values (gen_random_uuid(), $1, 'https://x.example', '{licence.changed}')`,
      [first.id],
    );
    await test.sql(
      `insert into licence_changes (id, kind, country, source, provider_id) values (gen_random_uuid(), 'licence', 'kenya', 'x', $1)`,
      [id],
    );
    expect(await test.sql('select type, data from webhook_events')).toEqual([
      { type: 'licence.changed', data: expect.objectContaining({ id, changed: ['register'] }) },
    ]);
  });
});

/** Runs the operator's command `hakiki` as on the server. */
import type { Provider } from '@hakiki/contract/directory';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { useDatabase } from './support/database.ts';
import { expectedReply } from './support/expected-replies.ts';
import { makeProvider } from './support/factories.ts';
import { makePhoto } from './support/photo.ts';
import { processEnvironment } from './support/process-environment.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
const server = useServer(test);
const folder = mkdtempSync(join(tmpdir(), 'hakiki-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

const command = join(import.meta.dirname, '../../../ops/bin/hakiki');
const runHakiki = (...commandArguments: string[]) => runHakikiWith({}, ...commandArguments);
const runHakikiWith = (environment: Record<string, string>, ...commandArguments: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...processEnvironment, NODE_ENV: 'test', DATABASE_URL: test.url, ...environment };
    execFile(command, commandArguments, { env, cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

const CSV_HEADER = 'name,type,description,website,countries';
const writeCsv = (...lines: string[]): string => {
  const file = join(folder, 'list.csv');
  writeFileSync(file, [CSV_HEADER, ...lines].join('\n'));
  return file;
};
const readProviders = () =>
  test.sql(`select name, type, website, countries, verification_status as verdict, review_state as state
    from providers order by created_at`);

describe('hakiki', { timeout: 60_000 }, () => {
  it('hakiki lists its commands, rejects unknown ones, and prints new keys for the public log, contact data and reported numbers', async () => {
    const { code, output } = await runHakiki();
    expect(code).toBe(0);
    const named = [...output.matchAll(/^ {2}([\w-]+)/gm)].map(([, name]) => name);
    expect(named).toEqual([
      'setup',
      'server',
      'worker',
      'doctor',
      'probe',
      'migrate',
      'upgrade',
      'admin',
      'providers',
      'starter',
      'sources',
      'texts',
      'doors',
      'backup',
      'restore',
      'audit',
      'keys',
      'reporter-keys',
      'log-key',
      'open-data-key',
      'indicator-key',
    ]);
    expect(await runHakiki('frobnicate')).toEqual({
      code: 2,
      output: expect.stringContaining("Unknown command 'frobnicate'.") as unknown,
    });
    expect((await runHakiki('log-key', 'hakiki.org')).code).toBe(2);
    expect((await runHakiki('log-key', 'https://hakiki.org/')).output).toMatch(
      /^LOG_SIGNING_KEYS=PRIVATE\+KEY\+hakiki\.org\/decisions\+[0-9a-f]{8}\+\S+\n[^]*\nhakiki\.org\/decisions\+[0-9a-f]{8}\+\S+\n/,
    );
    expect((await runHakiki('reporter-keys')).output).toMatch(/^REPORTER_PUBLIC_KEY=\S+\nREPORTER_PRIVATE_KEYS=\S+\n/);
    // The new key, and the one that came from APP_SECRET until now.
    expect((await runHakiki('indicator-key')).output).toMatch(/^INDICATOR_KEYS=[\w-]{43},[\w-]{43}\n/);
  });
});

describe('hakiki providers import', { timeout: 60_000 }, () => {
  it('hakiki providers import previews first, writes only with --yes, and only once', async () => {
    await makeProvider(test.database.db, { name: 'Known Exchange', website: 'https://known.example' });
    const before = await readProviders();
    const file = writeCsv(
      'Zenith Coins,Exchange,"Buys, sells",https://www.zenith.example/join,Kenya;south-africa',
      'KNOWN exchange,Exchange,The same name,,Kenya',
      'Other Name,Broker,The same domain,https://shop.known.example,Ghana',
      'Baobab Wallet,Wallet,Keeps coins,,Ghana',
      'Zenith Again,Broker,The domain of the first line,https://zenith.example,Kenya',
    );
    const preview = `Existing: 3
  line 3: KNOWN exchange: the name or the domain is in the register
  line 4: Other Name (https://shop.known.example): the name or the domain is in the register
  line 6: Zenith Again (https://zenith.example): the name or the domain of line 2

Would be added: 2
  line 2: Zenith Coins (https://www.zenith.example/join)
  line 5: Baobab Wallet

Nothing was added. Pass --yes to add.
`;
    expect(await runHakiki('providers', 'import', file)).toEqual({ code: 0, output: preview });
    expect(await readProviders()).toEqual(before);

    const done = await runHakiki('providers', 'import', file, '--yes');
    expect(done).toEqual({ code: 0, output: expect.stringMatching(/\nAdded 2\.\n$/) as unknown });
    const added = (await readProviders()).slice(before.length);
    expect(added).toEqual([
      {
        name: 'Zenith Coins',
        type: 'Exchange',
        website: 'https://www.zenith.example/join',
        countries: ['kenya', 'south africa'],
        verdict: 'Pending',
        state: 'approved',
      },
      {
        name: 'Baobab Wallet',
        type: 'Wallet',
        website: null,
        countries: ['ghana'],
        verdict: 'Pending',
        state: 'approved',
      },
    ]);
    const entries = await test.sql(`select actor_kind, actor_id, action from audit_entries order by action, at`);
    const operator = { actor_kind: 'operator', actor_id: userInfo().username, action: 'provider.entered' };
    const system = { actor_kind: 'system', actor_id: null, action: 'provider.edited' };
    expect(entries).toEqual([system, system, operator, operator]);

    expect((await runHakiki('providers', 'import', file, '--yes')).output).toMatch(/\nAdded 0\.\n$/);
  });

  it('hakiki providers import takes all facts of a provider page, also as the console exports them, and readers see them [FILL-01] [PROV-01] [PROV-03] [PROV-16] [REAL-07]', async () => {
    const file = join(folder, 'facts.csv');
    writeFileSync(join(folder, 'mto.jpg'), await makePhoto({ width: 300, height: 200 }));
    writeFileSync(
      file,
      `id,name,otherNames,type,verificationStatus,description,website,countries,licenseInfo,established,userCount,securityFeatures,insurance,badges,logoUrl,logo
1,Mto Pay,Mto | MtoX,Wallet,Verified,Keeps coins,https://mto.example,KE | ghana,Licence 7/2020,2020,120000,Cold storage: confirmed | Audit: not_confirmed,Insured up to $1000,Licence seen | Local office,,mto.jpg
`,
    );
    const done = await runHakiki('providers', 'import', file, '--yes');
    expect(done).toEqual({ code: 0, output: expect.stringMatching(/\nAdded 1\.\n$/) as unknown });
    const [listed] = await server.json<Provider[]>('/api/providers?search=Mto');
    const { id, certifications } = listed!;
    expect(await server.json(`/api/providers/${id}`)).toEqual(
      expectedReply('GET /api/providers/:id', {
        id,
        name: 'Mto Pay',
        otherNames: ['Mto', 'MtoX'],
        type: 'Wallet',
        description: 'Keeps coins',
        website: 'https://mto.example',
        countries: ['kenya', 'ghana'],
        licenseInfo: 'Licence 7/2020',
        established: 2020,
        userCount: 120_000,
        securityFeatures: [
          { name: 'Cold storage', state: 'confirmed' },
          { name: 'Audit', state: 'not_confirmed' },
        ],
        insurance: 'Insured up to $1000',
        verificationStatus: 'Pending',
        logoUrl: expect.stringMatching(/^\/api\/logos\//),
      }),
    );
    const logo = await fetch(server.url + listed!.logoUrl!);
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(certifications.map(({ certification }) => certification.name).toSorted()).toEqual([
      'Licence seen',
      'Local office',
    ]);
  });

  it('hakiki providers import names the allowed countries and badges [FILL-01]', async () => {
    const file = join(folder, 'wrong.csv');
    writeFileSync(file, 'name,type,description,countries,badges\nA,Wallet,Fine,Wakanda,\nB,Wallet,Fine,Kenya,Best\n');
    const { output } = await runHakiki('providers', 'import', file);
    expect(output).toContain('line 2: countries: Please use countries of Africa by their English names, such as Kenya');
    expect(output).toContain('line 3: badges.0: must be of Identity confirmed, Licence seen');
  });

  it('hakiki providers import adds nothing while a logo is missing, is no picture or lies in another folder [FILL-01]', async () => {
    const before = await readProviders();
    const file = join(folder, 'logos.csv');
    writeFileSync(join(folder, 'text.png'), 'This is no picture.');
    const lines = ['absent.png', 'text.png', '../mto.jpg'].map((logo, place) => `L${place},Wallet,Fine,Kenya,${logo}`);
    writeFileSync(file, ['name,type,description,countries,logo', ...lines].join('\n'));
    const { code, output } = await runHakiki('providers', 'import', file, '--yes');
    expect(code).toBe(1);
    expect(output).toContain('line 2: logo: absent.png cannot be read: ENOENT');
    expect(output).toMatch(/line 3: logo: .*(?:JPEG|picture)/);
    expect(output).toContain('line 4: logo: ../mto.jpg is not the name of a file in the folder of the list');
    expect(output).toMatch(/\nNothing was added: fix the errors first\.\n$/);
    expect(await readProviders()).toEqual(before);
  });

  it('hakiki providers import leaves out lines with private data until the operator allows them [FILL-06]', async () => {
    const before = await readProviders();
    const file = writeCsv('Kilele Coins,Exchange,Ask for Mrs Wanjiku at +254 722 000 123,,Kenya');
    const rejected = await runHakiki('providers', 'import', file, '--yes');
    expect(rejected.output)
      .toBe(`Skipped, may contain private data (remove it, or check it and pass --with-private-details): 1
  line 2: Kilele Coins: person in description, phone in description

Added 0.
`);
    expect(await readProviders()).toEqual(before);
    const done = await runHakiki('providers', 'import', file, '--yes', '--with-private-details');
    expect(done).toEqual({ code: 0, output: expect.stringMatching(/\nAdded 1\.\n$/) as unknown });
  });

  it('hakiki providers import adds nothing while a line is invalid, and names the line', async () => {
    const before = await readProviders();
    const file = writeCsv(
      'Good One,Exchange,Fine,,Kenya',
      'Bad Type,Bank,Fine,,Kenya',
      'No Country,Wallet,Fine,not a site,',
    );
    const { code, output } = await runHakiki('providers', 'import', file, '--yes');
    expect({
      code,
      lines: [...output.matchAll(/^ {2}(line \d+: \w+)/gm)].map(([, commandArguments]) => commandArguments),
    }).toEqual({
      code: 1,
      lines: ['line 3: type', 'line 4: website', 'line 4: countries', 'line 2: Good'],
    });
    expect(output).toMatch(/\nNothing was added: fix the errors first\.\n$/);
    expect(await readProviders()).toEqual(before);
  });

  it.each([
    ['a file that is not there', () => 'absent.csv', 'absent.csv cannot be read: ENOENT.\n'],
    ['a quotation mark that stays open', () => writeCsv('"A,Wallet'), /list\.csv: line 2 has a quotation mark/],
    [
      'too many lines',
      () => writeCsv(...Array.from({ length: 5001 }, (_, n) => `P${n},Wallet,Fine,,Kenya`)),
      '5001 lines are more than 5000: split it.\n',
    ],
    ['a file that is too large', () => writeCsv('x'.repeat(5_000_001)), /is larger than 5 MB: split it\.\n$/],
    [
      'an unknown column',
      () => {
        writeFileSync(join(folder, 'other.csv'), 'name,colour\nA,red');
        return 'other.csv';
      },
      'Unknown column colour.\n',
    ],
  ])('hakiki providers import rejects %s', async (_, make, commandArguments) => {
    const { code, output } = await runHakiki('providers', 'import', make());
    expect(code).toBe(1);
    if (typeof commandArguments === 'string') expect(output).toBe(commandArguments);
    else expect(output).toMatch(commandArguments);
  });
});

describe('hakiki backup and hakiki restore', { timeout: 60_000 }, () => {
  const envFile = join(folder, 'env');
  const backups = join(folder, 'backups');
  const settings = `APP_SECRET="${'0123456789abcdef'.repeat(4)}"\nBACKUP_FOLDER="${backups}"\n`;
  const backupKeysTo = (to: string) => runHakikiWith({ ENV_FILE: envFile }, 'backup', 'keys', to);

  it('compromise: backup: hakiki backup keys copies the keys readable by one user only, and never to the folder of the backups [OPS-03]', async () => {
    writeFileSync(envFile, settings, { mode: 0o644 });
    writeFileSync(`${envFile}.worker`, 'AUDIT_SECRET="x"\n', { mode: 0o644 });
    mkdirSync(join(backups, 'inside'), { recursive: true });
    for (const place of [backups, join(backups, 'inside')]) {
      expect(await backupKeysTo(place)).toEqual({
        code: 1,
        output: `${place} is where the backups are: whoever takes that disk would have both.\n`,
      });
      expect(readdirSync(place).filter((name) => name.includes('env'))).toEqual([]);
    }
    const safe = join(folder, 'safe');
    expect((await backupKeysTo(safe)).code).toBe(0);
    const storedKeys = readdirSync(safe).toSorted((a, b) => a.localeCompare(b));
    expect(storedKeys).toEqual([expect.stringMatching(/\.env$/), expect.stringMatching(/\.env\.worker$/)]);
    expect(storedKeys.map((name) => statSync(join(safe, name)).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(statSync(safe).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(safe, storedKeys[0]!), 'utf8')).toBe(settings);
  });

  it('hakiki backup fails when BACKUP_FOLDER is not set [OPS-03]', async () => {
    expect(await runHakiki('backup')).toEqual({
      code: 1,
      output: 'BACKUP_FOLDER is not set (docs/runbooks/backup.md).\n',
    });
  });

  it('hakiki restore rejects a data folder that is not empty, and an invalid time [OPS-03]', async () => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full/PG_VERSION'), '15');
    expect(await runHakiki('restore', '--data', join(folder, 'full'))).toEqual({
      code: 1,
      output: `${join(folder, 'full')} is not empty. Move it away; nothing was changed.\n`,
    });
    expect((await runHakiki('restore', '--data', join(folder, 'new'), '--to', 'yesterday')).code).toBe(2);
  });
});

/** The starter data of a release, shown and imported by `hakiki starter`. */
import { languages } from '@hakiki/contract/site';
import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isProtectable } from '../src/modules/check/lookalikes.ts';
import { createImporting } from '../src/modules/sources/importing.ts';
import { listSources } from '../src/modules/sources/list-sources.ts';
import { createLog } from '../src/platform/log/log.ts';
import { shippedNames, shippedRows, shippedTemplates, starterParts } from '../src/starter/shipped.ts';
import { describeStarter, importStarter } from '../src/starter/starter.ts';
import { describe, expect, it } from 'vitest';
import { useDatabase } from './support/database.ts';
import { processEnvironment } from './support/process-environment.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
const server = useServer(test);

const command = join(import.meta.dirname, '../../../ops/bin/hakiki');
const runStarter = (...commandArguments: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...processEnvironment, NODE_ENV: 'test', DATABASE_URL: test.url };
    execFile(command, ['starter', ...commandArguments], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
const readCounts = async () =>
  Object.fromEntries(
    (await describeStarter(server.running.services)).map(({ part, shipped, here }) => [part, [shipped, here]]),
  );
const importAgain = () => importStarter(server.running.services, 'root');

describe('hakiki starter', { timeout: 120_000 }, () => {
  it('hakiki starter shows how many rows of each part ship and are here, and each row with source and date [FILL-04]', async () => {
    expect(await readCounts()).toEqual({
      laws: [39, 39],
      contacts: [shippedRows.contacts.length, shippedRows.contacts.length],
      news: [13, 13],
      advice: [8 * languages.length, 8 * languages.length],
      lists: [listSources.length, 0],
      names: [shippedNames.length, 0],
      templates: [shippedTemplates.length, 0],
    });
    for (const part of starterParts) {
      for (const row of shippedRows[part])
        expect(row, row.name).toEqual({
          name: expect.stringMatching(/\S/) as unknown,
          source: expect.stringMatching(/\S/) as unknown,
          url: row.url === null ? null : (expect.stringMatching(/^https?:\/\//) as unknown),
          date: expect.stringMatching(/\d{4}-\d\d-\d\d|by the worker/) as unknown,
        });
    }
    const { output } = await runStarter('show', 'names');
    expect(output).toContain(
      'Safaricom (safaricom.co.ke, safaricom.et)\n  Page that names the address, https://www.safaricom.co.ke/personal/m-pesa-fraud/fake-old-m-pesa-message, read 2026-11-15\n',
    );
  });

  it('hakiki starter import adds what is missing once, and leaves what people have changed [FILL-04]', async () => {
    const early = await runStarter('import');
    expect(early.output).toContain(`Turned on 0 lists, added ${shippedNames.length} names and 10 templates.`);
    expect(early.output).toContain('The worker inserts the lists of a release when it starts');
    const { indicators } = server.running.services;
    const log = createLog('silent');
    await createImporting({ database: test.database, indicators, log, sources: listSources }).upsertSources();
    // Somebody has turned this one off after it was fetched, and that one has three strikes.
    await test.sql(`update indicator_sources set last_tried_at = now() where slug = 'spmedia'`);
    await test.sql(`update indicator_sources set strikes = 3 where slug = 'phishdestroy'`);
    await test.sql(`update answer_templates set text = 'Changed here.' where title = 'Already public'`);

    const imported = await importAgain();
    expect(imported).toEqual({ lists: expect.any(Array) as unknown, names: [], templates: [], needsWorker: false });
    expect(imported.lists).toHaveLength(listSources.length - 2);
    const { lists, names, templates } = await readCounts();
    expect({ lists, names, templates }).toEqual({
      lists: [listSources.length, listSources.length - 2],
      names: [shippedNames.length, shippedNames.length],
      templates: [10, 10],
    });
    const readRows = async () => ({
      lists: await test.sql('select * from indicator_sources order by id'),
      names: await test.sql('select * from protected_names order by id'),
      templates: await test.sql('select * from answer_templates order by id'),
      audit: await test.sql('select id from audit_entries order by id'),
    });
    const rows = await readRows();
    expect(await importAgain()).toEqual({ lists: [], names: [], templates: [], needsWorker: false });
    expect(await readRows()).toEqual(rows);
    expect(rows.templates.filter(({ text }) => text === 'Changed here.')).toHaveLength(1);

    // Safelists are read before any list of scams.
    const dueFirst = await test.sql(
      `select distinct is_safelist from indicator_sources
       where is_enabled and next_run_at <= (select max(next_run_at) from indicator_sources where is_enabled and is_safelist)`,
    );
    expect(dueFirst).toEqual([{ is_safelist: true }]);
    expect(
      await test.sql(`select action, actor_id as name, count(*)::int as n from audit_entries
        where actor_kind = 'operator' group by 1, 2 order by 1`),
    ).toEqual([
      { action: 'protected-name.added', name: userInfo().username, n: shippedNames.length },
      { action: 'source.turned-on', name: 'root', n: listSources.length - 2 },
    ]);
  });

  it('each shipped name can be protected without matching honest sites, and each shipped list may be copied [FILL-04]', () => {
    expect(shippedNames.filter(({ name }) => !isProtectable(name))).toEqual([]);
    expect(listSources.filter(({ mayRepublish }) => !mayRepublish)).toEqual([]);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { useServer } from '../../../test/support/server.ts';
import { installQueue } from '../../platform/jobs/install-queue.ts';
import { createLog } from '../../platform/log/log.ts';
import { readStatus, writeStatus } from './status-page.ts';

const test = useDatabase();
const server = useServer(test);
const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'hakiki-status-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => installQueue(test.url, log, [{ name: 'mail.alarm' }, { name: 'reports.late' }]));

const now = new Date('2027-01-05T10:20:30.400Z');
const readTestStatus = (publicUrl = server.url, database = test.database) =>
  readStatus({ database, publicUrl, log }, now);

describe('the status page', () => {
  it('the status page reports that everything works, and no time before the first decision [OPS-07]', async () => {
    expect(await readTestStatus()).toEqual({
      writtenAt: '2027-01-05T10:20Z',
      site: 'ok',
      jobs: 'ok',
      mail: 'ok',
      lastDecisionHours: null,
    });
  });

  it('the status page reports what is late, how long the last decision took, and that the site is down [OPS-07]', async () => {
    await test.sql(`insert into pgboss.job (name, state, start_after) values
      ('mail.alarm', 'created', now() - interval '31 minutes'), ('reports.late', 'created', now() - interval '16 minutes')`);
    await test.sql(`insert into decisions (id, subject, subject_id, from_value, to_value, arrived_at, created_at) values
      (gen_random_uuid(), 'alert', gen_random_uuid(), 'pending', 'approved', now() - interval '9 days', now() - interval '1 day'),
      (gen_random_uuid(), 'alert', gen_random_uuid(), 'pending', 'approved', now() - interval '190 minutes', now()),
      (gen_random_uuid(), 'alert', gen_random_uuid(), 'approved', 'pending', null, now() + interval '1 minute')`);
    expect(await readTestStatus('http://127.0.0.1:9')).toEqual({
      writtenAt: '2027-01-05T10:20Z',
      site: 'down',
      jobs: 'late',
      mail: 'late',
      lastDecisionHours: 4,
    });
  });

  it('the status page reports unknown values while the database is down [OPS-07]', async () => {
    const broken = { db: { execute: () => Promise.reject(new Error('gone')) } } as unknown as typeof test.database;
    expect(await readTestStatus(server.url, broken)).toEqual({
      writtenAt: '2027-01-05T10:20Z',
      site: 'ok',
      jobs: 'unknown',
      mail: 'unknown',
      lastDecisionHours: null,
    });
  });

  it('writes the status page in every language, each from its direction, and a JSON file, each atomically [OPS-07]', async () => {
    const status = {
      writtenAt: '2027-01-05T10:20Z',
      site: 'down',
      jobs: 'late',
      mail: 'ok',
      lastDecisionHours: 50,
    } as const;
    await writeStatus(folder, status);
    expect(readdirSync(folder).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'status.html',
      'status.json',
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'status.json'), 'utf8'))).toEqual(status);
    const text = readFileSync(join(folder, 'status.html'), 'utf8')
      .replaceAll(/<(?!section)[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ');
    const [head, ...sections] = text.split(/ <section lang="/).map((part) => part.replace(/<\/section>/, ''));
    expect(sections.map((section) => section.split('>')[0])).toEqual([
      'en" dir="ltr"',
      'fr" dir="ltr"',
      'pt" dir="ltr"',
      'sw" dir="ltr"',
      'ar" dir="rtl"',
    ]);
    expect([head, ...sections.slice(0, 2).map((section) => section.split('>')[1])].join('')).toBe(
      ' Status of Hakiki Status of Hakiki Pages, search and forms not answering Sorting of reports and other work behind the pages late ' +
        'Emails working The report that was decided last had waited 3 days Written at 2027-01-05T10:20Z, every minute. If that is long ago, all of it is down. ' +
        'Do not send money to a service you could not check. ' +
        'État de Hakiki Pages, recherche et formulaires ne répond pas Tri des signalements et autres tâches en arrière-plan en retard ' +
        'Courriels fonctionne Le dernier signalement traité avait attendu 3 jours Écrit à 2027-01-05T10:20Z, chaque minute. Si cela fait longtemps, tout est arrêté. ' +
        'N’envoyez pas d’argent à un service que vous n’avez pas pu vérifier.',
    );
  });
});

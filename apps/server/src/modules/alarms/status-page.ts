/**
 * The public status page, as a static file that nginx can serve while the server is down. The worker writes it every
 * minute; if the worker is down too, visitors see it by the time on the page.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLanguage, type Language, languageTable, languages } from '@hakiki/contract/site';
import type { Database } from '../../platform/db/database.ts';
import { startPollingLoop } from '../../platform/jobs/polling-loop.ts';
import type { Log } from '../../platform/log/log.ts';
import { replaceFile } from '../../platform/storage/replace-file.ts';
import { fillTexts, getTexts, type Texts } from '../../platform/texts.ts';
import * as store from './metrics-store.ts';
import { thresholds } from './thresholds.ts';

const INTERVAL_MS = 60_000;
const SITE_TIMEOUT_MS = 5000;
const LATE_JOB_SECONDS = 900;

type State = 'ok' | 'late' | 'down' | 'unknown';

export interface Status {
  writtenAt: string;
  site: State;
  jobs: State;
  mail: State;
  /** Rounded up to hours, so that nobody can tell when a person submitted something. Null before the first decision. */
  lastDecisionHours: number | null;
}

interface Deps {
  database: Pick<Database, 'db'>;
  publicUrl: string;
  log: Log;
}

const HOUR_SECONDS = 3600;

/** Whether the public URL responds, through the edge like for visitors. */
async function isSiteResponding(publicUrl: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(SITE_TIMEOUT_MS);
    return (await fetch(`${publicUrl}/healthz`, { signal, redirect: 'error' })).ok;
  } catch {
    return false;
  }
}

export async function readStatus({ database: { db }, publicUrl, log }: Deps, now = new Date()): Promise<Status> {
  const site = (await isSiteResponding(publicUrl)) ? 'ok' : 'down';
  const writtenAt = `${now.toISOString().slice(0, 16)}Z`;
  try {
    const queues = await store.listQueues(db);
    const toState = (isMail: boolean, maxAgeSeconds: number): State =>
      queues.some(({ queue, oldest }) => queue.startsWith('mail.') === isMail && oldest > maxAgeSeconds)
        ? 'late'
        : 'ok';
    const seconds = await store.readLastDecisionSeconds(db);
    return {
      writtenAt,
      site,
      jobs: toState(false, LATE_JOB_SECONDS),
      mail: toState(true, thresholds['mail-waiting'].limit),
      lastDecisionHours: seconds === undefined ? null : Math.ceil(seconds / HOUR_SECONDS),
    };
  } catch (error) {
    log.error({ err: error }, 'status is not available');
    return { writtenAt, site, jobs: 'unknown', mail: 'unknown', lastDecisionHours: null };
  }
}

function formatWait(hours: number | null, { hours: texts }: Texts['statusPage']): string {
  if (hours === null) return texts.unknown;
  return hours < 48 ? fillTexts(texts.hours, { hours }) : fillTexts(texts.days, { days: Math.ceil(hours / 24) });
}

function renderSection(language: Language, status: Status): string {
  const texts = getTexts(language).statusPage;
  const { title, labels, states, age, advice } = texts;
  return `
    <section lang="${language}" dir="${languageTable[language].direction}">
      <h1>${title}</h1>
      <dl>
        <dt>${labels.site}</dt>
        <dd>${states[status.site]}</dd>
        <dt>${labels.jobs}</dt>
        <dd>${states[status.jobs]}</dd>
        <dt>${labels.mail}</dt>
        <dd>${states[status.mail]}</dd>
        <dt>${labels.lastDecision}</dt>
        <dd>${formatWait(status.lastDecisionHours, texts)}</dd>
      </dl>
      <p>${fillTexts(age, { writtenAt: status.writtenAt })}</p>
      <p>${advice}</p>
    </section>`;
}

const renderPage = (status: Status): string => `<!doctype html>
<html lang="${defaultLanguage}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${getTexts(defaultLanguage).statusPage.title}</title>
  </head>
  <body>${languages.map((language) => renderSection(language, status)).join('')}
  </body>
</html>
`;

export async function writeStatus(folder: string, status: Status): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = { 'status.html': renderPage(status), 'status.json': `${JSON.stringify(status)}\n` };
  for (const [name, text] of Object.entries(files)) {
    await replaceFile(join(folder, name), text, 0o644);
  }
}

export const startStatusPage = (folder: string, deps: Deps) =>
  startPollingLoop(
    { intervalMs: INTERVAL_MS, log: deps.log, errorMessage: 'the status page was not written' },
    async () => writeStatus(folder, await readStatus(deps)),
  );

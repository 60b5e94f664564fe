/** How things stand, one figure for each kind; nothing where there is nothing to measure or it cannot be learned just now. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { connect } from 'node:tls';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import type { NewsService } from '../news/service.ts';
import type { RepliesService } from '../replies/service.ts';
import * as store from './store.ts';
import type { AlarmKind } from './thresholds.ts';

export type Measures = Record<AlarmKind, () => Promise<number | undefined>>;

const DAY_MS = 24 * 3600_000;
const HANDSHAKE_MS = 5000;

export const createMeasures = (
  { db }: Pick<Database, 'db'>,
  { evidence, publicUrl }: Pick<Settings, 'evidence' | 'publicUrl'>,
  {
    news,
    replies,
  }: { news: { desk: Pick<NewsService['desk'], 'countSilent'> }; replies: Pick<RepliesService, 'countOverdue'> },
): Measures => ({
  'audit-behind': () => store.auditAge(db),
  'decision-log-behind': () => store.decisionLogAge(db),
  'jobs-failing': () => store.jobsGivenUp(db),
  'mail-waiting': () => store.mailAge(db),
  // A bucket has no end that we could see.
  'disk-filling': async () => (evidence.s3 ? undefined : freePercentOf(evidence.folder)),
  'certificate-ending': () => daysOfCertificate(new URL(publicUrl)),
  'replication-behind': () => store.replicationMegabytes(db),
  'news-silent': () => news.desk.countSilent(),
  'replies-overdue': () => replies.countOverdue(),
});

/** Before the first file there may be no folder: it will be made on its parent's disk. */
async function freePercentOf(folder: string): Promise<number> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? 0 : (bavail / blocks) * 100;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return freePercentOf(dirname(folder));
  }
}

/** The TLS certificate that a visitor is served. Whether it is trusted is for browsers to say; an expired one counts below zero. */
function daysOfCertificate({ protocol, hostname, port }: URL): Promise<number | undefined> {
  if (protocol !== 'https:') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      rejectUnauthorized: false,
    });
    const end = (days?: number) => {
      socket.destroy();
      resolve(days);
    };
    socket.setTimeout(HANDSHAKE_MS, () => end());
    socket.once('error', () => end());
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(until) ? undefined : (until - Date.now()) / DAY_MS);
    });
  });
}

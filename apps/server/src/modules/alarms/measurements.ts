/** The current value for each kind of alarm; undefined where there is nothing to measure or no value available. */
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { fetchServedCertificate } from '../../platform/http/served-certificate.ts';
import { getBackupAge } from '../../platform/storage/backup-age.ts';
import { getFreePercent } from '../../platform/storage/free-percent.ts';
import type { ChatService } from '../chat/service.ts';
import type { MasksService } from '../moderation/masks/service.ts';
import type { NewsService } from '../news/service.ts';
import type { OpenDataService } from '../open-data/service.ts';
import type { RepliesService } from '../business/replies/service.ts';
import { measureUnsealedEntries } from './metrics-store.ts';
import * as store from './store.ts';
import type { AlarmKind } from './thresholds.ts';

export type Measurements = Record<AlarmKind, () => Promise<number | undefined>>;

export const createMeasurements = (
  { db }: Pick<Database, 'db'>,
  { backupFolder, evidence, publicUrl }: Pick<Settings, 'backupFolder' | 'evidence' | 'publicUrl'>,
  {
    chat,
    logSigning,
    masks,
    news,
    openData,
    replies,
  }: {
    chat: Pick<ChatService, 'measureOldestOpenSeconds' | 'countOverBudget'>;
    logSigning: { secondsUnsigned: () => number };
    masks: Pick<MasksService, 'countOverdue'>;
    news: { moderation: Pick<NewsService['moderation'], 'countSilent'> };
    openData: Pick<OpenDataService, 'measureAgeHours'>;
    replies: Pick<RepliesService, 'countOverdue'>;
  },
): Measurements => ({
  'audit-behind': async () => (await measureUnsealedEntries(db)).oldest,
  'decision-log-behind': () => store.readDecisionLogAge(db),
  'decision-log-unsigned': () => Promise.resolve(logSigning.secondsUnsigned()),
  'jobs-failing': () => store.countFailedJobs(db),
  'mail-waiting': () => store.readEmailAge(db),
  // The size of a bucket is not limited.
  'disk-filling': async () => (evidence.s3 ? undefined : getFreePercent(evidence.folder)),
  'certificate-ending': async () => (await fetchServedCertificate(new URL(publicUrl)))?.daysLeft,
  'replication-behind': () => store.readReplicationLagMegabytes(db),
  'backup-old': async () => (backupFolder === undefined ? undefined : (await getBackupAge(backupFolder)).hours),
  'open-data-old': () => openData.measureAgeHours(),
  'news-silent': () => news.moderation.countSilent(),
  'replies-overdue': () => replies.countOverdue(),
  'masks-overdue': () => masks.countOverdue(),
  'chat-unanswered': () => chat.measureOldestOpenSeconds(),
  'chat-over-budget': () => chat.countOverBudget(),
});

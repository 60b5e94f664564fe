/** Tells which first steps of a new installation are done, over all modules, for the overview of the console. */
import { type FirstSteps, getFirstSteps } from '@hakiki/contract/overview-admin';
import type { Settings } from './platform/config/settings.ts';
import { handle } from './platform/http/route.ts';
import { getBackupAge } from './platform/storage/backup-age.ts';
import type { AccountsService } from './modules/accounts/service.ts';
import type { DirectoryService } from './modules/directory/service.ts';
import type { NewsService } from './modules/news/service.ts';
import type { SourcesService } from './modules/sources/service.ts';

interface Deps {
  accounts: Pick<AccountsService, 'readStartStatus'>;
  directory: Pick<DirectoryService, 'getStats'>;
  news: { moderation: Pick<NewsService['moderation'], 'listSources'> };
  sources: Pick<SourcesService, 'list'>;
  settings: Pick<Settings, 'backupFolder' | 'fetchesNews'>;
}

/** A folder that this process may not read counts as unknown. */
async function hasBackup(folder: string | undefined): Promise<boolean | null> {
  if (folder === undefined) return null;
  return getBackupAge(folder).then(
    ({ exists }) => exists,
    () => null,
  );
}

export const createFirstSteps = (deps: Deps) => ({ read: () => readFirstSteps(deps) });

async function readFirstSteps({ accounts, directory, news, sources, settings }: Deps): Promise<FirstSteps> {
  const [start, { totalProviders }, newsSources, lists, backup] = await Promise.all([
    accounts.readStartStatus(),
    directory.getStats(),
    news.moderation.listSources(),
    sources.list(),
    hasBackup(settings.backupFolder),
  ]);
  return {
    mail: start.hasConfirmedAddress,
    backup,
    people: start.hasTwoAdministrators,
    starter: lists.some(({ condition }) => condition !== 'off'),
    providers: totalProviders > 0,
    news: settings.fetchesNews && newsSources.some(({ lastGoodAt }) => lastGoodAt !== null),
  };
}

export const firstStepRoutes = ({ firstSteps }: { firstSteps: ReturnType<typeof createFirstSteps> }) => [
  handle(getFirstSteps, () => firstSteps.read()),
];

/** Health of the worker: reports that are not sorted into cases never reach a moderator. */
import type { Readiness } from '../../../platform/db/readiness.ts';
import type { Health } from '../../../platform/http/health-server.ts';
import type { CasesService } from './service.ts';

type SortingStatusSource = Pick<CasesService, 'getSortingStatus'>;

export function createWorkerHealth(readiness: Readiness) {
  let jobs: 'starting' | 'running' | 'stopping' = 'starting';
  let cases: SortingStatusSource | undefined;

  const toHealth = (
    status: string,
    database: string,
    sorting?: Awaited<ReturnType<SortingStatusSource['getSortingStatus']>>,
  ): Health => ({
    isReady: status === 'ready',
    details: {
      status,
      database,
      jobs,
      unsorted: sorting?.count ?? null,
      oldestUnsortedSeconds: sorting?.ageSeconds ? Math.round(sorting.ageSeconds) : null,
    },
  });

  return {
    markRunning(casesService: SortingStatusSource): void {
      cases = casesService;
      jobs = 'running';
    },
    markStopping(): void {
      jobs = 'stopping';
    },
    check: async (): Promise<Health> => {
      const missing = await readiness();
      if (missing) return toHealth(missing.status, missing.status);
      if (!cases || jobs !== 'running') return toHealth(jobs, 'ready');
      const sorting = await cases.getSortingStatus();
      return toHealth(sorting.isLate ? 'sorting is late' : 'ready', 'ready', sorting);
    },
  };
}

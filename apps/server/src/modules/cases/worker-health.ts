/** Health of the worker: reports that are not sorted into cases never reach a moderator. */
import type { Readiness } from '../../platform/db/readiness.ts';
import type { Health } from '../../platform/http/health-server.ts';
import type { CasesService } from './service.ts';

type Sorter = Pick<CasesService, 'readSorting'>;

export function createWorkerHealth(readiness: Readiness) {
  let jobs: 'starting' | 'running' | 'stopping' = 'starting';
  let cases: Sorter | undefined;

  const telling = (status: string, database: string, sorting?: Awaited<ReturnType<Sorter['readSorting']>>): Health => ({
    isReady: status === 'ready',
    told: {
      status,
      database,
      jobs,
      unsorted: sorting?.count ?? null,
      oldestUnsortedSeconds: sorting?.ageSeconds ? Math.round(sorting.ageSeconds) : null,
    },
  });

  return {
    isWorkingFor(given: Sorter): void {
      cases = given;
      jobs = 'running';
    },
    isStopping(): void {
      jobs = 'stopping';
    },
    look: async (): Promise<Health> => {
      const missing = await readiness();
      if (missing) return telling(missing.status, missing.status);
      if (!cases || jobs !== 'running') return telling(jobs, 'ready');
      const sorting = await cases.readSorting();
      return telling(sorting.isLate ? 'sorting is late' : 'ready', 'ready', sorting);
    },
  };
}

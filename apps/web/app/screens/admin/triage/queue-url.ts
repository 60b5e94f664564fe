/** The state of the queue is in its URL: `/admin/queue?age=overdue&country=kenya`, with `&case=…` for one case. */
import { ADMIN_MAX_OFFSET, caseAges, caseListFilters, type CaseAge } from '@hakiki/contract/admin-values';
import { severities, type Severity } from '@hakiki/contract/alert-values';
import { pathTo } from '../../../lib/pages/paths.ts';
import { parseSearch } from '../../../lib/pages/search-text.ts';

export const CASES_PER_PAGE = 20;
const LAST_PAGE = Math.floor(ADMIN_MAX_OFFSET / CASES_PER_PAGE) + 1;

/** The moderator's own decisions are a separate view: they are not in the queue any more. */
const queueViews = [...caseListFilters, 'decided'] as const;

const caseOrders = ['oldest', 'largest'] as const;

/** Filter of the list, and of the next case. */
export interface QueueFilter {
  age?: CaseAge | undefined;
  country?: string | undefined;
  severity?: Severity | undefined;
  search?: string | undefined;
  only?: (typeof queueViews)[number] | undefined;
  order: (typeof caseOrders)[number];
}

export interface QueueUrlState extends QueueFilter {
  page: number;
  caseId?: string | undefined;
}

const findValue = <Value extends string>(values: readonly Value[], candidate: string | null): Value | undefined =>
  values.find((value) => value === candidate);

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Ignores unknown values. */
export function parseQueue(params: URLSearchParams): QueueUrlState {
  const page = Number(params.get('page'));
  const caseId = params.get('case') ?? '';
  return {
    age: findValue(caseAges, params.get('age')),
    country: params.get('country')?.trim().slice(0, 60) || undefined,
    severity: findValue(severities, params.get('severity')),
    search: parseSearch(params).text || undefined,
    only: findValue(queueViews, params.get('only')),
    order: findValue(caseOrders, params.get('order')) ?? 'oldest',
    page: Number.isInteger(page) && page > 1 ? Math.min(page, LAST_PAGE) : 1,
    caseId: UUID.test(caseId) ? caseId : undefined,
  };
}

/** The filter as a query string, e.g. to save it as a view. */
export function toFilterQuery({ age, country, severity, search, only, order }: QueueFilter): string {
  const params = { age, country, severity, search, only, order: order === 'oldest' ? undefined : order };
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString();
}

export function toQueuePath(urlState: QueueFilter & Partial<QueueUrlState>): string {
  const params = new URLSearchParams(toFilterQuery(urlState));
  if (urlState.page !== undefined && urlState.page > 1) params.set('page', String(urlState.page));
  if (urlState.caseId !== undefined) params.set('case', urlState.caseId);
  const query = params.toString();
  return pathTo(query ? `/admin/queue?${query}` : '/admin/queue');
}

/** The query of a saved view may be older than this code. */
export const toViewPath = (query: string): string =>
  toQueuePath({ ...parseQueue(new URLSearchParams(query)), page: 1 });

/** The filter as API parameters, for the list and for the next case. */
export const toApiFilter = ({ age, country, severity, search, only, order }: QueueFilter) => ({
  ...(age && { age }),
  ...(country && { country }),
  ...(severity && { severity }),
  ...(search && { search }),
  ...(only && only !== 'decided' && { only }),
  order,
});

/** The own cases are already claimed, so the next case is one of all. */
export const toNextCaseFilter = ({ only, ...filter }: QueueFilter) =>
  toApiFilter({ ...filter, only: only === 'mine' ? undefined : only });

export const countCasePages = (total: number): number =>
  Math.min(LAST_PAGE, Math.max(1, Math.ceil(total / CASES_PER_PAGE)));

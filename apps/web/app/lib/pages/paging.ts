/** How far a list can be turned, page by page: the API passes over only so many entries. */
import { paging } from '@hakiki/contract/limits';

const lastPage = (perPage: number): number => Math.floor(paging.maxOffset / perPage) + 1;

/** What lies beyond the last page that can be asked for is the last. */
export function pageIn(params: URLSearchParams, perPage: number): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 1 ? Math.min(page, lastPage(perPage)) : 1;
}

export const pageCount = (total: number, perPage: number): number =>
  Math.min(lastPage(perPage), Math.max(1, Math.ceil(total / perPage)));

/** How many entries can be reached so. */
export const reachOf = (perPage: number): number => paging.maxOffset + perPage;

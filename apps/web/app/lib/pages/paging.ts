/** Limits pagination to the maximum offset of the API. */
import { paging } from '@hakiki/contract/limits';

const getLastPage = (perPage: number): number => Math.floor(paging.maxOffset / perPage) + 1;

/** A page beyond the last reachable one becomes the last. */
export function parsePageNumber(params: URLSearchParams, perPage: number): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 1 ? Math.min(page, getLastPage(perPage)) : 1;
}

export const countPages = (total: number, perPage: number): number =>
  Math.min(getLastPage(perPage), Math.max(1, Math.ceil(total / perPage)));

/** How many entries can be reached by paging. */
export const getReachableCount = (perPage: number): number => paging.maxOffset + perPage;

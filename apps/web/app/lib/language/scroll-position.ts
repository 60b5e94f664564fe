/**
 * Restores the scroll position after a change of language. Texts differ in length, so the position is stored relative
 * to the nearest element with an id above it; ids are the same in all languages.
 */
import { tabStorage, parseStoredJson } from '../browser/storage.ts';

const STORAGE_KEY = 'place';
/** Height of the page header in pixels. */
const HEADER_HEIGHT_PX = 96;

/** Runs on a click on the link: adds the page's query and hash to it, and stores the scroll position. */
export function saveScrollPosition(link: HTMLAnchorElement): void {
  // The server-rendered link lacks query parameters that only the browser knows.
  link.search = location.search;
  link.hash = location.hash;
  const mark = [...document.querySelectorAll('main [id]')].findLast((element) => getTop(element) <= HEADER_HEIGHT_PX);
  const anchorTop = mark ? getTop(mark) + scrollY : 0;
  tabStorage.set(STORAGE_KEY, JSON.stringify({ address: link.href, mark: mark?.id, below: scrollY - anchorTop }));
}

/** Runs once, on the target page. */
export function restoreScrollPosition(): void {
  const position = parseStoredJson(tabStorage.get(STORAGE_KEY));
  tabStorage.delete(STORAGE_KEY);
  if (!isScrollPosition(position) || position.address !== location.href) return;
  const anchorElement = position.mark && document.getElementById(position.mark);
  scrollTo({ top: (anchorElement ? getTop(anchorElement) + scrollY : 0) + position.below, behavior: 'instant' });
}

const getTop = (element: Element): number => element.getBoundingClientRect().top;

interface ScrollPosition {
  address: string;
  mark?: string;
  below: number;
}

const isScrollPosition = (value: unknown): value is ScrollPosition =>
  typeof value === 'object' && value !== null && 'address' in value && 'below' in value;

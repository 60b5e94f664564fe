/**
 * Restores the scroll position after a change of language. Texts differ in length, so the position is stored relative
 * to the nearest element with an id above it; ids are the same in all languages.
 */
import { inThisTab, parsed } from '../browser/device-storage.ts';

const KEY = 'place';
/** Height of the page header in pixels. */
const HEADER = 96;

/** Runs on a click on the link: adds the page's query and hash to it, and stores the scroll position. */
export function keepPlace(link: HTMLAnchorElement): void {
  // The server-rendered link lacks query parameters that only the browser knows.
  link.search = location.search;
  link.hash = location.hash;
  const mark = [...document.querySelectorAll('main [id]')].findLast((each) => topOf(each) <= HEADER);
  const from = mark ? topOf(mark) + scrollY : 0;
  inThisTab.set(KEY, JSON.stringify({ address: link.href, mark: mark?.id, below: scrollY - from }));
}

/** Runs once, on the target page. */
export function returnToPlace(): void {
  const place = parsed(inThisTab.get(KEY));
  inThisTab.delete(KEY);
  if (!isPlace(place) || place.address !== location.href) return;
  const mark = place.mark && document.getElementById(place.mark);
  scrollTo({ top: (mark ? topOf(mark) + scrollY : 0) + place.below, behavior: 'instant' });
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;

interface Place {
  address: string;
  mark?: string;
  below: number;
}

const isPlace = (given: unknown): given is Place =>
  typeof given === 'object' && given !== null && 'address' in given && 'below' in given;

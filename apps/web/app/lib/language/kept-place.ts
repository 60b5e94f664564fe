/**
 * Where somebody was on a page when they changed its language. Texts have another length in the other one, so the place is told
 * from the nearest mark above it; marks are named alike in all languages.
 */
import { inThisTab, parsed } from '../browser/device-storage.ts';

const KEY = 'place';
/** What of the top of the screen belongs to the header. */
const HEADER = 96;

/** Called as the link is followed: it takes the query and the anchor of the page along, and the rest is kept for the page to come. */
export function keepPlace(link: HTMLAnchorElement): void {
  // What the server did not ask for, it did not write into the link either.
  link.search = location.search;
  link.hash = location.hash;
  const mark = [...document.querySelectorAll('main [id]')].findLast((each) => topOf(each) <= HEADER);
  const from = mark ? topOf(mark) + scrollY : 0;
  inThisTab.set(KEY, JSON.stringify({ address: link.href, mark: mark?.id, below: scrollY - from }));
}

/** Once, on the page that was asked for. */
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

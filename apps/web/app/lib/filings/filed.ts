/**
 * What was just filed and not yet put aside by its sender: the receipt is shown only once, so it outlives the page that follows. It
 * is kept in this tab alone; what was sent later, when the device was online again, is kept on the device until someone has seen
 * it.
 */
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { Receipt } from '@hakiki/contract/filed';
import { inThisTab, onThisDevice, parsed } from '../browser/device-storage.ts';
import { noticeFlags } from './notice-flags.ts';

export interface Filed {
  kind: FilingKind;
  /** Absent while the sender still has to open a mailed link. */
  receipt?: Receipt;
  /** Files that arrived with it, and those that did not. */
  files?: string[];
  missingFiles?: string[];
  /** Nobody may have been looking when it was sent. */
  isLasting?: boolean;
  /** The address of the page that shows it itself. */
  shownOn?: string;
}

const KEY = 'filed';
let filed: readonly Filed[] | undefined;

const storedIn = (area: typeof inThisTab): Filed[] => {
  const stored = parsed(area.get(KEY));
  return Array.isArray(stored) ? (stored as Filed[]) : [];
};

function current(): readonly Filed[] {
  filed ??= [...storedIn(inThisTab), ...storedIn(onThisDevice)];
  return filed;
}

function change(next: readonly Filed[]) {
  filed = next;
  store(inThisTab, (one) => !one.isLasting);
  store(onThisDevice, (one) => one.isLasting === true);
  noticeFlags.set(KEY, next.length > 0);
}

function store(area: typeof inThisTab, isItsOwn: (one: Filed) => boolean) {
  const own = current().filter(isItsOwn);
  if (own.length > 0) area.set(KEY, JSON.stringify(own));
  else area.delete(KEY);
}

const isSame = (one: Filed, other: Filed) => one.kind === other.kind && one.receipt?.code === other.receipt?.code;

/** Said again of the same thing, the newer words count. */
export function noteFiled(note: Filed): void {
  if (!note.isLasting) news = note;
  change([note, ...current().filter((one) => !isSame(one, note))]);
}

let news: Filed | undefined;

/** Once after it was filed here: whoever shows it then takes the focus, and not again when the page is loaded anew. */
export function takeNews(one: Filed): boolean {
  const isNews = news !== undefined && isSame(news, one);
  if (isNews) news = undefined;
  return isNews;
}

export const closeFiled = (note: Filed): void => change(current().filter((one) => one !== note));

const nothing: readonly Filed[] = [];

export const filedStore = {
  subscribe: noticeFlags.subscribe,
  current,
  onServer: () => nothing,
};

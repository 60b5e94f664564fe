/**
 * Notices of just filed reports that their sender has not closed yet: the receipt is shown only once, so the notice
 * outlives the page. It is stored in this tab; a notice of a filing that was sent later from the outbox is stored on
 * the device until someone has seen it.
 */
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { Receipt } from '@hakiki/contract/filed';
import { inThisTab, onThisDevice, parsed } from '../browser/device-storage.ts';
import { noticeFlags } from './notice-flags.ts';

export interface Filed {
  kind: FilingKind;
  /** Absent while the sender still has to open an emailed link. */
  receipt?: Receipt;
  /** Names of the files that arrived, and of those that did not. */
  files?: string[];
  missingFiles?: string[];
  /** Sent from the outbox, possibly without anybody seeing it. */
  isLasting?: boolean;
  /** The address of a page that shows the notice itself. */
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

/** Replaces an earlier notice of the same filing. */
export function noteFiled(note: Filed): void {
  if (!note.isLasting) news = note;
  change([note, ...current().filter((one) => !isSame(one, note))]);
}

let news: Filed | undefined;

/** True once after filing on this page: the notice then takes the focus, and not again after a reload. */
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

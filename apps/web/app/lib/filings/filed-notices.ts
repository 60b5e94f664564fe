/**
 * Notices of just filed reports that their sender has not closed yet: the receipt is shown only once, so the notice
 * outlives the page. It is stored in this tab; a notice of a filing that was sent later from the outbox is stored on
 * the device until someone has seen it.
 */
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { Receipt } from '@hakiki/contract/filed';
import { useSyncExternalStore } from 'react';
import { tabStorage, deviceStorage, parseStoredJson } from '../browser/storage.ts';
import { noticeFlags } from './notice-flags.ts';

export interface FiledNoticeData {
  kind: FilingKind;
  /** Absent while the sender still has to open an emailed link. */
  receipt?: Receipt;
  /** Names of the files that arrived, of those still to be sent, and of those that were refused. */
  files?: string[];
  pendingFiles?: string[];
  missingFiles?: string[];
  /** Sent from the outbox, possibly without anybody seeing it. */
  isLasting?: boolean;
  /** The address of a page that shows the notice itself. */
  shownOn?: string;
  /** The address where the form led. Other pages hide the code: somebody else may see the screen. */
  confirmedOn?: string;
}

const STORAGE_KEY = 'filed';
let notices: readonly FiledNoticeData[] | undefined;

const loadFrom = (area: typeof tabStorage): FiledNoticeData[] => {
  const stored = parseStoredJson(area.get(STORAGE_KEY));
  return Array.isArray(stored) ? (stored as FiledNoticeData[]) : [];
};

function current(): readonly FiledNoticeData[] {
  notices ??= [...loadFrom(tabStorage), ...loadFrom(deviceStorage)];
  return notices;
}

function setNotices(next: readonly FiledNoticeData[]) {
  notices = next;
  saveTo(tabStorage, (item) => !item.isLasting);
  saveTo(deviceStorage, (item) => item.isLasting === true);
  noticeFlags.set(STORAGE_KEY, next.length > 0);
}

function saveTo(area: typeof tabStorage, belongsHere: (item: FiledNoticeData) => boolean) {
  const ownNotices = current().filter(belongsHere);
  if (ownNotices.length > 0) area.set(STORAGE_KEY, JSON.stringify(ownNotices));
  else area.delete(STORAGE_KEY);
}

const isSame = (item: FiledNoticeData, other: Pick<FiledNoticeData, 'kind' | 'receipt'>) =>
  item.kind === other.kind && item.receipt?.code === other.receipt?.code;

/** Replaces an earlier notice of the same filing. */
export function addFiledNotice(notice: FiledNoticeData): void {
  if (!notice.isLasting) focusCandidate = notice;
  setNotices([notice, ...current().filter((item) => !isSame(item, notice))]);
}

/** Updates the notice while its files are sent. A closed notice comes back only if files are missing. */
export function updateFiledFiles(
  filing: Pick<FiledNoticeData, 'kind' | 'receipt'>,
  files: Pick<FiledNoticeData, 'files' | 'pendingFiles' | 'missingFiles'>,
): void {
  const shown = current().find((item) => isSame(item, filing));
  if (shown) setNotices(current().map((item) => (item === shown ? { ...item, ...files } : item)));
  else if (files.missingFiles?.length) setNotices([{ ...filing, ...files, isLasting: true }, ...current()]);
}

/** Stores the page on which the sender sees the full notice. */
export function confirmFiledNotice(filing: Pick<FiledNoticeData, 'kind' | 'receipt'>, confirmedOn: string): void {
  setNotices(current().map((item) => (isSame(item, filing) ? { ...item, confirmedOn } : item)));
}

let focusCandidate: FiledNoticeData | undefined;

/** True once after filing on this page: the notice then takes the focus, and not again after a reload. */
export function takeFocusOnce(item: FiledNoticeData): boolean {
  const isCandidate = focusCandidate !== undefined && isSame(focusCandidate, item);
  if (isCandidate) focusCandidate = undefined;
  return isCandidate;
}

export const closeFiledNotice = (notice: FiledNoticeData): void =>
  setNotices(current().filter((item) => item !== notice));

const NO_NOTICES: readonly FiledNoticeData[] = [];

export const filedStore = {
  subscribe: noticeFlags.subscribe,
  current,
  getServerSnapshot: () => NO_NOTICES,
};

export const useFiledNotices = (): readonly FiledNoticeData[] =>
  useSyncExternalStore(filedStore.subscribe, filedStore.current, filedStore.getServerSnapshot);

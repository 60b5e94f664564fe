/** The reporter's receipt. Only a hash of its code is stored: readers of the tables cannot look up a report. */
import { createHash, randomBytes } from 'node:crypto';
import type { FilingKind } from '@hakiki/contract/filing-values';
import { appealRules } from '@hakiki/contract/appeal-values';
import { normalizeReceiptCode, RECEIPT_ALPHABET, RECEIPT_LENGTH } from '@hakiki/contract/filed';
import { waitingTimes } from '@hakiki/contract/limits';

const CODE_GROUP = /.{4}(?=.)/g;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** 100 random bits, five per character. */
export const newReceiptCode = (): string =>
  Array.from(randomBytes(RECEIPT_LENGTH), (byte) => RECEIPT_ALPHABET[byte % RECEIPT_ALPHABET.length])
    .join('')
    .replaceAll(CODE_GROUP, '$&-');

export const hashReceiptCode = (typed: string): Buffer =>
  createHash('sha256').update(normalizeReceiptCode(typed)).digest();

/** The date of the promised decision. */
export function expectedBy(kind: FilingKind, since: Date): Date {
  if (kind === 'appeal') return new Date(since.getTime() + appealRules.days * DAY_MS);
  if (kind !== 'submission') return new Date(since.getTime() + waitingTimes.scamReportHours.to * HOUR_MS);
  return addBusinessDays(since, waitingTimes.providerSubmissionBusinessDays.to);
}

function addBusinessDays(since: Date, days: number): Date {
  let day = since;
  for (let remaining = days; remaining > 0;) {
    day = new Date(day.getTime() + DAY_MS);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) remaining -= 1;
  }
  return day;
}

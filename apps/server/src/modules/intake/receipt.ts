/** The reporter's receipt. Only a hash of its code is stored: somebody who reads the tables cannot look up a report. */
import { createHash, randomBytes } from 'node:crypto';
import { type FilingKind, getFilingKindRules } from '@hakiki/contract/filing-values';
import { normalizeReceiptCode, RECEIPT_ALPHABET, RECEIPT_LENGTH } from '@hakiki/contract/filed';

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
  const { decidedWithin } = getFilingKindRules(kind);
  return 'hours' in decidedWithin
    ? new Date(since.getTime() + decidedWithin.hours * HOUR_MS)
    : addBusinessDays(since, decidedWithin.businessDays);
}

function addBusinessDays(since: Date, days: number): Date {
  let day = since;
  for (let remaining = days; remaining > 0;) {
    day = new Date(day.getTime() + DAY_MS);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) remaining -= 1;
  }
  return day;
}

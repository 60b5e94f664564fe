/** The receipt of a report: a reference to quote, and a code that opens the report without an account. */
import * as z from 'zod/mini';
import { IsoTime, text } from './schema.ts';
import { Message } from './sign-up.ts';

/** Letters and digits that cannot be confused. */
export const RECEIPT_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const RECEIPT_LENGTH = 20;

/** Ignores blanks, dashes and case, and reads O, I and L as the digits they look like. */
export const normalizeReceiptCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

export const Receipt = z.object({
  /** For quoting; not secret. */
  reference: text(20),
  /** Shown once and stored only as a hash: with it, anyone can follow the report and answer questions. */
  code: text(40),
  expectedBy: IsoTime,
});
export type Receipt = z.infer<typeof Receipt>;

/** Fields that every report form returns beside the item. */
export const filedFields = {
  ...Message.shape,
  /** Absent while the sender still has to open an emailed link. */
  receipt: z.optional(Receipt),
  mailed: z.optional(z.literal(true)),
};

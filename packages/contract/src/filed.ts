/** What a reporter takes home: a number to quote, and a code that opens their report without an account. */
import * as z from 'zod/mini';
import { IsoTime, text } from './schema.ts';
import { Message } from './sign-up.ts';

/** Letters and digits that cannot be taken for each other, in groups of four. */
export const RECEIPT_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const RECEIPT_LENGTH = 20;

/** As people type it: blanks, dashes and lower case do not matter, and O, I and L are read as the digits they look like. */
export const readReceiptCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

export const Receipt = z.object({
  /** For quoting; not secret. */
  reference: text(20),
  /** Shown once and never kept in the open: who has it can follow the report and answer questions. */
  code: text(40),
  /** By when the reporter may expect a decision. */
  expectedBy: IsoTime,
});
export type Receipt = z.infer<typeof Receipt>;

/** What every report form answers with, beside the item. */
export const filed = {
  ...Message.shape,
  /** Absent while the sender still has to open a mailed link. */
  receipt: z.optional(Receipt),
  mailed: z.optional(z.literal(true)),
};

import { randomInt } from 'node:crypto';

/** Without what looks alike when it is read aloud or written down: 0 and O, 1, I and L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;

/** Short enough to be said on the phone; 31 to the 8th are too many to try. */
export const newReferralCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

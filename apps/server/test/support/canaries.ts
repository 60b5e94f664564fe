/** Canaries: unique words, sent in private fields, and the search for them. */
import { randomInt, randomUUID } from 'node:crypto';

export function createCanaries() {
  const words: Record<string, string> = {};
  let count = 0;
  const nextNumber = () => String((count += 1)).padStart(2, '0');

  return {
    /** Words by the field they were sent in, so that a hit shows its source. */
    words,
    createCanary: (field: string, toText: (word: string) => string = (word) => word): string => {
      const word = `canary${nextNumber()}${randomUUID().slice(0, 6)}`;
      words[field] = word;
      return toText(word);
    },
    /** A phone number contains no words: its digits are the canary. */
    createPhoneCanary: (field: string): string => {
      const digits = `2780${nextNumber()}${randomInt(10_000, 100_000)}`;
      words[field] = digits;
      return `+${digits}`;
    },
  };
}

/** Lists every encoding in which a table, a file or a response could contain the word. */
export const listEncodings = (word: string): string[] => [
  word,
  word.toUpperCase(),
  encodeURIComponent(word),
  Buffer.from(word).toString('hex'),
  // Base64 depends on the offset; one of the three variants matches.
  ...['', 'x', 'xx'].map((before) =>
    Buffer.from(before + word)
      .toString('base64')
      .slice(before.length + 1, -4),
  ),
  ...(/^\d+$/.test(word) ? [word.replace(/^27/, '0'), `${word.slice(0, 4)} ${word.slice(4)}`] : []),
];

/** Returns the fields whose canary occurs in the text. */
export const findCanaries = (text: string, words: Record<string, string>): string[] =>
  Object.entries(words).flatMap(([field, word]) =>
    listEncodings(word).some((encoding) => text.includes(encoding)) ? [field] : [],
  );

/** Contact data that administrators may read, with the only call that shows it. */
export const contactDataShownInConsole: Record<string, RegExp> = {
  'GET /api/admin/users': /^(email|name) of an account$/,
  'GET /api/admin/payments': /^email of an account$/,
  'GET /api/admin/contact-messages': /^a sales message: /,
};

/** Canaries: words found nowhere else, sent where nobody should be able to read them, and the search for them. */
import { randomInt, randomUUID } from 'node:crypto';

export function createCanaries() {
  const words: Record<string, string> = {};
  let hatched = 0;
  const nth = () => String((hatched += 1)).padStart(2, '0');

  return {
    /** By the field each was said in, so that one found tells where it came from. */
    words,
    hatch: (field: string, around: (word: string) => string = (word) => word): string => {
      const word = `canary${nth()}${randomUUID().slice(0, 6)}`;
      words[field] = word;
      return around(word);
    },
    /** A telephone number has no words: its digits are the canary. */
    hatchPhone: (field: string): string => {
      const digits = `2780${nth()}${randomInt(10_000, 100_000)}`;
      words[field] = digits;
      return `+${digits}`;
    },
  };
}

/** In any spelling in which a table, a file or an answer could show it. */
export const spellingsOf = (word: string): string[] => [
  word,
  word.toUpperCase(),
  encodeURIComponent(word),
  Buffer.from(word).toString('hex'),
  // Wherever it begins in what was encoded, one of the three is part of it.
  ...['', 'x', 'xx'].map((before) =>
    Buffer.from(before + word)
      .toString('base64')
      .slice(before.length + 1, -4),
  ),
  ...(/^\d+$/.test(word) ? [word.replace(/^27/, '0'), `${word.slice(0, 4)} ${word.slice(4)}`] : []),
];

/** The fields whose words stand in the text. */
export const findWords = (text: string, words: Record<string, string>): string[] =>
  Object.entries(words).flatMap(([field, word]) =>
    spellingsOf(word).some((spelling) => text.includes(spelling)) ? [field] : [],
  );

/** Who administers reads these, by the call that shows them, and nobody else. */
export const contactKnownToConsole: Record<string, RegExp> = {
  'GET /api/admin/users': /^(email|name) of an account$/,
  'GET /api/admin/payments': /^email of an account$/,
  'GET /api/admin/contact-messages': /^a sales message: /,
};

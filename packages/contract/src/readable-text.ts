/**
 * Public text must read as it was written. Unicode has characters that strike out, cover, reverse or hide the letters
 * around them. `toReadableText` removes them and keeps what real orthographies need: tone marks of Yoruba, Arabic vowel
 * signs, joiners in Persian and in emoji.
 */

/** Marks through or around a letter: no orthography needs them, and they can strike out a warning. */
const COVERING_MARK = /[\u0334-\u0338\p{Me}\u20D0-\u20FF\u1ABB-\u1ABE\u1DC0-\u1DFF\uFE20-\uFE2F]/u;
/** U+FFF9-FFFB and the blank Braille cell are invisible although Unicode does not class them as ignorable. */
const HIDDEN_CHARACTERS = String.raw`\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800`;
const HIDDEN_CHARACTER = new RegExp(`[${HIDDEN_CHARACTERS}]`, 'u');
/** A character with the marks and hidden characters after it, or such characters alone. */
const MARKED_CHARACTER = new RegExp(String.raw`([^\p{M}${HIDDEN_CHARACTERS}]?)([\p{M}${HIDDEN_CHARACTERS}]+)`, 'gu');

/** Of marks that NFC does not compose, Yoruba needs one (ọ́), Dinka and Nuer up to three; Zalgo text stacks dozens. */
const MAX_MARKS_ALPHABETIC = 3;
/** Arabic, Hebrew and Indic scripts write vowels as marks. */
const MAX_MARKS = 4;
const ALPHABETIC = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** Scripts in which a joiner changes the form of the letters beside it. */
const JOINING_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Adlam}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const KEYCAP = /^\uFE0F?\u20E3/;

interface KeptMarks {
  text: string;
  /** Visible marks were removed: the text looks different. */
  losesMarks: boolean;
}

/** Returns the marks and hidden characters after `base` that are kept. */
function filterMarks(base: string, marksRun: string, next: string): KeptMarks {
  if (EMOJI.test(base)) {
    const selector = /^[\uFE0E\uFE0F]/.exec(marksRun)?.[0] ?? '';
    return { text: selector + (marksRun.endsWith('\u200D') && EMOJI.test(next) ? '\u200D' : ''), losesMarks: false };
  }
  if (/[0-9#*]/.test(base) && KEYCAP.test(marksRun)) return { text: '\uFE0F\u20E3', losesMarks: false };
  const marks = [...marksRun].filter((char) => !HIDDEN_CHARACTER.test(char));
  const maxMarks = /\p{L}/u.test(base) ? (ALPHABETIC.test(base) ? MAX_MARKS_ALPHABETIC : MAX_MARKS) : 0;
  const keptMarks = marks.filter((char) => !COVERING_MARK.test(char)).slice(0, maxMarks);
  const joiner = /[\u200C\u200D]$/.exec(marksRun)?.[0];
  const joins = joiner !== undefined && JOINING_SCRIPT.test(base) && JOINING_SCRIPT.test(next);
  return { text: keptMarks.join('') + (joins ? joiner : ''), losesMarks: keptMarks.length < marks.length };
}

const getCharacterAt = (text: string, index: number): string => String.fromCodePoint(text.codePointAt(index) ?? 32);

/** Whether the text has marks that cover letters, stack up, or have no letter. */
export function hasCoveringMarks(text: string): boolean {
  const composed = text.normalize('NFC');
  return [...composed.matchAll(MARKED_CHARACTER)].some(
    ({ 0: match, 1: base = '', 2: marksRun = '', index }) =>
      filterMarks(base, marksRun, getCharacterAt(composed, index + match.length)).losesMarks,
  );
}

/**
 * Composes letters (NFC), removes covering, stacked, hidden and control characters, and keeps at most one empty line
 * and two blanks in a row. Idempotent, and linear in the length of the text.
 */
export function toReadableText(text: string): string {
  const composed = text.normalize('NFC').replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
  return composed
    .replaceAll(
      MARKED_CHARACTER,
      (match: string, base: string, marksRun: string, index: number) =>
        base + filterMarks(base, marksRun, getCharacterAt(composed, index + match.length)).text,
    )
    .normalize('NFC')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[^\P{Zs} \u00A0\u202F]/gu, ' ')
    .replaceAll(/[ \t\u00A0\u202F]{3,}/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

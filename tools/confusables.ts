/**
 * Writes the letters that look like ASCII letters, from Unicode's table of confusables: `node tools/confusables.ts
 * <file>`. The file is the `confusables.json` of the Debian package python3-confusable-homoglyphs, which is made from
 * Unicode's `confusables.txt`. Only characters that can occur in a host name are written.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { domainToASCII, domainToUnicode } from 'node:url';
import { argv } from 'node:process';

const TARGET = 'apps/server/src/modules/check/confusables.ts';
const [, , source] = argv;
if (!source) throw new Error('Usage: node tools/confusables.ts <confusables.json>');

const table = JSON.parse(readFileSync(source, 'utf8')) as Record<string, { c: string }[]>;

/** Browsers map or refuse all other characters before they ask for a host. */
const isPossibleInHost = (character: string): boolean =>
  domainToUnicode(domainToASCII(`${character}a.com`)) === `${character}a.com`;

const charactersByLetter = new Map<string, string[]>();
for (const [character, alike] of Object.entries(table)) {
  const isForeign = [...character].length === 1 && character.codePointAt(0)! > 0x7f;
  const letters = alike.map(({ c }) => c.toLowerCase()).find((c) => /^[a-z0-9]{1,2}$/.test(c));
  if (!isForeign || !letters || !isPossibleInHost(character)) continue;
  charactersByLetter.set(letters, [...(charactersByLetter.get(letters) ?? []), character]);
}
const toEscapes = (characters: string[]): string =>
  characters
    .toSorted((a, b) => a.codePointAt(0)! - b.codePointAt(0)!)
    .map((character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
    .join('');
const lines = [...charactersByLetter]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([letters, characters]) => `  ['${letters}', '${toEscapes(characters)}'],`);
writeFileSync(
  TARGET,
  `/** Made by tools/confusables.ts from Unicode's table: letters, and what looks like them in a host name. */
// oxfmt-ignore
export const confusables: readonly (readonly [letters: string, characters: string])[] = [
${lines.join('\n')}
];
`,
);

/** The words that steer a conversation. Each works in every language, whatever the language of the conversation. */
import { getLanguageSettings, type Language, languages } from '@hakiki/contract/site';
import { normalizeWord } from '../../platform/country-names.ts';
import { countCommonWords, getTexts } from '../../platform/texts.ts';

const commandNames = ['stop', 'delete', 'help', 'report', 'paid', 'yes', 'no'] as const;
export type Command = (typeof commandNames)[number] | `language:${Language}`;

const splitWords = (list: string): string[] => list.split(',').map(normalizeWord);

const commands = new Map<string, Command>(
  languages.flatMap((language): [string, Command][] => {
    const { words } = getTexts(language).chat;
    return [
      ...commandNames.flatMap((name) => splitWords(words[name]).map((word): [string, Command] => [word, name])),
      ...splitWords(words.language).map((word): [string, Command] => [word, `language:${language}`]),
    ];
  }),
);

const isCommand = (text: string): text is Command =>
  (commandNames as readonly string[]).includes(text) || languages.some((language) => text === `language:${language}`);

/** `choice` is the id of a tapped button. */
export const findCommand = (text: string, choice?: string): Command | undefined =>
  choice !== undefined && isCommand(choice) ? choice : commands.get(normalizeWord(text));

export const listOtherLanguages = (language: Language): string =>
  languages
    .filter((one) => one !== language)
    .map((one) => getLanguageSettings(one).name)
    .join(', ');

/** The language with the most common words of the text; undefined if none has so many more than the next. */
export function detectLanguage(text: string, margin: number): Language | undefined {
  const [first, second] = countCommonWords(text);
  return first && first.count >= (second?.count ?? 0) + margin ? first.language : undefined;
}

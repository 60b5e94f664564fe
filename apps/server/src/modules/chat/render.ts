/** Answers as text for a chat: the verdict first, the strongest reason, what to do, and one link. */
import type { CheckAnswer, CheckReading, CheckReason } from '@hakiki/contract/check';
import type { RescueCountry } from '@hakiki/contract/rescue';
import { toFirstHourPath } from '@hakiki/contract/rescue-values';
import { checkPath, getLanguageSettings, type Language, localisePath } from '@hakiki/contract/site';
import { fillTexts, getTexts } from '../../platform/texts.ts';

const MAX_NAME_LENGTH = 80;
const MAX_READINGS = 3;
const MAX_CONTACTS = 8;

/** Chats make a link of every address and every @name: what is checked must not become one. */
export const withoutLinks = (text: string): string =>
  text.replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, '[.]').replaceAll(/(?<![\p{L}\p{N}])@/gu, '');

/** Names come from others, so they are one short line, which the texts quote. */
const shortenName = (name: string): string =>
  withoutLinks(name.replaceAll(/[\s"“”«»]+/g, ' ').trim()).slice(0, MAX_NAME_LENGTH);

export const formatDay = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(getLanguageSettings(language).tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(date),
  );

export function nameSource({ source, count }: Pick<CheckReason, 'source' | 'count'>, language: Language): string {
  const { lines } = getTexts(language).chat;
  const name =
    source.kind === 'own' ? 'Hakiki' : source.kind === 'computed' ? lines.computed : withoutLinks(source.name ?? '');
  return count === null ? name : fillTexts(lines.reportCount, { count, source: name });
}

/** The titles of alerts quote what scammers write. */
const showsName = ({ kind, name }: CheckReason): boolean =>
  name !== null && kind !== 'alert' && kind !== 'alertMention';

function writeReason(reason: CheckReason, language: Language): string {
  const { lines, reasons } = getTexts(language).chat;
  return fillTexts(showsName(reason) ? lines.whyNamed : lines.why, {
    reason: reasons[reason.kind],
    name: shortenName(reason.name ?? ''),
    source: nameSource(reason, language),
    date: formatDay(reason.date, language),
  });
}

function writeReading({ kind, value }: CheckReading, language: Language): string {
  const { kinds } = getTexts(language).chat;
  const known: Partial<Record<CheckReading['kind'], string>> = kinds;
  const isLocal = kind === 'till' || kind === 'paybill';
  return `${known[kind] ?? kinds.wallet} ${withoutLinks(isLocal ? value.slice(value.indexOf(':') + 1) : value)}`;
}

export interface Surroundings {
  language: Language;
  publicUrl: string;
}

const toUrl = ({ language, publicUrl }: Surroundings, path: string): string => publicUrl + localisePath(language, path);

export const getCheckUrl = (surroundings: Surroundings): string => toUrl(surroundings, checkPath);

/** The page of the strongest reason on this site, otherwise the check. */
function toLink({ reasons }: CheckAnswer, surroundings: Surroundings): string {
  const path = reasons[0]?.source.url;
  return path?.startsWith('/') ? toUrl(surroundings, path) : getCheckUrl(surroundings);
}

/** Whether nothing in the message can be looked up: a greeting, an insult, or a name that nobody knows. */
export const isPlainText = ({ readings, reasons, known }: CheckAnswer): boolean =>
  reasons.length === 0 && !known && readings.every(({ why }) => why === 'plainText' || why === 'singleWord');

export function writeAnswer(answer: CheckAnswer, surroundings: Surroundings): string {
  const { language } = surroundings;
  const texts = getTexts(language).chat;
  const { verdict, readings, reasons, lookalike, known } = answer;
  const officialHosts = (lookalike?.of ?? known)?.officialHosts ?? [];
  const shown = readings.filter(({ kind }) => kind !== 'name').slice(0, MAX_READINGS);
  const second = reasons.find(({ kind }) => kind !== reasons[0]!.kind);
  return [
    `${texts.verdicts[verdict]} ${texts.advice[verdict]}`,
    ...(reasons[0] ? [writeReason(reasons[0], language)] : []),
    ...(second ? [fillTexts(texts.lines.also, { reason: texts.reasons[second.kind] })] : []),
    ...(shown.length > 0
      ? [fillTexts(texts.lines.readAs, { readings: shown.map((one) => writeReading(one, language)).join(', ') })]
      : []),
    ...(officialHosts.length > 0
      ? [fillTexts(texts.lines.realSites, { sites: withoutLinks(officialHosts.join(', ')) })]
      : []),
    ...(isPlainText(answer) ? [texts.nothingToCheck] : []),
    fillTexts(texts.lines.more, { url: toLink(answer, surroundings) }),
  ].join('\n');
}

/** Those that can stop a payment first; a contact that did not work is not named. */
export const listContacts = ({ contacts }: RescueCountry, rails: readonly string[] = []): RescueCountry['contacts'] => {
  const rank = ({ rail, kind }: RescueCountry['contacts'][number]) =>
    (rails.includes(rail) ? 0 : 2) + (['reversal', 'freeze', 'hotline', 'lock-account'].includes(kind) ? 0 : 1);
  return contacts
    .filter(({ state, kind }) => state !== 'dead' && kind !== 'warning')
    .toSorted((one, other) => rank(one) - rank(other));
};

export function writeFirstHour(found: RescueCountry, country: string, surroundings: Surroundings): string {
  const { language } = surroundings;
  const {
    firstHour,
    lines: { more },
  } = getTexts(language).chat;
  const contacts = listContacts(found).slice(0, MAX_CONTACTS);
  const stepsOf = ({ howTo, howToFr }: (typeof contacts)[number]) => (language === 'fr' && howToFr) || howTo;
  // Banks often share their steps, which are then written once below all of them.
  const groups = Map.groupBy(contacts, stepsOf);
  const lines = [...groups].map(([steps, sharing]) =>
    [
      ...sharing.map(
        ({ name, contact, state }) =>
          `${name}: ${contact}${state === 'confirmed' ? '' : ` (${firstHour.unconfirmed})`}`,
      ),
      steps,
    ].join('\n'),
  );
  return [
    firstHour.lead,
    ...(found.prohibition ? [firstHour.prohibition] : []),
    ...(lines.length > 0 ? lines : [firstHour.none]),
    fillTexts(more, { url: toUrl(surroundings, toFirstHourPath(country)) }),
  ].join('\n');
}

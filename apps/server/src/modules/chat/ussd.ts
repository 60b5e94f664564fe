/**
 * Menus for phones without internet, by the USSD callback of Africa's Talking. Each request carries all inputs of its
 * session, so the screen is computed from them and nothing is stored. A screen has at most 182 plain letters.
 */
import type { CheckAnswer, NumberMeaning } from '@hakiki/contract/check';
import { type AfricanCountry, africanCountries, countryCodes } from '@hakiki/contract/country-codes';
import { numberMeanings } from '@hakiki/contract/check-values';
import type { RescueCountry } from '@hakiki/contract/rescue';
import type { RescueRail } from '@hakiki/contract/rescue-values';
import { defaultLanguage, getLanguageSettings, isLanguage, type Language, languages } from '@hakiki/contract/site';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { fillTexts, getTexts } from '../../platform/texts.ts';
import { findCommand } from './commands.ts';
import { listContacts, nameSource } from './render.ts';

/** Of a screen; infobip.com glossary and mspace.co.ke, read 2026-11-17. */
export const SCREEN_LENGTH = 182;
const MAX_INPUTS = 40;
const MAX_PAGES = 12;
const MIN_DIGITS = 4;

/** Languages that plain letters can write. */
const ussdLanguages = languages.filter((language) => getLanguageSettings(language).direction === 'ltr');

/** Where the first screen is in another language than English. */
const countriesByLanguage: Record<string, readonly AfricanCountry[]> = {
  fr: [
    ...(['algeria', 'benin', 'burkina faso', 'burundi', 'cameroon', 'central african republic', 'chad'] as const),
    ...([
      'comoros',
      'congo',
      'democratic republic of the congo',
      'djibouti',
      'gabon',
      'guinea',
      'ivory coast',
    ] as const),
    ...(['madagascar', 'mali', 'mauritania', 'morocco', 'niger', 'senegal', 'togo', 'tunisia'] as const),
  ],
  pt: ['angola', 'cape verde', 'guinea bissau', 'mozambique', 'sao tome and principe'],
  sw: ['tanzania'],
};

/** Mobile country and network codes (ITU E.212); Africa's Talking sends 99999 from its simulator. */
const railsByNetwork: Record<string, RescueRail> = {
  '63902': 'm-pesa',
  '64004': 'm-pesa',
  '62001': 'mtn-momo',
  '62130': 'mtn-momo',
  '63510': 'mtn-momo',
  '64110': 'mtn-momo',
  '64502': 'mtn-momo',
  '62120': 'airtel-money',
  '63514': 'airtel-money',
  '63903': 'airtel-money',
  '64005': 'airtel-money',
  '64101': 'airtel-money',
  '64501': 'airtel-money',
  '65010': 'airtel-money',
  '63601': 'telebirr',
  '60801': 'orange-money',
  '61203': 'orange-money',
  '62402': 'orange-money',
  '61205': 'mtn-momo',
  '62401': 'mtn-momo',
};

export interface UssdRequest {
  phoneNumber: string;
  networkCode: string;
  inputs: string[];
}

/** Undefined if it is no request of the gateway. */
export function readUssdRequest(form: string): UssdRequest | undefined {
  const fields = new URLSearchParams(form);
  const [sessionId, phoneNumber, text] = ['sessionId', 'phoneNumber', 'text'].map((name) => fields.get(name));
  if (!sessionId || !phoneNumber || text === null || text === undefined) return undefined;
  return {
    phoneNumber,
    networkCode: fields.get('networkCode') ?? '',
    inputs: text === '' ? [] : text.split('*').slice(0, MAX_INPUTS),
  };
}

/** A number of another continent has none. */
export function findCountryOfPhone(phoneNumber: string): AfricanCountry | undefined {
  const code = parsePhoneNumberFromString(phoneNumber)?.country;
  return africanCountries.find((country) => countryCodes[country] === code);
}

export const findUssdLanguage = (country: AfricanCountry | undefined): Language => {
  const [language] =
    Object.entries(countriesByLanguage).find(([, countries]) => country && countries.includes(country)) ?? [];
  return isLanguage(language) ? language : defaultLanguage;
};

export interface Menu {
  language: Language;
  at:
    | { screen: 'menu' | 'language' | 'meaning' | 'help' | 'deleted' }
    | { screen: 'number'; meaning: NumberMeaning; isWrong: boolean }
    | { screen: 'answer'; meaning: NumberMeaning; number: string }
    | { screen: 'firstHour'; page: number };
}

function enterNumber(menu: Menu, meaning: NumberMeaning, input: string): Menu {
  const number = input.replaceAll(/[\s+-]/g, '');
  const isNumber = /^\d+$/.test(number) && number.length >= MIN_DIGITS;
  return {
    ...menu,
    at: isNumber ? { screen: 'answer', meaning, number } : { screen: 'number', meaning, isWrong: true },
  };
}

function enter(menu: Menu, input: string): Menu {
  const { at } = menu;
  const command = findCommand(input);
  if (command === 'stop' || command === 'delete') return { ...menu, at: { screen: 'deleted' } };
  if (command === 'help') return { ...menu, at: { screen: 'help' } };
  if (command?.startsWith('language:')) {
    const language = command.slice('language:'.length) as Language;
    return ussdLanguages.includes(language) ? { ...menu, language } : menu;
  }
  if (input.trim() === '0') return { ...menu, at: { screen: 'menu' } };
  const choice = Number(input);
  switch (at.screen) {
    case 'menu': {
      if (choice === 1) return { ...menu, at: { screen: 'meaning' } };
      if (choice === 2) return { ...menu, at: { screen: 'firstHour', page: 0 } };
      return choice === 9 ? { ...menu, at: { screen: 'language' } } : menu;
    }
    case 'language': {
      const language = ussdLanguages[choice - 1];
      return language ? { language, at: { screen: 'menu' } } : menu;
    }
    case 'meaning': {
      const meaning = numberMeanings[choice - 1];
      return meaning ? { ...menu, at: { screen: 'number', meaning, isWrong: false } } : menu;
    }
    // A typed star splits a number into two inputs: the last part counts.
    case 'number':
    case 'answer':
      return enterNumber(menu, at.meaning, input);
    case 'firstHour':
      return choice === 1 ? { ...menu, at: { screen: 'firstHour', page: at.page + 1 } } : menu;
    default:
      return menu;
  }
}

/** Going back by dialling again sends fewer inputs, which gives the earlier screen. */
export const toMenu = (inputs: readonly string[], language: Language): Menu =>
  inputs.reduce(enter, { language, at: { screen: 'menu' } });

/** In letters that every phone shows. */
export const toPlainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[“”«»]/g, '"')
    .replaceAll(/[–—]/g, '-')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(/[^\n\x20-\x7A]/g, '');

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 3).replace(/\s+\S*$/, '')}...`;

/** The footer says which keys there are, so it is never cut. */
function toScreen(kind: 'CON' | 'END', text: string, footer = ''): string {
  const end = toPlainLetters(footer ? `\n${footer}` : '');
  return `${kind} ${shorten(toPlainLetters(text), SCREEN_LENGTH - end.length)}${end}`;
}

/** By words; each part fits on a screen above its footer. */
function splitText(text: string, length: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const word of text.split(/\s+/)) {
    if (part && part.length + 1 + word.length > length) {
      parts.push(part);
      part = '';
    }
    part = (part ? `${part} ` : '') + word.slice(0, length);
  }
  return part ? [...parts, part] : parts;
}

/** Of menus that need no data. */
export function writeMenu({ language, at }: Menu): string | undefined {
  const { ussd } = getTexts(language).chat;
  switch (at.screen) {
    case 'menu':
      return toScreen('CON', ussd.menu);
    case 'language':
      return toScreen(
        'CON',
        ussdLanguages.map((one, place) => `${place + 1} ${getLanguageSettings(one).name}`).join('\n'),
        ussd.back,
      );
    case 'meaning':
      return toScreen('CON', ussd.whatIsIt);
    case 'number':
      return toScreen('CON', at.isWrong ? ussd.notANumber : ussd.typeNumber);
    case 'help':
      return toScreen('END', ussd.help);
    case 'deleted':
      return toScreen('END', ussd.deleted);
    default:
      return undefined;
  }
}

/** A number that is no phone number is asked for again. Of the paybill of a bank nothing can be known. */
export function writeUssdAnswer(
  answer: CheckAnswer,
  { language, meaning, site }: { language: Language; meaning: NumberMeaning; site: string },
): string {
  const { ussd } = getTexts(language).chat;
  const { verdict, readings, reasons } = answer;
  const isRead = readings.some(({ kind }) => kind !== 'number' && kind !== 'name');
  if (meaning === 'phone' && !isRead) return toScreen('CON', ussd.notANumber);
  const [reason] = reasons;
  const why =
    reason === undefined
      ? []
      : reason.count === null
        ? [fillTexts(ussd.source, { source: shorten(nameSource(reason, language), 50), date: reason.date })]
        : [fillTexts(ussd.reports, { count: reason.count, date: reason.date })];
  return toScreen('END', [ussd.verdicts[verdict], ...why].join(' '), site);
}

export function writeUssdFirstHour(
  found: RescueCountry,
  { language, page }: { language: Language; page: number },
  networkCode: string,
): string {
  const { ussd, firstHour } = getTexts(language).chat;
  const own = railsByNetwork[networkCode];
  const fitting: RescueRail[] = own === 'm-pesa' ? [own, 'm-pesa-till'] : own ? [own] : [];
  const contacts = listContacts(found, fitting).filter(
    ({ rail }) =>
      // Exchanges and wallets need the internet. The service of another network helps only where the own is unknown.
      fitting.includes(rail) ||
      ['mobile-money', 'any', 'bank'].includes(rail) ||
      (!own && !['exchange', 'wallet'].includes(rail)),
  );
  const footer = ussd.next;
  const pages = contacts
    .flatMap(({ name, contact, howTo, howToFr, state }) => {
      const steps = (language === 'fr' && howToFr) || howTo;
      const text = `${name}: ${contact}. ${steps}${state === 'confirmed' ? '' : ` (${firstHour.unconfirmed})`}`;
      return splitText(toPlainLetters(text), SCREEN_LENGTH - toPlainLetters(footer).length - 1);
    })
    .slice(0, MAX_PAGES);
  const shown = pages[Math.min(page, pages.length - 1)];
  if (shown === undefined) return toScreen('END', ussd.none);
  return toScreen('CON', shown, page < pages.length - 1 ? footer : ussd.back);
}

export const writeUssdLine = (line: 'busy' | 'limit', language: Language, site: string): string =>
  toScreen('END', fillTexts(getTexts(language).chat.ussd[line], { site }));

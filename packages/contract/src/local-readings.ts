/**
 * Parses an input in the browser into the values that the server hashes. It has neither the public suffix list nor the
 * rules of phone numbers, so it lists every possible normalized form: forms that are not stored match nothing.
 */
import { normaliseCountry } from './countries.ts';
import type { IndicatorKind } from './indicator-values.ts';

export interface LocalValue {
  kind: IndicatorKind;
  value: string;
}

const MAX_INPUT_LENGTH = 4000;
const MAX_WORDS = 40;
const MAX_PARENTS = 5;
const MAX_VALUES = 200;

/** Where a mobile number without country code is read, as on the server. */
export const callingCodes: Readonly<Record<string, { code: string; keepsZero?: true }>> = {
  nigeria: { code: '234' },
  'south africa': { code: '27' },
  kenya: { code: '254' },
  ghana: { code: '233' },
  uganda: { code: '256' },
  tanzania: { code: '255' },
  zimbabwe: { code: '263' },
  botswana: { code: '267' },
  zambia: { code: '260' },
  rwanda: { code: '250' },
  malawi: { code: '265' },
  mozambique: { code: '258' },
  ethiopia: { code: '251' },
  egypt: { code: '20' },
  morocco: { code: '212' },
  tunisia: { code: '216' },
  algeria: { code: '213' },
  senegal: { code: '221' },
  'ivory coast': { code: '225', keepsZero: true },
  cameroon: { code: '237' },
};
/** Tills and paybills are stored with the country of their system; Kenya unless it is one of the others. */
const moneyPrefixes: Readonly<Record<string, string>> = { tanzania: 'tz', uganda: 'ug', rwanda: 'rw' };

const NUMBER = /^\+?[\d(][\d ().-]{3,30}$/;

/** Of a single number or email address: what it may be, hidden kinds only. */
export function readHiddenLocally(input: string, country?: string): LocalValue[] {
  const text = input.trim();
  const email = /^([\w.+%-]{1,64})@([a-z\d.-]{3,253})$/i.exec(text);
  if (email) return [{ kind: 'email', value: formatEmail(email[1]!.toLowerCase(), email[2]!.toLowerCase()) }];
  if (!NUMBER.test(text)) return [];
  const digits = text.replaceAll(/\D/g, '');
  const isInternational = text.startsWith('+') || digits.startsWith('00');
  if (isInternational) return toPhone(digits.replace(/^00/, ''));
  const place = country ? normaliseCountry(country) : '';
  const prefix = moneyPrefixes[place] ?? 'ke';
  return [
    ...toNationalPhone(digits, callingCodes[place]),
    ...(digits.length >= 5 && digits.length <= 7
      ? (['till', 'paybill'] as const).map((kind) => ({ kind, value: `${prefix}:${digits}` }))
      : []),
    ...(digits.length >= 6 ? [{ kind: 'bankAccount' as const, value: digits }] : []),
  ];
}

const toPhone = (digits: string): LocalValue[] =>
  digits.length >= 8 && digits.length <= 15 ? [{ kind: 'phone', value: `+${digits}` }] : [];

/** Also a number with the country code and without +. */
function toNationalPhone(digits: string, country: (typeof callingCodes)[string] | undefined): LocalValue[] {
  if (!country || digits.length < 8) return [];
  const { code, keepsZero } = country;
  const national = keepsZero ? digits : digits.replace(/^0/, '');
  return [...toPhone(`${code}${national}`), ...(digits.startsWith(code) ? toPhone(digits) : [])];
}

/** Gmail ignores dots and whatever follows a plus. */
const formatEmail = (name: string, host: string): string =>
  host === 'gmail.com' || host === 'googlemail.com'
    ? `${name.replace(/\+.*/, '').replaceAll('.', '')}@gmail.com`
    : `${name}@${host}`;

/** Of any text, also a complete message: websites, wallets, chat names and apps. */
export function readPublicLocally(input: string): LocalValue[] {
  const words = input
    .slice(0, MAX_INPUT_LENGTH)
    .normalize('NFKC')
    .replaceAll(/\bhxxp/gi, 'http')
    .replaceAll(/[[({]\s*(?:\.|dot)\s*[\])}]/gi, '.')
    .split(/[\s<>"',;()[\]{}|]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  const values = words.flatMap((word) => [...readWallet(word), ...readHandle(word), ...readAddress(word)]);
  return [...new Map(values.map((one) => [`${one.kind}:${one.value}`, one])).values()].slice(0, MAX_VALUES);
}

const walletForms: [form: RegExp, kind: IndicatorKind, isLower?: true][] = [
  [/^0x[\da-f]{40}$/i, 'evm', true],
  [/^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/, 'bitcoin'],
  [/^bc1[a-z\d]{20,80}$/i, 'bitcoin', true],
  [/^[LM][1-9A-HJ-NP-Za-km-z]{25,34}$/, 'litecoin'],
  [/^ltc1[a-z\d]{20,80}$/i, 'litecoin', true],
  [/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'tron'],
  [/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/, 'xrp'],
  [/^[EU]Q[\w-]{46}$/, 'ton'],
  [/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'solana'],
];

function readWallet(word: string): LocalValue[] {
  const address = word.replace(/^[a-z]+:(?:\/\/)?(?=\w{20})/i, '').replace(/[?@.].*$/, '');
  return walletForms.flatMap(([form, kind, isLower]) =>
    form.test(address) ? [{ kind, value: isLower ? address.toLowerCase() : address }] : [],
  );
}

const networks: Readonly<Record<string, string>> = {
  't.me': 'telegram',
  'telegram.me': 'telegram',
  'instagram.com': 'instagram',
  'facebook.com': 'facebook',
  'fb.com': 'facebook',
  'm.me': 'facebook',
  'x.com': 'x',
  'twitter.com': 'x',
  'tiktok.com': 'tiktok',
};

function readHandle(word: string): LocalValue[] {
  const [, name] = /^@([a-z][\w.]{2,31}?)[.:!?]*$/i.exec(word) ?? [];
  return name ? toHandles(name, [...new Set(Object.values(networks))]) : [];
}

const toHandles = (name: string, names: readonly string[]): LocalValue[] =>
  [`@${name.toLowerCase()}`, ...names.map((network) => `${network}:${name.toLowerCase()}`)].map((value) => ({
    kind: 'handle',
    value,
  }));

/** The host, its parents, and the beginnings of the path, which name the owner on a shared host. */
function readAddress(word: string): LocalValue[] {
  const url = parseUrl(word.replace(/[.!?:]+$/, ''));
  if (!url) return [];
  const host = url.hostname.replace(/\.$/, '').replace(/^www\./, '');
  const segments = url.pathname.split('/').filter(Boolean).slice(0, 3);
  const network = networks[host.replace(/^(?:m|web|mobile)\.(?=.+\.)/, '')];
  if (network && segments[0]) return toHandles(segments[0].replace(/^@/, ''), [network]);
  const app = host === 'play.google.com' ? url.searchParams.get('id') : null;
  const labels = host.split('.');
  const parents = labels.slice(0, -1).map((_, place) => labels.slice(place).join('.'));
  const pages = segments.map((_, end) => `${host}/${segments.slice(0, end + 1).join('/')}`);
  return [
    ...(app ? [{ kind: 'app' as const, value: `android:${app}` }] : []),
    ...[...parents.slice(-MAX_PARENTS), ...pages, ...pages.map((page) => page.toLowerCase())].map((value) => ({
      kind: 'website' as const,
      value,
    })),
  ];
}

function parseUrl(word: string): URL | undefined {
  if (!/^(?:https?:\/\/)?[^\s/@]+\.[^\s/@.]{2,}(?:[/?#].*)?$/i.test(word)) return undefined;
  try {
    // `URL.parse` is missing on many phones.
    const url = new URL(/^https?:\/\//i.test(word) ? word : `https://${word}`);
    return /\.[a-z]/.test(url.hostname) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The answer to a search that names something, from what the lookup found. */
import type { Provider } from '@hakiki/contract/directory';
import type { KnownIndicator, Lookup, LookupAlert, ProviderMatch } from '@hakiki/contract/lookup';
import { textLimits } from '@hakiki/contract/limits';
import { statusLabel } from '../../components/providers/verdict-badge.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

export type Answer =
  /** There is a warning about it: of a provider, in an alert, or because reports named it. */
  | {
      kind: 'warned';
      provider: ProviderMatch | undefined;
      indicator: KnownIndicator | undefined;
      alert: LookupAlert | undefined;
    }
  /** It is a wallet address with a typing error. */
  | { kind: 'mistyped' }
  /** It is the name or web address of a provider without a warning. */
  | { kind: 'listed'; provider: ProviderMatch; alert: LookupAlert | undefined }
  /** It contains such a name. That is no verdict: anybody can write a name. */
  | { kind: 'named'; provider: ProviderMatch }
  /** Alerts have words in common with it. */
  | { kind: 'mentioned'; alert: LookupAlert; count: number }
  /** Nothing is known. Providers may have similar names. */
  | { kind: 'unknown'; similar: readonly Provider[] };

/** Undefined for a search that only narrows the list, such as "wallet". */
export function toAnswer(lookup: Lookup): Answer | undefined {
  const { matches, warned, named, alerts, indicators, similar } = lookup;
  const alert = alerts.find(({ isAbout }) => isAbout);
  const [provider] = warned;
  const [indicator] = indicators;
  if (provider || indicator) return { kind: 'warned', provider, indicator, alert };
  if (lookup.isMistypedWallet) return { kind: 'mistyped' };
  const whole = named.find(({ match }) => match === 'whole');
  if (whole) return { kind: 'listed', provider: whole, alert };
  if (alert) return { kind: 'warned', provider: undefined, indicator: undefined, alert };
  const [mentionedProvider] = named;
  if (mentionedProvider) return { kind: 'named', provider: mentionedProvider };
  if (matches > 0) return undefined;
  const [similarAlert] = alerts;
  if (similarAlert) return { kind: 'mentioned', alert: similarAlert, count: alerts.length };
  return { kind: 'unknown', similar };
}

const profitPromises = [
  // "12% profit per day", "15 % par jour"
  /\d\s?%[^.!?\n]{0,40}\b(?:an?|per|each|every|par|chaque|kwa)\s?(?:hour|day|week|heure|jour|semaine|saa|siku|wiki)/i,
  /\b(?:daily|hourly|weekly|guaranteed)\s(?:profits?|returns?|income|earnings)/i,
  /\b(?:double|triple)\s(?:your|ur)\s(?:money|bitcoin|btc|crypto|investment|deposit)/i,
  /\b(?:profits?|gains?|rendements?|revenus?)\s(?:quotidiens?|garantis?|journaliers?)/i,
  /\b(?:doublez|triplez|doubler|tripler)\s(?:votre|vos|ton|tes)\s/i,
];

/** Whether a pasted message promises a profit, as nearly all scams do. */
export const promisesProfit = (search: string): boolean => profitPromises.some((pattern) => pattern.test(search));

/** Whether the answer itself shows a warning; those that it does not show are then more of them. */
export const showsWarning = (answer: Answer): boolean =>
  answer.kind === 'warned' || ('alert' in answer && answer.alert !== undefined);

/** Warnings that the answer itself does not show. */
export const listOtherWarnings = (
  lookup: Lookup,
  answer: Answer | undefined,
): Pick<Lookup, 'warned' | 'alerts' | 'indicators'> => {
  const shownAlert = answer && 'alert' in answer ? answer.alert : undefined;
  return {
    warned: lookup.warned.slice(1),
    indicators: answer?.kind === 'warned' && answer.provider ? lookup.indicators : lookup.indicators.slice(1),
    alerts: lookup.alerts.filter(({ id }) => id !== shownAlert?.id),
  };
};

const MAX_QUOTED_LENGTH = 60;

/** The search in a sentence; undefined for a text that is too long to be repeated. */
export const toQuotedSearch = (search: string): string | undefined =>
  search.length <= MAX_QUOTED_LENGTH ? search : undefined;

/** Whether the search is a message rather than the name of something. */
export const isMessage = (search: string): boolean => search.length > textLimits.search;

/** The title of the page. */
export function formatAnswer(answer: Answer | undefined, search: string, matches: number): string {
  const quoted = toQuotedSearch(search);
  switch (answer?.kind) {
    case 'warned':
      return formatWarning(answer);
    case 'mistyped':
      return m.answer_mistyped();
    case 'listed':
      return m.answer_listed({ name: answer.provider.name, status: statusLabel(answer.provider.verificationStatus) });
    case 'named':
      return m.answer_named({ name: answer.provider.name });
    case 'mentioned':
      return m.answer_mentioned({ count: answer.count });
    case 'unknown':
      return quoted === undefined ? m.answer_unknown_text() : m.answer_unknown({ search: quoted });
    default:
      return m.answer_matches({ count: matches, shown: formatNumber(matches), search: quoted ?? '…' });
  }
}

function formatWarning({ provider, indicator }: Extract<Answer, { kind: 'warned' }>): string {
  if (!provider) return indicator ? m.answer_indicator() : m.answer_alert();
  const { name, verificationStatus, match } = provider;
  if (match === 'firstWord') return m.answer_may_be({ name, status: statusLabel(verificationStatus) });
  return verificationStatus === 'Suspended' ? m.answer_suspended({ name }) : m.answer_flagged({ name });
}

/** Classifies an announcement by words that authorities really use. */
import type { NewsCategory, NewsPriority } from '@hakiki/contract/news-values';

const categories: readonly [NewsCategory, RegExp][] = [
  ['warning', /\b(?:warn|caution|alert|scam|fraud|unlicen[cs]ed|unregistered|mises? en garde|avertissement|arnaque)/i],
  ['enforcement', /\b(?:penalt|sanction|fined?\b|revo[kc]|suspen|enforcement|prosecut|debarr|retrait d.agrément)/i],
  ['guidance', /\b(?:guidance|guide|frequently asked|faq|handbook|recommandation)/i],
  ['regulation', /\b(?:regulation|rules?\b|circular|directive|gazette|act\b|bill\b|règlement|instruction|loi\b)/i],
];

const URGENT_WORDS = /\b(?:warn|caution|mises? en garde|revo[kc]|suspen|scam|fraud)/i;
const ROUTINE_WORDS = /\b(?:auction|tender|vacanc|procurement|appel d.offres|adjudication)/i;

const tags: readonly [string, RegExp][] = [
  ['crypto', /\b(?:crypto|virtual asset|digital asset|stablecoin|bitcoin)/i],
  ['licensing', /\b(?:licen[cs]|unregistered|registration|agré)/i],
  ['fraud', /\b(?:fraud|scam|ponzi|pyramid|arnaque)/i],
  ['payments', /\b(?:payment|paiement|remittance|mobile money)/i],
  ['money laundering', /\b(?:launder|travel rule|due diligence|blanchiment)/i],
];

/** Words in nearly every publication of an authority, and not on a betting site. */
export const OFFICIAL_WORDS =
  /\b(?:bank|banque|circular|regulat|réglement|règlement|licen[cs]|agré|commission|central|prudential|authority|autorité|financial|monetary|monétaire|securities|supervis|sanction|instruction|treasury|guidance|capital market|public notice|notice to)/i;

/** Spam that attackers insert into sites of authorities. */
export const BETTING_WORDS = /\b(?:casino|bahis|betting site|slot machines?|free spins|welcome bonus|sportsbook)/i;

export interface Classification {
  category: NewsCategory;
  priority: NewsPriority;
  tags: string[];
}

export function classify(title: string, summary: string, defaultCategory: NewsCategory): Classification {
  const text = `${title} ${summary}`;
  const match =
    categories.find(([, pattern]) => pattern.test(title)) ?? categories.find(([, pattern]) => pattern.test(summary));
  return {
    category: match?.[0] ?? defaultCategory,
    priority: URGENT_WORDS.test(title) ? 'high' : ROUTINE_WORDS.test(text) ? 'low' : 'normal',
    tags: tags.filter(([, pattern]) => pattern.test(text)).map(([tag]) => tag),
  };
}

/** What is known about a source of news before it is asked. */
import type { AfricanCountry } from '@hakiki/contract/country-codes';
import type { NewsCategory } from '@hakiki/contract/news-values';
import type { Language } from '@hakiki/contract/site';

/** One announcement as its source writes it: markup and all. */
export interface Announced {
  title: string;
  summary: string;
  link: string;
  date: string;
}

export interface NewsSource {
  /** Stays the same for good: what is stored refers to it. */
  id: string;
  name: string;
  /** Where the authority has its seat. */
  country: AfricanCountry;
  language: Language;
  address: string;
  /** The host that is asked and that links lead to. */
  host: string;
  /** Another host that its links name, by mistake or from habit; their paths are right. */
  misnamedHost?: string;
  /** How its answer is read where that is no feed: a page, or data. Links may be relative to its address. */
  announced?: (answer: string) => Announced[];
  /** Several announcements stand at one address, told apart by what follows its #. */
  hasParts?: true;
  /** How it writes dates, where that is not as the format says. */
  dates?: 'day-first';
  /** Fewer or more items than this, and something has changed there. */
  least: number;
  greatest: number;
  /** For what its words do not tell. */
  category: NewsCategory;
}

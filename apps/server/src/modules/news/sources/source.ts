/** Definition of a news source. */
import type { AfricanCountry } from '@hakiki/contract/country-codes';
import type { NewsCategory } from '@hakiki/contract/news-values';
import type { Language } from '@hakiki/contract/site';

/** One announcement as its source sends it, including markup. */
export interface Announcement {
  title: string;
  summary: string;
  link: string;
  date: string;
}

export interface NewsSource {
  /** Never change it: stored rows refer to it. */
  id: string;
  name: string;
  /** The seat of the authority. */
  country: AfricanCountry;
  language: Language;
  address: string;
  /** The host of the requests and of all links. */
  host: string;
  /** Another host in its links, by mistake or history; their paths are correct. */
  aliasHost?: string;
  /** Parses a response that is no feed: a page or data. Links may be relative to `address`. */
  parse?: (answer: string) => Announcement[];
  /** Several announcements share one address and differ in the fragment after #. */
  keepsFragment?: true;
  /** Date format, if it differs from that of the feed format. */
  dates?: 'day-first';
  /** Fewer or more items than this mean that the source has changed. */
  minItems: number;
  maxItems: number;
  /** Used when the words do not determine the category. */
  category: NewsCategory;
}

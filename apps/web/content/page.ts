/**
 * The form of an information page. Texts are data without HTML; `parseInline` reads the one piece of markup they may
 * hold, `[label](address)`. Addresses are written without a language prefix: whoever renders a page adds it.
 */
export const infoSlugs = [
  'safety',
  'first-hour',
  'help',
  'about',
  'how-we-rate',
  'figures',
  'privacy',
  'terms',
] as const;
export type InfoSlug = (typeof infoSlugs)[number];

export interface Page {
  title: string;
  /** For search engines and previews; plain text. */
  description: string;
  /** The first paragraph; like every text below, it may hold links. */
  lead: string;
  /** The day the text last changed, as YYYY-MM-DD. */
  updated: string;
  sections: readonly Section[];
}

interface Section {
  /** The anchor, the same in every language, so that a shared link survives a change of language. */
  id: string;
  heading: string;
  blocks: readonly Block[];
}

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[]; ordered?: true }
  | { kind: 'steps'; items: readonly Step[] }
  | { kind: 'warning'; title: string; text: string }
  | { kind: 'definitions'; items: readonly Definition[] }
  | { kind: 'links'; items: readonly Link[] };

interface Step {
  title: string;
  text: string;
}

interface Definition {
  term: string;
  text: string;
}

interface Link {
  label: string;
  href: string;
}

import { verificationStatuses } from '@hakiki/contract/directory';
import { riskLevels } from '@hakiki/contract/risk';
import { firstHourPath, type Language, languages, offlinePages, offlinePath } from '@hakiki/contract/site';
import { describe, expect, it } from 'vitest';
import { infoPage } from './index.ts';
import { parseInline } from './inline.ts';
import { infoSlugs, type Block, type InfoSlug, type Page } from './page.ts';

/** Addresses of the site that a text may lead to. */
const paths = new Set([
  ...infoSlugs.map((slug) => `/${slug}`),
  '/directory',
  '/compare',
  '/pricing',
  '/ask',
  '/check',
  '/contact',
  '/reports',
  '/report-scam',
  '/evidence-pack',
  '/submit-provider',
  '/my-reports',
  '/follow',
  '/dashboard',
  '/api',
  '/alerts',
  '/decisions',
  '/transparency',
  '/regtech',
  '/account',
  '/forgot-password',
]);

const longest = { title: 40, description: 155, lead: 220, heading: 68, term: 90, item: 260, paragraph: 420 } as const;
type Measure = keyof typeof longest;
type Piece = [measure: Measure, text: string];

const pair = (measure: Measure, name: string, text: string): Piece[] => [
  [measure, name],
  ['paragraph', text],
];

function piecesOfBlock(block: Block): Piece[] {
  if (block.kind === 'text') return [['paragraph', block.text]];
  if (block.kind === 'list') return block.items.map((item) => ['item', item]);
  if (block.kind === 'links') return block.items.map(({ label }) => ['heading', label]);
  if (block.kind === 'definitions') return block.items.flatMap(({ term, text }) => pair('term', term, text));
  if (block.kind === 'steps') return block.items.flatMap(({ title, text }) => pair('heading', title, text));
  return pair('heading', block.title, block.text);
}

const piecesOf = (page: Page): Piece[] => [
  ['title', page.title],
  ['description', page.description],
  ['lead', page.lead],
  ...page.sections.flatMap(({ heading, blocks }): Piece[] => [['heading', heading], ...blocks.flatMap(piecesOfBlock)]),
];

/** What a person reads: the label of a link and not its address. */
const readable = (text: string) =>
  parseInline(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.label))
    .join('');

function hrefsOf(page: Page): string[] {
  const inline = piecesOf(page).flatMap(([, text]) =>
    parseInline(text).flatMap((piece) => (piece.kind === 'link' ? piece.href : [])),
  );
  const blocks = page.sections.flatMap((section) => section.blocks);
  return [...inline, ...blocks.flatMap((block) => (block.kind === 'links' ? block.items.map(({ href }) => href) : []))];
}

/** Everything a translation must keep: anchors, kinds of blocks, number of entries and where links lead. */
const shapeOf = (page: Page) => ({
  updated: page.updated,
  sections: page.sections.map(({ id, blocks }) => ({
    id,
    blocks: blocks.map((block) => ({
      kind: block.kind,
      ordered: 'ordered' in block,
      pieces: piecesOfBlock(block).length,
    })),
  })),
  hrefs: hrefsOf(page).toSorted(),
});

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];
const sentencesOf = (text: string) => readable(text).split(/(?<=[.?!…]["”»\u202f]*)\s+/u);
const prose = new Set<Measure>(['lead', 'item', 'paragraph']);
const sentenceLengths = (page: Page) =>
  piecesOf(page)
    .filter(([measure]) => prose.has(measure))
    .flatMap(([, text]) => sentencesOf(text))
    .map((sentence) => wordsOf(sentence).length);

const all = languages.flatMap((language) =>
  infoSlugs.map((slug) => ({ language, slug, page: infoPage(language, slug) })),
);
const termsOf = (language: Language, slug: InfoSlug, id: string) =>
  infoPage(language, slug)
    .sections.filter((section) => section.id === id)
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'definitions' ? block.items : [])))
    .map(({ term }) => term);

describe('information pages', () => {
  it('are the five the footer leads to, the first hour, the risk method and the definitions of figures, in each language [REAL-11] [DEC-86]', () => {
    expect([...infoSlugs].toSorted()).toEqual([
      'about',
      'figures',
      'first-hour',
      'help',
      'how-we-rate',
      'privacy',
      'safety',
      'terms',
    ]);
    expect(new Set(all.map(({ page }) => page.description)).size).toBe(all.length);
  });

  it.each(infoSlugs)('say the same in all languages: %s', (slug) => {
    for (const language of languages) {
      expect(shapeOf(infoPage(language, slug)), language).toEqual(shapeOf(infoPage('en', slug)));
    }
  });

  it.each(languages)('name in %s every page that a device keeps, and no other [WARN-14]', (language) => {
    const device = infoPage(language, 'privacy').sections.find(({ id }) => id === 'device')!;
    const named = device.blocks
      .flatMap(piecesOfBlock)
      .flatMap(([, text]) => parseInline(text).flatMap((piece) => (piece.kind === 'link' ? piece.href : [])));
    expect([...named, offlinePath].toSorted()).toEqual([...offlinePages].toSorted());
  });

  describe.each(all)('/$slug in $language', ({ language, slug, page }) => {
    it('has no empty, untrimmed or overlong text', () => {
      for (const [measure, text] of piecesOf(page)) {
        expect(text.trim()).toBe(text);
        expect(text).not.toBe('');
        expect(readable(text).length, `${measure}: ${text}`).toBeLessThanOrEqual(longest[measure]);
      }
    });

    it('has sections with content, each under its own anchor', () => {
      const ids = page.sections.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(3);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id, blocks } of page.sections) {
        expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(blocks.flatMap(piecesOfBlock), id).not.toHaveLength(0);
      }
    });

    it('is dated by a day that exists', () => {
      expect(new Date(page.updated).toISOString().slice(0, 10)).toBe(page.updated);
    });

    it('links only to addresses and anchors that exist', () => {
      for (const href of hrefsOf(page)) {
        expect(parseInline(`[there](${href})`)).toEqual([{ kind: 'link', label: 'there', href }]);
        if (href.startsWith('https:')) continue;
        const [path = '', anchor] = href.split('#');
        expect(paths, href).toContain(path);
        if (anchor === undefined) continue;
        const target = infoSlugs.find((each) => `/${each}` === path);
        expect(target && infoPage(language, target).sections.map(({ id }) => id), href).toContain(anchor);
      }
    });

    it('holds no HTML and no markup that failed to parse', () => {
      for (const [, text] of piecesOf(page)) expect(readable(text)).not.toMatch(/[<>[\]]|\]\(|&\w+;/);
      for (const text of [page.title, page.description]) expect(readable(text)).toBe(text);
    });

    it('uses typographic quotation marks and apostrophes', () => {
      for (const [, text] of piecesOf(page)) expect(text).not.toMatch(/["']/);
    });

    it('has the length of a page people read to the end', () => {
      const shown = piecesOf(page).filter(([measure]) => measure !== 'description');
      const words = shown.flatMap(([, text]) => wordsOf(readable(text))).length;
      const [from, to] =
        slug === 'safety' || slug === 'help'
          ? [700, 1300]
          : [language === 'ar' ? 360 : 400, slug === 'privacy' ? 970 : 800];
      expect(words).toBeGreaterThanOrEqual(from);
      expect(words).toBeLessThanOrEqual(to);
    });
  });

  it.each(infoSlugs)('follow French typography: %s', (slug) => {
    for (const [, text] of piecesOf(infoPage('fr', slug))) {
      const shown = readable(text);
      expect(shown, 'a narrow no-break space before : ; ? ! » %').not.toMatch(/[^\u202f][:;?!»%]/);
      expect(shown, 'a narrow no-break space after «').not.toMatch(/«(?!\u202f)/);
      expect(shown, 'guillemets').not.toMatch(/[“”]/);
    }
  });

  it.each(
    languages.flatMap((language) => (['safety', 'first-hour', 'help'] as const).map((slug) => ({ language, slug }))),
  )('are written in short sentences: /$slug in $language', ({ language, slug }) => {
    const lengths = sentenceLengths(infoPage(language, slug));
    expect(lengths.reduce((sum, length) => sum + length, 0) / lengths.length).toBeLessThanOrEqual(14);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(30);
  });

  it('lead through the first hour in order: stop, call, lock out, keep, report, beware [WARN-10]', () => {
    const [now] = infoPage('en', 'first-hour').sections;
    expect(
      now?.blocks.flatMap((block) => (block.kind === 'steps' ? block.items.map(({ title }) => title) : [])),
    ).toEqual([
      'Stop paying',
      'Call whoever moved your money',
      'Lock them out',
      'Keep the evidence',
      'Report it',
      'Expect a second scam',
    ]);
  });

  it.each(languages)('print no number that nobody has confirmed: the first hour in %s', (language) => {
    for (const [, text] of piecesOf(infoPage(language, 'first-hour'))) expect(text).not.toMatch(/\d{3}|[*#]\d/);
  });

  it.each(languages)('lead from the old anchor to the first hour, in %s', (language) => {
    const section = infoPage(language, 'safety').sections.find(({ id }) => id === 'first-hour');
    expect(section?.blocks.flatMap((block) => (block.kind === 'links' ? block.items : []))).toEqual([
      { label: expect.any(String), href: firstHourPath },
    ]);
  });

  it('explain every status and every risk level', () => {
    const risks = riskLevels.map((level) => `${level} risk`);
    expect(termsOf('en', 'safety', 'meaning').toSorted()).toEqual([...verificationStatuses, ...risks].toSorted());
    expect(termsOf('en', 'how-we-rate', 'levels')).toEqual([...risks, 'Not assessed']);
  });
});

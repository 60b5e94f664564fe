import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFeed, Unreadable } from './read-feed.ts';
import { newsSources } from './sources/index.ts';

const now = new Date('2026-11-16T12:00:00Z');
const recorded = (id: string) => readFileSync(join(import.meta.dirname, `sources/${id}.answer.xml`));
const sourceOf = (id: string) => newsSources.find((source) => source.id === id)!;
const read = (id: string, body: Uint8Array | string = recorded(id), contentType = 'application/rss+xml') =>
  readFeed(sourceOf(id), typeof body === 'string' ? Buffer.from(body) : body, contentType, now);

describe('the recorded answer of each source', () => {
  it.each(newsSources.map(({ id }) => id))('of %s is read whole, and nothing about it is odd [DEC-63]', (id) => {
    const { items, oddities } = read(id);
    const inside = recorded(id)
      .toString()
      .match(/<item>/g)!.length;
    expect([items.length, oddities]).toEqual([inside, []]);
    for (const { sourceUrl } of items) expect(new URL(sourceUrl).origin).toBe(`https://${sourceOf(id).host}`);
  });

  it('becomes plain text, sorted by its words', () => {
    expect(read('cbk').items[0]).toEqual({
      title: 'Press Release: Public Warning on Unlicensed Digital Lenders – Example',
      summary: 'The Bank warns the public that the firms listed are not licensed. Read more',
      sourceUrl: 'https://www.centralbank.go.ke/2026/10/28/press-release-warning/',
      publishedAt: new Date('2026-10-28T09:12:44Z'),
      category: 'warning',
      priority: 'high',
      tags: ['licensing'],
    });
    expect(read('cbk').items[2]!.priority).toBe('low');
    expect(read('bceao').items[0]).toMatchObject({
      category: 'warning',
      summary: 'La Banque Centrale met en garde le public contre les offres de ces plateformes.',
    });
  });

  it('leads to the source where it names its own machine, and counts days before months', () => {
    expect(read('sec-nigeria').items[0]!.sourceUrl).toBe(
      'https://sec.gov.ng/circular-on-digital-asset-offering-example/',
    );
    expect(read('cbn').items.map(({ publishedAt }) => publishedAt.toISOString().slice(0, 10))).toEqual([
      '2026-11-04',
      '2026-10-12',
    ]);
  });
});

const item = (given: { title?: string; link?: string; date?: string; description?: string } = {}) => {
  const { title = 'Circular of the Bank on the market', link = 'https://www.centralbank.go.ke/1' } = given;
  const { date = 'Mon, 02 Nov 2026 08:00:00 GMT', description = 'To all banks.' } = given;
  return `<item><title>${title}</title><link>${link}</link><pubDate>${date}</pubDate><description>${description}</description></item>`;
};
const feed = (...items: string[]) => `<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`;

describe('a batch that differs from what is known of its source', () => {
  it('is odd, and links elsewhere are dropped', () => {
    const links = [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://localhost/1',
      'https://evil.example/1',
      'https://www.centralbank.go.ke.evil.example/1',
      'https://user@www.centralbank.go.ke/1',
      'https://www.centralbank.go.ke:8443/1',
      '//www.centralbank.go.ke/1',
      '',
    ];
    for (const link of links) {
      expect([link, read('cbk', feed(item({ link })))]).toEqual([
        link,
        { items: [], oddities: expect.arrayContaining(['link']) as string[] },
      ]);
    }
    expect(read('cbk', feed()).oddities).toContain('count');
    expect(
      read('cbk', feed(...Array.from({ length: 51 }, (_, n) => item({ link: `https://www.centralbank.go.ke/${n}` }))))
        .oddities,
    ).toEqual(['count']);
    expect(read('cbk', feed(item({ date: 'Mon, 02 Nov 2027 08:00:00 GMT' }))).oddities).toEqual(['date']);
    expect(read('cbk', feed(item({ date: 'soon' }))).oddities).toContain('date');
    const betting = item({ title: 'Bahis sitesi giriş', description: 'En iyi casino bonusu burada.' });
    expect(read('cbk', feed(betting)).oddities).toEqual(['words', 'language']);
    const french = item({
      title: 'Circulaire de la Banque',
      description: 'Les règles des marchés et de la commission.',
    });
    expect(read('cbk', feed(french)).oddities).toEqual(['language']);
  });

  it('gives one item for each address', () => {
    const { items } = read(
      'cbk',
      feed(item({ title: 'The first of the Bank' }), item({ title: 'The second of the Bank' })),
    );
    expect(items.map(({ title }) => title)).toEqual(['The first of the Bank']);
  });
});

describe('a hostile feed', () => {
  it('is unreadable: a page, entities, another charset, rubbish', () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}">]>${feed(item({ title: '&b;' }))}`;
    const outside = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${feed(item({ title: '&a;' }))}`;
    for (const body of ['<html><body>News</body></html>', laughs, outside, '', '{}', 'x'.repeat(1000)]) {
      expect(() => read('cbk', body)).toThrow(Unreadable);
    }
    expect(() => read('cbk', Buffer.from([0xff, 0xfe, 0xfd, 0x80]))).toThrow(Unreadable);
    expect(() => read('cbk', feed(item()), 'text/xml; charset=klingon')).toThrow(Unreadable);
  });

  it('takes no more than seconds of two megabytes', () => {
    const most = 2 * 1024 * 1024;
    const bodies = [
      feed(item({ description: '&#65;'.repeat(most / 5) })),
      feed(item({ description: '&lt;'.repeat(most / 4) })),
      feed(item({ title: `<![CDATA[${'<'.repeat(most)}]]>` })),
      '<rss><channel>'.repeat(20_000),
      feed(item().repeat(8000)),
    ];
    for (const body of bodies) {
      const began = performance.now();
      try {
        const { items } = read('cbk', body);
        for (const { title, summary } of items) expect(title.length + summary.length).toBeLessThanOrEqual(1300);
      } catch (error) {
        expect(error).toBeInstanceOf(Unreadable);
      }
      expect(performance.now() - began).toBeLessThan(5000);
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSourceFeed, UnreadableError } from './parse-feed.ts';
import { newsSources } from '../sources/index.ts';

const now = new Date('2026-11-16T12:00:00Z');
const folder = join(import.meta.dirname, '../sources');
const recordedFiles = readdirSync(folder).filter((name) => name.includes('.answer.'));
const readRecorded = (id: string) =>
  readFileSync(
    join(
      folder,
      recordedFiles.find((name) => name.startsWith(`${id}.answer.`))!,
    ),
  );
const sourceOf = (id: string) => newsSources.find((source) => source.id === id)!;
const parse = (id: string, body: Uint8Array | string = readRecorded(id), contentType = 'application/rss+xml') =>
  parseSourceFeed(sourceOf(id), typeof body === 'string' ? Buffer.from(body) : body, contentType, now);

/** Number of announcements in the recorded responses that are no feeds. */
const pages: Record<string, number> = { fsca: 4, 'sec-ghana': 3, 'amf-umoa': 2, 'cma-kenya': 4, 'bank-of-ghana': 3 };

describe('parsing the recorded response of each source', () => {
  it.each(newsSources.map(({ id }) => id))('parses all items of %s and finds nothing odd [DEC-63]', (id) => {
    const { items, anomalies } = parse(id);
    const text = readRecorded(id).toString();
    const expectedCount = pages[id] ?? text.match(/<item>/g)!.length;
    expect([items.length, anomalies]).toEqual([expectedCount, []]);
    for (const { sourceUrl } of items) expect(new URL(sourceUrl).origin).toBe(`https://${sourceOf(id).host}`);
  });

  it('converts items to plain text and classifies them by their words', () => {
    expect(parse('cbk').items[0]).toEqual({
      title: 'Press Release: Public Warning on Unlicensed Digital Lenders – Example',
      summary: 'The Bank warns the public that the firms listed are not licensed. Read more',
      sourceUrl: 'https://www.centralbank.go.ke/2026/10/28/press-release-warning/',
      publishedAt: new Date('2026-10-28T09:12:44Z'),
      category: 'warning',
      priority: 'high',
      tags: ['licensing'],
    });
    expect(parse('cbk').items[2]!.priority).toBe('low');
    expect(parse('bceao').items[0]).toMatchObject({
      category: 'warning',
      summary: 'La Banque Centrale met en garde le public contre les offres de ces plateformes.',
    });
  });

  it('decodes accents and symbols that are written as named entities', () => {
    const named = item({
      title: 'R&amp;egrave;glement de la Banque &amp;ndash; &amp;Eacute;metteurs',
      link: 'https://www.bceao.int/fr/1',
      description:
        'Les &amp;laquo;&amp;nbsp;&amp;eacute;metteurs&amp;nbsp;&amp;raquo; agr&amp;eacute;&amp;eacute;s&amp;hellip; &amp;unknown; et la Banque.',
    });
    expect(parse('bceao', feed(named)).items[0]).toMatchObject({
      title: 'Règlement de la Banque – Émetteurs',
      summary: 'Les « émetteurs » agréés… &unknown; et la Banque.',
    });
  });

  it('replaces localhost links by the host of the source, and parses day-first dates', () => {
    expect(parse('sec-nigeria').items[0]!.sourceUrl).toBe(
      'https://sec.gov.ng/circular-on-digital-asset-offering-example/',
    );
    expect(parse('cbn').items.map(({ publishedAt }) => publishedAt.toISOString().slice(0, 10))).toEqual([
      '2026-11-04',
      '2026-10-12',
    ]);
  });
});

describe('a source without a feed', () => {
  it('parses the rows of a page with the date in the title, and skips rows without a date', () => {
    expect(
      parse('fsca').items.map(({ title, publishedAt }) => [title, publishedAt.toISOString().slice(0, 10)]),
    ).toEqual([
      ['FSCA warns the public against Example Coins (Pty) Ltd', '2026-07-17'],
      ['FSCA imposes an administrative penalty of R58 793 075 million on Example Advisers', '2026-07-14'],
      ['FSCA clarifies the licensing of financial services by Example Fund', '2026-10-07'],
      ['FSCA suspends the licence of Example Brokers & Sons', '2025-03-03'],
    ]);
    expect(parse('fsca').items[0]).toEqual({
      title: 'FSCA warns the public against Example Coins (Pty) Ltd',
      summary: '',
      sourceUrl: 'https://www.fsca.co.za/_api/cr3ad_newses(00000000-0000-0000-0000-000000000001)/cr3ad_document/$value',
      publishedAt: new Date('2026-07-17T00:00:00Z'),
      category: 'warning',
      priority: 'high',
      tags: [],
    });
  });

  it('parses a table, and links each row to its own text', () => {
    expect(parse('sec-ghana').items.map(({ title, sourceUrl }) => [title, sourceUrl])).toEqual([
      [
        'Example Capital Limited: licence suspended',
        'https://sec.gov.gh/suspension-revocation-cessation-of-licenses/#:~:text=Example%20Capital%20Limited',
      ],
      [
        'Example & Partners Securities Ltd: licence revoked',
        'https://sec.gov.gh/suspension-revocation-cessation-of-licenses/#:~:text=Example%20%26%20Partners%20Securities%20Ltd',
      ],
      [
        'Example Asset Managers: licence voluntary cessation',
        'https://sec.gov.gh/suspension-revocation-cessation-of-licenses/#:~:text=Example%20Asset%20Managers',
      ],
    ]);
  });

  it('parses JSON data in the language of the source', () => {
    expect(parse('amf-umoa').items.map(({ title, summary, sourceUrl }) => [title, summary, sourceUrl])).toEqual([
      [
        'CIRCULAIRE N°004-2026 relative aux obligations des sociétés de gestion (exemple)',
        'L’Autorité précise les obligations des sociétés de gestion agréées dans l’Union.',
        'https://www.amf-umoa.org/#actualite-1000901',
      ],
      ['Mise en garde contre une plateforme non agréée (exemple)', '', 'https://www.amf-umoa.org/#actualite-1000902'],
    ]);
  });

  it('parses WordPress posts with GMT times, also without excerpts', () => {
    expect(parse('cma-kenya').items[0]).toEqual({
      title: 'Cautionary Statement: Example Coins – Not Licensed by the Authority',
      summary:
        'The Authority cautions investors that the platform is not licensed to deal in virtual assets in Kenya. […]',
      sourceUrl: 'https://www.cma.or.ke/cautionary-statement-example/',
      publishedAt: new Date('2026-11-03T07:15:20Z'),
      category: 'warning',
      priority: 'high',
      tags: ['crypto', 'licensing'],
    });
    expect(parse('cma-kenya').items[2]).toMatchObject({
      title: 'Licence of Example Investment Bank & Partners Revoked',
      sourceUrl: 'https://www.cma.or.ke/licence-revoked-example/',
    });
    expect(
      parse('bank-of-ghana').items.map(({ title, summary, category, priority }) => [
        title,
        summary,
        category,
        priority,
      ]),
    ).toEqual([
      ['Public Notice: Warning on Example Wallet', '', 'warning', 'high'],
      [
        'Notice to Virtual Asset Service Providers on Registration with the Bank of Ghana (Example)',
        '',
        'regulation',
        'normal',
      ],
      ['Invitation for Tenders – Example', '', 'regulation', 'low'],
    ]);
  });

  it('the batch is unusual when attackers have inserted a line about a casino', () => {
    const posts = JSON.parse(readRecorded('cma-kenya').toString()) as { title: { rendered: string } }[];
    posts[1]!.title.rendered = 'The Best Casino Bonus of the Authority';
    expect(parse('cma-kenya', JSON.stringify(posts)).anomalies).toEqual(['words']);
  });

  it('the batch is unusual when the layout has changed, and unreadable when the data format has', () => {
    const changed = readRecorded('fsca').toString().replace('id="media-releases"', 'id="releases"');
    expect(parse('fsca', changed)).toEqual({ items: [], anomalies: ['count', 'language'] });
    const linked = readRecorded('fsca').toString().replaceAll('onclick=', 'data-open=');
    expect(parse('fsca', linked).anomalies).toContain('count');
    expect(parse('sec-ghana', '<html><body>Checking your browser</body></html>').anomalies).toContain('count');
    for (const body of ['{"error":"maintenance"}', '[{"id":1}]', '<html>Moved</html>', ''])
      for (const id of ['amf-umoa', 'cma-kenya', 'bank-of-ghana'])
        expect(() => parse(id, body)).toThrow(UnreadableError);
    expect(parse('bank-of-ghana', '[]').anomalies).toContain('count');
  });

  it('drops links to other hosts', () => {
    for (const link of ['javascript:alert(1)', 'http://localhost/1', '//evil.example/1', 'https://evil.example/1']) {
      const page = readRecorded('fsca')
        .toString()
        .replaceAll(/window\.open\('[^']*'/g, `window.open('${link}'`);
      const { items, anomalies } = parse('fsca', page);
      expect([link, items, anomalies.includes('link')]).toEqual([link, [], true]);
    }
  });
});

const item = (overrides: { title?: string; link?: string; date?: string; description?: string } = {}) => {
  const { title = 'Circular of the Bank on the market', link = 'https://www.centralbank.go.ke/1' } = overrides;
  const { date = 'Mon, 02 Nov 2026 08:00:00 GMT', description = 'To all banks.' } = overrides;
  return `<item><title>${title}</title><link>${link}</link><pubDate>${date}</pubDate><description>${description}</description></item>`;
};
const feed = (...items: string[]) => `<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`;

describe('a batch that differs from its source', () => {
  it('a batch that differs from its source is unusual, and links to other hosts are dropped', () => {
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
      expect([link, parse('cbk', feed(item({ link })))]).toEqual([
        link,
        { items: [], anomalies: expect.arrayContaining(['link']) as string[] },
      ]);
    }
    expect(parse('cbk', feed()).anomalies).toContain('count');
    expect(
      parse('cbk', feed(...Array.from({ length: 51 }, (_, n) => item({ link: `https://www.centralbank.go.ke/${n}` }))))
        .anomalies,
    ).toEqual(['count']);
    expect(parse('cbk', feed(item({ date: 'Mon, 02 Nov 2027 08:00:00 GMT' }))).anomalies).toEqual(['date']);
    expect(parse('cbk', feed(item({ date: 'soon' }))).anomalies).toContain('date');
    const betting = item({ title: 'Bahis sitesi giriş', description: 'En iyi casino bonusu burada.' });
    expect(parse('cbk', feed(betting)).anomalies).toEqual(['words', 'language']);
    const french = item({
      title: 'Circulaire de la Banque',
      description: 'Les règles des marchés et de la commission.',
    });
    expect(parse('cbk', feed(french)).anomalies).toEqual(['language']);
  });

  it('contains one item per address', () => {
    const { items } = parse(
      'cbk',
      feed(item({ title: 'The first of the Bank' }), item({ title: 'The second of the Bank' })),
    );
    expect(items.map(({ title }) => title)).toEqual(['The first of the Bank']);
  });
});

describe('a hostile feed', () => {
  it('is unreadable for a page, entities, another charset and garbage', () => {
    const entityBomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}">]>${feed(item({ title: '&b;' }))}`;
    const externalEntity = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${feed(item({ title: '&a;' }))}`;
    for (const body of ['<html><body>News</body></html>', entityBomb, externalEntity, '', '{}', 'x'.repeat(1000)]) {
      expect(() => parse('cbk', body)).toThrow(UnreadableError);
    }
    expect(() => parse('cbk', Buffer.from([0xff, 0xfe, 0xfd, 0x80]))).toThrow(UnreadableError);
    expect(() => parse('cbk', feed(item()), 'text/xml; charset=klingon')).toThrow(UnreadableError);
  });

  it('is parsed within seconds at two megabytes', () => {
    const maxBytes = 2 * 1024 * 1024;
    const bodies = [
      feed(item({ description: '&#65;'.repeat(maxBytes / 5) })),
      feed(item({ description: '&lt;'.repeat(maxBytes / 4) })),
      feed(item({ title: `<![CDATA[${'<'.repeat(maxBytes)}]]>` })),
      '<rss><channel>'.repeat(20_000),
      feed(item().repeat(8000)),
    ];
    for (const body of bodies) {
      const before = process.threadCpuUsage();
      try {
        const { items } = parse('cbk', body);
        for (const { title, summary } of items) expect(title.length + summary.length).toBeLessThanOrEqual(1300);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableError);
      }
      expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5000);
    }
  });
});

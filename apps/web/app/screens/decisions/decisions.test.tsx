import type { Figures, ListedLogLine, LogIndex, Transparency as Told } from '@hakiki/contract/decision-log';
import { LOG_PAGE_LINES } from '@hakiki/contract/decision-log-values';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi } from '../../../test/fake-api.ts';
import { anId } from '../../../test/factories.ts';
import { getSelectedTexts, getFacts, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import Decisions, { loader as decisionsLoader, meta } from './decisions.tsx';
import Transparency, { loader as transparencyLoader } from './transparency.tsx';

const makeHash = (digit: number) => String(digit).repeat(64);

const aLine = (overrides: Partial<ListedLogLine> = {}): ListedLogLine => ({
  number: 7,
  day: '2026-11-15',
  kind: 'decision',
  subject: 'alert',
  subjectId: anId(1),
  path: `/alerts/${anId(1)}`,
  from: 'pending',
  to: 'approved',
  people: 1,
  waitedHours: 5,
  reversal: null,
  reverses: null,
  before: null,
  after: makeHash(3),
  wants: null,
  askedBy: null,
  alerts: null,
  reports: null,
  providers: null,
  disputes: null,
  previous: makeHash(1),
  hash: makeHash(2),
  subjectName: null,
  ...overrides,
});

const index: LogIndex = {
  lines: 15_007,
  head: makeHash(9),
  months: ['2026-11', '2026-10'],
  files: [1, 5001, 10_001, 15_001].map((first) => ({
    path: `/decisions/lines-${first}.jsonl`,
    first,
    last: Math.min(first + 4999, 15_007),
    isFull: first < 15_001,
  })),
  checkpoint: null,
  keys: [],
  days: [],
};

async function renderPage(
  at: string,
  Page: typeof Decisions,
  loader: (given: never) => ReturnType<typeof decisionsLoader>,
  responses: Record<string, unknown>,
) {
  const { api } = createFakeApi(responses);
  const store = new QueryStore(api);
  const { context } = createServerContext(api);
  const request = new Request(`http://hakiki.test${at}`);
  hydrateStore(store, await loader({ request, context } as never));
  return renderPageOnServer(Page, { at, store });
}
const renderLog = (
  at: string,
  lines: unknown,
  requestPath = '/api/decision-log?part=decisions',
  indexResponse: unknown = index,
) => renderPage(at, Decisions, decisionsLoader, { '/api/decision-log/index': indexResponse, [requestPath]: lines });
const renderTransparency = (response: unknown) =>
  renderPage('/transparency', Transparency, transparencyLoader, { '/api/transparency': response });

const listEntryTexts = (body: HTMLElement) => [...body.querySelectorAll('tr[data-line]')].map(getText);
const toHashesText = (number: number, text: string) => `Fingerprints of entry ${number} ${text}`;

describe('the decision log page', () => {
  it('the decision log shows what was decided, by how many people, how long it took and the current status, with its hashes [VERD-14]', async () => {
    const body = await renderLog('/decisions', [
      aLine({
        number: 9,
        from: 'approved',
        to: 'rejected',
        people: 2,
        waitedHours: null,
        reversal: 'reversed',
        reverses: 7,
        before: makeHash(3),
        after: null,
      }),
      aLine({
        number: 8,
        subject: 'review',
        from: 'approved',
        to: 'pending',
        waitedHours: null,
        reversal: 'undone',
        reverses: 6,
        after: null,
      }),
      aLine(),
    ]);
    expect(getText(body)).toContain('The log begins in Oct 2026. What was decided before is not in it.');
    expect(getAttributeValues(body, 'data-line')).toEqual(['9', '8', '7']);
    expect(listEntryTexts(body)).toEqual([
      `9 Day Nov 15, 2026 About Fraud alert Open the page Decision From “Published” to “Rejected” Decided by two people · Reverses entry 7 ${toHashesText(9, `This entry ${makeHash(2)} The entry before ${makeHash(1)} What people read before ${makeHash(3)}`)}`,
      `8 Day Nov 15, 2026 About Review Open the page Decision From “Published” to “Under review” Decided by one person · Undoes entry 6 within seconds ${toHashesText(8, `This entry ${makeHash(2)} The entry before ${makeHash(1)}`)}`,
      `7 Day Nov 15, 2026 About Fraud alert Open the page Decision From “Under review” to “Published” Decided by one person · after 5 hours ${toHashesText(7, `This entry ${makeHash(2)} The entry before ${makeHash(1)} What people read after ${makeHash(3)}`)}`,
    ]);
    expect(getLinks(body).filter(({ text }) => text === 'Open the page')).toEqual(
      [1, 2, 3].map(() => ({ text: 'Open the page', href: `/alerts/${anId(1)}` })),
    );
  });

  it('the decision log counts entries that were never public without a link, and shows received filings and requests [VERD-14]', async () => {
    const nothing = { subjectId: null, path: null, from: null, to: null, people: null, waitedHours: null, after: null };
    const body = await renderLog('/decisions', [
      aLine({ ...nothing, from: 'pending', to: 'merged', people: 1, waitedHours: 0 }),
      aLine({ ...nothing, kind: 'received', subject: null, alerts: 1234, reports: 2, providers: 0 }),
      aLine({
        ...nothing,
        kind: 'request',
        subject: 'provider',
        wants: 'removal',
        askedBy: 'lawyer',
        path: `/provider/${anId(2)}`,
      }),
      aLine({ from: 'approved', to: 'approved', waitedHours: null }),
    ]);
    const shownData = listEntryTexts(body).map((text) =>
      text.replace(/ Fingerprints.*/, '').replace(/^7 Day Nov 15, 2026 /, ''),
    );
    expect(shownData).toEqual([
      'About Fraud alert It never was public, so the log does not say which one it was. Decision From “Under review” to “Added to another alert” Decided by one person · within the hour',
      'About Decision Received on this day Fraud reports: 1,234. Issue reports: 2. Proposed providers: 0.',
      'About Provider Open the page Decision A removal request arrived Asked by: A lawyer',
      'About Fraud alert Open the page Decision Edited, still “Published” Decided by one person',
    ]);
  });

  it('the decision log is a table that names its subject, and is searched by a form without scripts [VERD-14]', async () => {
    const requestPath = '/api/decision-log?part=decisions&search=tumbili';
    const body = await renderLog(
      '/decisions?search=tumbili',
      [aLine({ subjectName: 'Tumbili pays 3 % a day' })],
      requestPath,
    );
    const table = within(body).getByRole<HTMLTableElement>('table', { name: 'Entries of the log' });
    expect([...table.rows[0]!.cells].map(getText)).toEqual(['No.', 'Day', 'About', 'Decision']);
    expect(getLinks(table)).toEqual([{ text: 'Tumbili pays 3 % a day', href: `/alerts/${anId(1)}` }]);
    const field = within(body).getByRole<HTMLInputElement>('searchbox', { name: 'Name of a provider or alert' });
    expect([field.name, field.value]).toEqual(['search', 'tumbili']);
    expect(getLinks(body)).toContainEqual({ text: 'Clear filters', href: '/decisions' });
  });

  it('the decision log keeps its filters in the URL as a plain form, and pages by the last entry [VERD-14]', async () => {
    const lines = Array.from({ length: LOG_PAGE_LINES }, (_, position) => aLine({ number: 100 - position }));
    const at = '/decisions?month=2026-10&subject=alert&outcome=approved&before=101';
    const body = await renderLog(
      at,
      lines,
      '/api/decision-log?part=decisions&month=2026-10&subject=alert&outcome=approved&before=101',
    );
    const form = body.querySelector('form')!;
    expect([form.getAttribute('action'), form.method]).toEqual(['/decisions', 'get']);
    expect(getSelectedTexts(body)).toEqual(['Oct 2026', 'Fraud alert', 'Published']);
    const filteredPath = '/decisions?month=2026-10&subject=alert&outcome=approved';
    expect(getLinks(body).filter(({ text }) => text.endsWith(' entries'))).toEqual([
      { text: 'Newest entries', href: filteredPath },
      { text: 'Older entries', href: `${filteredPath}&before=51` },
    ]);
    expect(getLinks(await renderLog('/decisions', [aLine()])).map(({ text }) => text)).not.toContain('Older entries');
  });

  it('the decision log shows received filings per day on their own [VERD-14]', async () => {
    const day = aLine({
      kind: 'received',
      subject: null,
      subjectId: null,
      path: null,
      alerts: 3,
      reports: 2,
      providers: 1,
    });
    const body = await renderLog('/decisions?subject=arrivals', [day], '/api/decision-log?part=arrivals');
    expect(listEntryTexts(body)[0]).toContain(
      'Received on this day Fraud reports: 3. Issue reports: 2. Proposed providers: 1.',
    );
    expect(getSelectedTexts(body)).toContain('Received, day by day');
  });

  it('the decision log offers its files and the latest hash, and says how to verify them [VERD-14]', async () => {
    const body = await renderLog('/decisions', [aLine()]);
    expect(getLinks(body).filter(({ href }) => href?.endsWith('.jsonl'))).toEqual([
      { text: 'Entries 15,001 to 15,007 (still growing)', href: '/decisions/lines-15001.jsonl' },
      { text: 'Entries 10,001 to 15,000', href: '/decisions/lines-10001.jsonl' },
      { text: 'Entries 5,001 to 10,000', href: '/decisions/lines-5001.jsonl' },
      { text: 'Entries 1 to 5,000', href: '/decisions/lines-1.jsonl' },
    ]);
    expect(getText(body)).toContain(`15,007 entries so far. The fingerprint of the last one: ${makeHash(9)}`);
    expect(getText(body)).toContain('cut it before ,"hash": and put } in its place');
  });

  it('the decision log offers the signed checkpoints, their public keys and the script that verifies them [VERD-14]', async () => {
    const signedIndex: LogIndex = {
      ...index,
      checkpoint: 'a signed note',
      keys: [
        { key: 'hakiki.test/decisions+00000002+new', first: 15_000, last: 15_007 },
        { key: 'hakiki.test/decisions+00000001+old', first: 1, last: 15_000 },
      ],
      days: [15, 14, 13, 12, 11, 10, 9, 8].map((day) => ({
        day: `2026-11-${String(day).padStart(2, '0')}`,
        size: day * 1000,
        path: `/decisions/checkpoints/2026-11-${day}`,
      })),
    };
    const body = await renderLog('/decisions', [aLine()], undefined, signedIndex);
    const links = getLinks(body).filter(({ href }) => /checkpoint|\.mjs/.test(href ?? ''));
    expect(links.slice(0, 3)).toEqual([
      { text: 'The newest checkpoint', href: '/decisions/checkpoint' },
      { text: 'Script that checks all of it', href: '/verify-decision-log.mjs' },
      { text: 'Nov 15, 2026: 15,000 entries', href: '/decisions/checkpoints/2026-11-15' },
    ]);
    expect(links).toHaveLength(2 + 7);
    expect(getText(body)).toContain(
      'hakiki.test/decisions+00000002+new Signed checkpoints of 15,000 to 15,007 entries ' +
        'hakiki.test/decisions+00000001+old Signed checkpoints of 1 to 15,000 entries',
    );
    expect(getText(await renderLog('/decisions', [aLine()]))).not.toContain('Signed checkpoints');
  });

  it('the decision log says when it is empty, when nothing matches the filters, and when it cannot be loaded [VERD-14]', async () => {
    const emptyIndex: LogIndex = { lines: 0, head: null, months: [], files: [], checkpoint: null, keys: [], days: [] };
    expect(getText(await renderLog('/decisions', [], '/api/decision-log?part=decisions', emptyIndex))).toContain(
      'No decisions yet',
    );
    expect(
      getText(await renderLog('/decisions?subject=review', [], '/api/decision-log?part=decisions&subject=review')),
    ).toContain('No entry matches');
    expect(getText(await renderLog('/decisions', errorResponse(500)))).toContain('Could not load the log');
  });

  it('the decision log is in French under /fr, and search engines index only the unfiltered log [VERD-14]', async () => {
    setTestLanguage('fr');
    const [entry] = listEntryTexts(await renderLog('/fr/decisions', [aLine()]));
    expect(entry).toContain('7 Jour 15 nov. 2026 À propos de Alerte de fraude');
    const findRobotsTag = (search: string) =>
      meta({ location: { search }, matches: [] } as never).filter(
        (tag) => tag && 'name' in tag && tag.name === 'robots',
      );
    expect([findRobotsTag(''), findRobotsTag('?subject=review'), findRobotsTag('?before=3')]).toEqual([
      [],
      [{ name: 'robots', content: 'noindex' }],
      [{ name: 'robots', content: 'noindex' }],
    ]);
  });
});

const makeFigures = (overrides: Partial<Figures> = {}): Figures => ({
  month: '2026-11',
  received: { alerts: 30, reports: 10, providers: 2 },
  decided: 38,
  medianHours: 9,
  p90Hours: 41,
  decisions: 50,
  reversed: 3,
  undone: 4,
  appeals: { received: 5, upheld: 1, partly: 1, dismissed: 2 },
  disputes: { received: 7, upheld: 2, dismissed: 4, medianHours: 30 },
  removals: [{ askedBy: 'lawyer', received: 2, upheld: 0, partly: 0, dismissed: 1 }],
  ...overrides,
});

describe('the transparency page', () => {
  const shownData: Told = {
    months: [makeFigures(), makeFigures({ month: '2026-10', medianHours: null, p90Hours: null, removals: [] })],
    allTime: makeFigures({ month: null, received: { alerts: 1300, reports: 20, providers: 4 }, medianHours: 0 }),
  };

  it('the transparency page shows what was received and decided, how fast, and how much was reversed, appealed and disputed [VERD-15] [CHECK-16]', async () => {
    const body = await renderTransparency(shownData);
    expect(getFacts(body)).toEqual([
      ['Received', '1,324'],
      ['Decided', '38'],
      ['Half were decided within', 'under an hour'],
      ['Nine in ten were decided within', '41 hours'],
      ['Reversed later', '6%'],
      ['Appeals', '5'],
      ['Disputes', '7'],
    ]);
    expect(getText(body)).toContain('3 of 50 decisions');
    expect(getText(body)).toContain('1 upheld, 1 in part, 2 dismissed');
    expect(getText(body)).toContain('2 accepted, 4 refused; half decided within: 30 hours');
  });

  it('the transparency page draws each month and shows the same numbers as tables, also without scripts [VERD-15]', async () => {
    const body = await renderTransparency(shownData);
    expect(body.querySelectorAll('figure')).toHaveLength(5);
    expect(within(body).queryAllByRole('table').map(getText)).toEqual([
      'Received and decided Month Received Decided Fraud reports Issue reports Proposed providers Nov 2026 42 38 30 10 2 Oct 2026 42 38 30 10 2',
      'Hours until a decision Month Half within Nine in ten within Nov 2026 9 41 Oct 2026 – –',
      'Decisions and how many were reversed Month Decisions Reversed later Undone within seconds Nov 2026 50 3 4 Oct 2026 50 3 4',
      'Appeals and their outcomes Month Appeals Upheld Upheld in part Dismissed Nov 2026 5 1 1 2 Oct 2026 5 1 1 2',
      'Disputes and their outcomes Month Disputes Accepted Refused Half decided within (hours) Nov 2026 7 2 4 30 Oct 2026 7 2 4 30',
      'Removal requests Asked by Received Upheld Upheld in part Dismissed Since the beginning · A lawyer 2 0 0 1 Nov 2026 · A lawyer 2 0 0 1',
    ]);
    expect(getAttributeValues(body, 'data-column').slice(0, 4)).toEqual(['42', '42', '38', '38']);
    expect(getLinks(body).map(({ href }) => href)).toContain('/decisions');
  });

  it('the transparency page says when there is no data yet, when nobody appealed, and when it cannot be loaded [VERD-15]', async () => {
    const nothing = makeFigures({ month: null, removals: [] });
    expect(getText(await renderTransparency({ months: [], allTime: nothing }))).toContain('No decisions yet');
    expect(getText(await renderTransparency({ months: [makeFigures({ removals: [] })], allTime: nothing }))).toContain(
      'Nobody has asked us to remove anything.',
    );
    const emptyIndex = { received: 0, upheld: 0, partly: 0, dismissed: 0 };
    const pageWithoutAppeals = await renderTransparency({
      months: [makeFigures({ appeals: emptyIndex })],
      allTime: nothing,
    });
    expect(getText(within(pageWithoutAppeals).getAllByRole('figure')[3]!)).toContain(
      'Appeals and their outcomes None in this period. As a table',
    );
    expect(getText(await renderTransparency(errorResponse(500)))).toContain('Could not load the figures');
  });
});

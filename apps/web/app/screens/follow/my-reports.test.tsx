import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { aMyFiling, aMyReport, anId, aUser } from '../../../test/factories.ts';
import { getFacts, getPostForm, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderOnServer, renderPageOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import MyReports, { loader } from './my-reports.tsx';

const reports = [
  aMyReport({ id: anId(1), status: 'pending', title: 'Fake exchange takes deposits' }),
  aMyReport({ id: anId(2), status: 'approved', title: 'Phishing by text message', severity: 'Critical' }),
  aMyReport({ id: anId(3), status: 'rejected', title: 'Wallet emptied overnight', affectedProvider: null }),
];

/** Renders the page on the server. */
async function renderMyReports(
  reports: unknown,
  { user = aUser(), filings = pagedResponse([]), page = 1 }: { user?: unknown; filings?: unknown; page?: number } = {},
) {
  const path = page === 1 ? '/my-reports' : `/my-reports?page=${page}`;
  const { api, requests } = createFakeApi({
    '/api/auth/user': user,
    '/api/fraud-alerts/my-reports': reports,
    [`/api/my-filings?limit=20&offset=${(page - 1) * 20}`]: filings,
  });
  const store = new QueryStore(api);
  const loaderArgs = { context: createServerContext(api).context, request: new Request(`http://site.example${path}`) };
  hydrateStore(store, await loader(loaderArgs as unknown as Parameters<typeof loader>[0]));
  return { body: renderPageOnServer(MyReports, { at: path, store }), requests };
}

const listCards = (body: HTMLElement) => within(body).queryAllByRole('article');

describe('the page of a member’s own reports', () => {
  it('the my-reports page asks a visitor to sign in, with a link to the login [ROUTE-22] [MYREP-01] [DEC-53] [DEC-94]', async () => {
    const { body } = await renderMyReports(reports, { user: errorResponse(401) });
    expect(within(body).queryAllByRole('heading', { level: 1 }).map(getText)).toEqual(['Authentication Required']);
    expect(getLinks(body)[0]).toEqual({ text: 'Sign In', href: '/signup?login=true&next=%2Fmy-reports' });
    expect(listCards(body)).toEqual([]);
  });

  it('the my-reports page links a visitor with a receipt to the page for receipts', async () => {
    const { body } = await renderMyReports(reports, { user: errorResponse(401) });
    expect(getLinks(body).map(({ href }) => href)).toContain('/follow');
  });

  it('the my-reports page loads the reports of a member, and nothing for a visitor [MYREP-09] [DEC-67]', async () => {
    expect((await renderMyReports(reports)).requests).toEqual([
      '/api/auth/user',
      '/api/fraud-alerts/my-reports',
      '/api/my-filings?limit=20&offset=0',
    ]);
    expect((await renderMyReports(reports, { user: errorResponse(401) })).requests).toEqual(['/api/auth/user']);
  });

  it('the my-reports page shows a spinner until the user is known', () => {
    expect(within(renderOnServer(<MyReports />, { at: '/my-reports' })).getByRole('status')).toBeDefined();
  });

  it('the my-reports page counts all reports, those under review, approved and rejected ones [MYREP-02]', async () => {
    const { body } = await renderMyReports([...reports, aMyReport({ id: anId(4) })]);
    expect(getFacts(body).slice(0, 4)).toEqual([
      ['Total Reports', '4'],
      ['Under Review', '2'],
      ['Approved', '1'],
      ['Rejected', '1'],
    ]);
  });

  it('a banner says that reports are under review, as long as some are [MYREP-03]', async () => {
    const bannerText = 'Reports under review Our team verifies each report, typically within 24-48 hours.';
    expect(getText((await renderMyReports(reports)).body)).toContain(bannerText);
    expect(getText((await renderMyReports(reports.slice(1))).body)).not.toContain('Reports under review');
  });

  it('the my-reports page links a member without reports to the form [MYREP-04]', async () => {
    const { body } = await renderMyReports([]);
    const empty = within(body).getByText('You have not reported a scam yet').parentElement!;
    expect(getLinks(empty)[0]).toEqual({ text: 'Report a Scam', href: '/report-scam' });
    expect(getLinks(listCards((await renderMyReports(reports)).body)[0]!)).toEqual([]);
  });

  it('the my-reports page shows each report as a card with all its details [MYREP-05] [ENT-20]', async () => {
    const [card] = listCards((await renderMyReports(reports)).body);
    expect(getText(within(card!).getAllByRole('heading', { level: 2 })[0]!)).toBe('Fake exchange takes deposits');
    expect(getAttributeValues(card!, 'data-severity')).toEqual(['High']);
    expect(getAttributeValues(card!, 'data-status')).toEqual(['pending']);
    expect(getText(card!)).toContain('The site took my deposit and never paid anything out again.');
    expect(getFacts(card!)).toEqual([
      ['Type of scam:', 'Fake platform'],
      ['Provider:', 'Baobab Exchange'],
      ['Countries:', 'Kenya, South Africa'],
      ['Sent:', 'Mar 7, 2025'],
      ['Reference number:', 'HK-00000001'],
    ]);
  });

  it('a card leaves out a provider that was not named', async () => {
    const card = listCards((await renderMyReports(reports)).body)[2];
    expect(getFacts(card!).map(([term]) => term)).not.toContain('Provider:');
  });

  it('a pending report is labelled Under Review [MYREP-06]', async () => {
    const [pending] = listCards((await renderMyReports(reports)).body);
    expect(getText(pending!)).toContain('Fake exchange takes deposits Under Review High');
  });

  it('an approved report is labelled Approved and Visible to Public [MYREP-07] [DEC-20]', async () => {
    const cards = listCards((await renderMyReports(reports)).body);
    expect(getText(cards[1]!)).toContain('Phishing by text message Approved Visible to Public Critical');
    for (const other of [cards[0]!, cards[2]!]) expect(getText(other)).not.toContain('Visible to Public');
  });

  it('a rejected report is labelled Rejected [MYREP-08] [DEC-20]', async () => {
    const card = listCards((await renderMyReports(reports)).body)[2];
    expect(getText(card!)).toContain('Wallet emptied overnight Rejected High');
  });

  it('the my-reports page loads the state of a report only when it is opened; without scripts on its own page', async () => {
    const { body, requests } = await renderMyReports(reports);
    expect(requests).not.toContain('/api/filings/look-up');
    const [card] = listCards(body);
    expect(getPostForm(card!).getAttribute('action')).toBe('/follow');
    expect([...new FormData(getPostForm(card!))]).toContainEqual(['filing', anId(1)]);
    expect(within(card!).queryAllByRole('button').map(getText)).toEqual([
      'Questions, files and what happens next Fake exchange takes deposits',
    ]);
  });

  it('the my-reports page says that the reports could not be loaded, and offers a retry', async () => {
    const { body } = await renderMyReports(errorResponse(500));
    expect(getText(body)).toContain('Could not load your reports');
    expect(within(body).queryAllByRole('button').map(getText)).toContain('Try Again');
  });

  const otherFilings = [
    aMyFiling({ id: anId(5), title: 'Zukari Vault', status: 'rejected' }),
    aMyFiling({ id: anId(6), title: 'A text told me to log in', reportType: 'phishing', status: 'investigating' }),
    aMyFiling({
      id: anId(7),
      kind: 'submission',
      title: 'Baobab Exchange',
      reportType: null,
      status: 'pending',
    }),
  ];

  it('the my-reports page also shows issue reports and proposed providers with kind, status, date, reference, and how to follow each [DEC-26]', async () => {
    const { body } = await renderMyReports(reports, { filings: pagedResponse(otherFilings) });
    const cards = listCards(body).slice(3);
    expect(
      cards.map((card) => [getText(within(card).getAllByRole('heading', { level: 3 })[0]!), getFacts(card)]),
    ).toEqual([
      [
        'Withdrawal issues: Zukari Vault',
        [
          ['Kind:', 'Report about a provider'],
          ['Sent:', 'Mar 7, 2025'],
          ['Reference number:', 'HK-00000005'],
        ],
      ],
      [
        'Phishing: A text told me to log in',
        [
          ['Kind:', 'Report about a provider'],
          ['Sent:', 'Mar 7, 2025'],
          ['Reference number:', 'HK-00000006'],
        ],
      ],
      [
        'Baobab Exchange',
        [
          ['Kind:', 'Proposed provider'],
          ['Sent:', 'Mar 7, 2025'],
          ['Reference number:', 'HK-00000007'],
        ],
      ],
    ]);
    expect(cards.map((card) => /Rejected|Being Investigated|Under Review/.exec(getText(card))?.[0])).toEqual([
      'Rejected',
      'Being Investigated',
      'Under Review',
    ]);
    expect(getPostForm(cards[0]!).getAttribute('action')).toBe('/follow');
    expect([...new FormData(getPostForm(cards[0]!))]).toContainEqual(['filing', anId(5)]);
    // The four numbers count scam reports only.
    expect(getFacts(body)[0]).toEqual(['Total Reports', '3']);
  });

  it('the other filings are paged in the URL', async () => {
    const { body, requests } = await renderMyReports(reports, { filings: pagedResponse(otherFilings, 45), page: 2 });
    expect(requests).toContain('/api/my-filings?limit=20&offset=20');
    expect(getLinks(body).filter(({ href }) => href?.includes('my-reports'))).toEqual([
      { href: '/my-reports', text: 'Previous' },
      { href: '/my-reports', text: '1' },
      { href: '/my-reports?page=2', text: '2' },
      { href: '/my-reports?page=3', text: '3' },
      { href: '/my-reports?page=3', text: 'Next' },
    ]);
  });

  it('the my-reports page says that there are no other filings, or that they could not be loaded, and still shows the scam reports', async () => {
    const { body } = await renderMyReports(reports);
    expect(getText(body)).toContain('You have not reported a provider and have not proposed one.');
    expect(getLinks(body)).toContainEqual({ href: '/submit-provider', text: 'Propose a provider' });
    const failedPage = (await renderMyReports(reports, { filings: errorResponse(500) })).body;
    expect(getText(failedPage)).toContain('Could not load your reports about providers');
    expect(within(failedPage).queryAllByRole('button').map(getText)).toContain('Try Again');
    expect(listCards(failedPage)).toHaveLength(3);
  });

  it('the my-reports page is in French for a French member', async () => {
    setTestLanguage('fr');
    const { body } = await renderMyReports(reports);
    expect(getText(body)).toContain('En cours de vérification');
    expect(getText(body)).toContain('Visible par tous');
  });
});

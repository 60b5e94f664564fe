import { AlertDetail, type Alert, type PublishedAlert } from '@hakiki/contract/alerts';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { anAlert, anId, aUser } from '../../../test/factories.ts';
import { getSelectedTexts, getFacts, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer } from '../../../test/render.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../lib/api/use-query.ts';
import AlertPage, { loader as alertLoader, meta } from './alert.tsx';
import Alerts, { loader as alertsLoader } from './alerts.tsx';
import { alertsPath, countryOptions, parseAlertFilters } from './alerts-url.ts';

const parseQuery = (query: string) => parseAlertFilters(new URLSearchParams(query));

/** Renders the list as a visitor gets it. */
async function renderList(at: string, responses: Record<string, unknown>) {
  const { api } = createFakeApi(responses);
  const store = new QueryStore(createFakeApi({ '/api/auth/user': errorResponse(401) }).api);
  const { context } = createServerContext(api);
  const request = new Request(`http://hakiki.test${at}`);
  hydrateStore(store, await alertsLoader({ request, context } as unknown as Parameters<typeof alertsLoader>[0]));
  return renderPageOnServer(Alerts, { at, store });
}

const makeAlerts = (count: number): Alert[] =>
  Array.from({ length: count }, (_, index) => anAlert({ id: anId(index + 1), title: `Alert ${index + 1}` }));

describe('the list of alerts', () => {
  it('the alert list shows the alerts in the order of the API with links to their pages, and the total [WARN-02]', async () => {
    const body = await renderList('/alerts', { '/api/fraud-alerts': pagedResponse(makeAlerts(20), 45) });
    expect(getAttributeValues(body, 'data-alert')).toEqual(makeAlerts(20).map(({ id }) => id));
    expect(getText(body)).toContain('45 active alerts');
    const hrefs = getLinks(body).map(({ href }) => href);
    for (const { id } of makeAlerts(20)) expect(hrefs).toContain(`/alerts/${id}`);
    expect(hrefs).toEqual(expect.arrayContaining(['/alerts?page=2', '/alerts?page=3']));
  });

  it('the alert list keeps its filters in the URL, as a plain form with every African country [WARN-02]', async () => {
    const at = '/alerts?country=kenya&type=phishing&severity=High&page=2';
    const requestPath = '/api/fraud-alerts?country=kenya&type=phishing&severity=High&offset=20';
    const body = await renderList(at, { [requestPath]: pagedResponse(makeAlerts(3), 23) });
    expect(getAttributeValues(body, 'data-alert')).toHaveLength(3);
    const forms = [...body.querySelectorAll('form')];
    expect(forms.map((form) => [form.getAttribute('action'), form.method])).toEqual([['/alerts', 'get']]);
    expect(countryOptions).toHaveLength(55);
    for (const name of ['Kenya', 'Sao Tome and Principe', 'Democratic Republic of the Congo']) {
      expect(within(body).queryAllByRole('option').map(getText)).toContain(name);
    }
    expect(getSelectedTexts(body)).toEqual(['Kenya', 'Phishing', 'High']);
    expect(getLinks(body).map(({ href }) => href)).toContain('/alerts?country=kenya&type=phishing&severity=High');
  });

  it('the alert list normalises the filters of its URL and ignores invalid ones [WARN-02]', () => {
    expect(parseQuery('country=South-Africa&type=RUG_PULL&severity=critical&page=3')).toEqual({
      country: 'south africa',
      type: 'rug_pull',
      severity: 'Critical',
      page: 3,
    });
    const all = { country: '', type: '', severity: '', page: 1 };
    for (const query of ['', 'type=nonsense&severity=worst&page=-1', 'page=1.5', 'page=x']) {
      expect(parseQuery(query)).toEqual(all);
    }
    expect(alertsPath({ ...parseQuery(''), country: 'south africa', page: 2 })).toBe(
      '/alerts?country=south+africa&page=2',
    );
  });

  it('an empty list says that this does not mean safety, and a page beyond the end links to the last page', async () => {
    const emptyList = await renderList('/alerts?country=chad', { '/api/fraud-alerts?country=chad': pagedResponse([]) });
    expect(getText(emptyList)).toContain('No active alert matches');
    expect(getText(emptyList)).toContain('does not mean that it is safe');
    expect(getLinks(emptyList)).toContainEqual({ href: '/alerts', text: 'Show all alerts' });
    const beyondLastPage = await renderList('/alerts?page=9', {
      '/api/fraud-alerts?offset=160': pagedResponse([], 45),
    });
    expect(getLinks(beyondLastPage).map(({ href }) => href)).toContain('/alerts?page=3');
    const failedList = await renderList('/alerts', { '/api/fraud-alerts': errorResponse(500) });
    expect(getText(failedList)).toContain('Could not load the alerts');
    expect(getText(failedList)).toContain('Try Again');
  });
});

const id = anId(7);
const HISTORY = `/api/fraud-alerts/${id}/history`;

const makeDetail = (overrides: Record<string, unknown> = {}): AlertDetail =>
  AlertDetail.parse({
    ...anAlert({ id, reportCount: 41, description: 'They ask', descriptionCut: true, advice: 'Pay nothing.' }),
    checkedAt: '2025-03-08T10:00:00Z',
    provider: { id: anId(77), name: 'Demo Fasta' },
    indicators: [
      { kind: 'website', value: 'demo-fasta.example' },
      { kind: 'handle', value: '@demo_fasta' },
    ],
    reply: null,
    ...overrides,
  });
const makePublished = (alert: AlertDetail | null): PublishedAlert => ({
  id: id as PublishedAlert['id'],
  publishedAt: '2025-03-08T12:00:00.000Z',
  withdrawnAt: alert ? null : '2025-04-02T12:00:00.000Z',
  appealSince: null,
  alert,
});

async function renderAlert(response: unknown, { member }: { member?: AlertDetail } = {}) {
  const { api } = createFakeApi({ [`/api/fraud-alerts/${id}`]: response, [HISTORY]: [] });
  const user = member ? aUser() : errorResponse(401);
  const browser = createFakeApi({
    '/api/auth/user': user,
    [`/api/fraud-alerts/${id}`]: member ? makePublished(member) : errorResponse(500),
    [HISTORY]: [],
  });
  const store = new QueryStore(browser.api);
  const { context } = createServerContext(api);
  const loaderArgs = { params: { id }, context, request: new Request(`http://hakiki.test/alerts/${id}`) };
  const loaderResult = await alertLoader(loaderArgs as unknown as Parameters<typeof alertLoader>[0]);
  hydrateStore(store, loaderResult.data);
  if (member) {
    const { defineQuery } = await import('../../lib/api/queries.ts');
    const fullAlertQuery = defineQuery('/api/fraud-alerts/:id', { params: { id } });
    hydrateStore(store, await prefetch(createServerContext(browser.api).context, [authUser, fullAlertQuery]));
  }
  const body = renderPageOnServer(AlertPage, { at: `/alerts/${id}`, path: '/alerts/:id', store });
  const site = { id: 'screens/site/frame', loaderData: { site: { origin: 'https://hakiki.test', social: {} } } };
  const head = meta({ loaderData: loaderResult.data, matches: [site] } as unknown as Parameters<typeof meta>[0]);
  return { body, status: loaderResult.init?.status ?? 200, head };
}

describe('the page of an alert', () => {
  it('the alert page shows the reply of the business as plain text beside the report [REPLY-02]', async () => {
    const reply = {
      text: 'Not us: https://other.example\nAsk us.',
      language: 'fr',
      repliedAt: '2025-03-09T10:00:00Z',
    };
    const { body } = await renderAlert(makePublished(makeDetail({ reply })));
    const replyElement = within(body).getByTestId('business-reply');
    expect(getText(replyElement)).toBe(
      'Reply from the business Mar 9, 2025 Not us: https://other.example Ask us. The business wrote this. We have not checked it, and it does not change our verdict.',
    );
    expect([getLinks(replyElement), replyElement.querySelector('blockquote')?.lang]).toEqual([[], 'fr']);
    const advice = within(body).getByText('Pay nothing.');
    expect(advice.compareDocumentPosition(replyElement) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(within((await renderAlert(makePublished(null))).body).queryByTestId('business-reply')).toBeNull();
  });

  it('the alert page shows the advice first, then the indicators as plain text, and who checked what [WARN-03] [DEC-16]', async () => {
    const { body } = await renderAlert(makePublished(makeDetail()));
    expect(within(body).queryAllByRole('heading', { level: 2 }).map(getText)).toEqual([
      'What to do now',
      'Addresses and names to avoid',
      'What people report',
      'About this alert',
      'History of this alert',
    ]);
    expect(getText(body)).toContain('Pay nothing.');
    expect(within(body).queryAllByRole('code').map(getText)).toEqual(['demo-fasta.example', '@demo_fasta']);
    const hrefs = getLinks(body).map(({ href }) => href);
    expect(hrefs.filter((href) => href?.includes('demo-fasta'))).toEqual([]);
    expect(hrefs).toEqual(expect.arrayContaining(['/alerts', '/first-hour', '/report-scam', `/provider/${anId(77)}`]));
    expect(getFacts(body)).toEqual([
      ['Reports', 'reported by 41 people'],
      ['Countries', 'Kenya, South Africa'],
      ['About', 'Demo Fasta'],
      ['Checked by', 'The Hakiki team'],
      ['Checked on', 'Mar 8, 2025'],
      ['Published on', 'Mar 8, 2025'],
      ['First reported on', 'Mar 7, 2025'],
    ]);
  });

  it('the alert page gives a visitor the beginning of the description, and a member all of it [DEC-16] [ROLE-08]', async () => {
    const visitor = await renderAlert(makePublished(makeDetail()));
    expect(getAttributeValues(visitor.body, 'data-teaser')).toEqual(['true']);
    expect(getLinks(visitor.body).map(({ href }) => href)).toContain('/signup');
    const whole = makeDetail({ description: 'They ask for all you have.', descriptionCut: undefined });
    const member = await renderAlert(makePublished(makeDetail()), { member: whole });
    expect(getText(member.body)).toContain('They ask for all you have.');
    expect(getAttributeValues(member.body, 'data-teaser')).toEqual([]);
  });

  it('the alert page shows the default advice for the alert type, in the language of the page, when nobody wrote any [DEC-16]', async () => {
    setTestLanguage('fr');
    const { body } = await renderAlert(makePublished(makeDetail({ advice: null })));
    expect(getText(body)).toContain('Ne versez rien et n’y amenez personne.');
    // This text is in English, so a screen reader must not read it as French.
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('A club that promises ten percent a week');
    expect(body.querySelector('h1')?.lang).toBe('en');
  });

  it('the alert page has a title with the severity, a description with the advice, and a picture for link previews [WARN-03]', async () => {
    const { head } = await renderAlert(makePublished(makeDetail()));
    const title = 'Critical: A club that promises ten percent a week';
    expect(head).toEqual(
      expect.arrayContaining([
        { property: 'og:title', content: `${title} | Hakiki` },
        { property: 'og:description', content: 'Pay nothing.' },
        { property: 'og:image', content: `https://hakiki.test/pictures/alerts/en/${id}.png` },
        { property: 'og:image:alt', content: title },
        { name: 'twitter:card', content: 'summary_large_image' },
        { tagName: 'link', rel: 'canonical', href: `https://hakiki.test/alerts/${id}` },
      ]),
    );
    expect(head).not.toContainEqual({ name: 'robots', content: 'noindex' });
  });

  it('the alert page of a withdrawn alert says so with the date, is not indexed, and shows nothing of the alert [WARN-03]', async () => {
    const { body, head, status } = await renderAlert(makePublished(null));
    expect(status).toBe(200);
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('This alert was withdrawn');
    expect(getText(body)).toContain('It was published on Mar 8, 2025 and withdrawn on Apr 2, 2025.');
    expect(within(body).queryAllByRole('heading', { level: 2 }).map(getText)).toEqual(['History of this alert']);
    expect(head).toContainEqual({ name: 'robots', content: 'noindex' });
  });

  it('the alert page responds 404 for an unknown alert and links to the list', async () => {
    const { body, status } = await renderAlert(errorResponse(404));
    expect(status).toBe(404);
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Alert not found');
    expect(getLinks(body).map(({ href }) => href)).toContain('/alerts');
  });
});

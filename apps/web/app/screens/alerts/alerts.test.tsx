import { AlertDetail, type Alert, type PublishedAlert } from '@hakiki/contract/alerts';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failing, knowing, listed } from '../../../test/answers.ts';
import { anAlert, anId, aUser } from '../../../test/makers.ts';
import { chosenIn, factsOf, linksOf, textOf, valuesOf } from '../../../test/reading.ts';
import { serverContext, speaking } from '../../../test/context.ts';
import { servedPage } from '../../../test/show.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { ReadStore } from '../../lib/api/read-store.ts';
import { prefetch, receive } from '../../lib/api/use-read.ts';
import AlertPage, { loader as alertLoader, meta } from './alert.tsx';
import Alerts, { loader as alertsLoader } from './alerts.tsx';
import { alertsPath, countryChoices, parseAlertFilters } from './alerts-address.ts';

const filtersOf = (query: string) => parseAlertFilters(new URLSearchParams(query));

/** Renders the list as a visitor gets it. */
async function list(at: string, answers: Record<string, unknown>) {
  const { api } = knowing(answers);
  const store = new ReadStore(knowing({ '/api/auth/user': failing(401) }).api);
  const { context } = serverContext(api);
  const request = new Request(`http://hakiki.test${at}`);
  receive(store, await alertsLoader({ request, context } as unknown as Parameters<typeof alertsLoader>[0]));
  return servedPage(Alerts, { at, store });
}

const some = (count: number): Alert[] =>
  Array.from({ length: count }, (_, place) => anAlert({ id: anId(place + 1), title: `Alert ${place + 1}` }));

describe('the list of alerts', () => {
  it('the alert list shows the alerts in the order of the API with links to their pages, and the total [WARN-02]', async () => {
    const body = await list('/alerts', { '/api/fraud-alerts': listed(some(20), 45) });
    expect(valuesOf(body, 'data-alert')).toEqual(some(20).map(({ id }) => id));
    expect(textOf(body)).toContain('45 active alerts');
    const hrefs = linksOf(body).map(({ href }) => href);
    for (const { id } of some(20)) expect(hrefs).toContain(`/alerts/${id}`);
    expect(hrefs).toEqual(expect.arrayContaining(['/alerts?page=2', '/alerts?page=3']));
  });

  it('the alert list keeps its filters in the URL, as a plain form with every African country [WARN-02]', async () => {
    const at = '/alerts?country=kenya&type=phishing&severity=High&page=2';
    const asked = '/api/fraud-alerts?country=kenya&type=phishing&severity=High&offset=20';
    const body = await list(at, { [asked]: listed(some(3), 23) });
    expect(valuesOf(body, 'data-alert')).toHaveLength(3);
    const forms = [...body.querySelectorAll('form')];
    expect(forms.map((form) => [form.getAttribute('action'), form.method])).toEqual([['/alerts', 'get']]);
    expect(countryChoices).toHaveLength(55);
    for (const name of ['Kenya', 'Sao Tome and Principe', 'Democratic Republic of the Congo']) {
      expect(within(body).queryAllByRole('option').map(textOf)).toContain(name);
    }
    expect(chosenIn(body)).toEqual(['Kenya', 'Phishing', 'High']);
    expect(linksOf(body).map(({ href }) => href)).toContain('/alerts?country=kenya&type=phishing&severity=High');
  });

  it('the alert list normalises the filters of its URL and ignores invalid ones [WARN-02]', () => {
    expect(filtersOf('country=South-Africa&type=RUG_PULL&severity=critical&page=3')).toEqual({
      country: 'south africa',
      type: 'rug_pull',
      severity: 'Critical',
      page: 3,
    });
    const all = { country: '', type: '', severity: '', page: 1 };
    for (const query of ['', 'type=nonsense&severity=worst&page=-1', 'page=1.5', 'page=x']) {
      expect(filtersOf(query)).toEqual(all);
    }
    expect(alertsPath({ ...filtersOf(''), country: 'south africa', page: 2 })).toBe(
      '/alerts?country=south+africa&page=2',
    );
  });

  it('an empty list says that this does not mean safety, and a page beyond the end links to the last page', async () => {
    const none = await list('/alerts?country=chad', { '/api/fraud-alerts?country=chad': listed([]) });
    expect(textOf(none)).toContain('No active alert matches');
    expect(textOf(none)).toContain('does not mean that it is safe');
    expect(linksOf(none)).toContainEqual({ href: '/alerts', text: 'Show all alerts' });
    const beyond = await list('/alerts?page=9', { '/api/fraud-alerts?offset=160': listed([], 45) });
    expect(linksOf(beyond).map(({ href }) => href)).toContain('/alerts?page=3');
    const failed = await list('/alerts', { '/api/fraud-alerts': failing(500) });
    expect(textOf(failed)).toContain('Could not load the alerts');
    expect(textOf(failed)).toContain('Try Again');
  });
});

const id = anId(7);
const HISTORY = `/api/fraud-alerts/${id}/history`;

const detail = (given: Record<string, unknown> = {}): AlertDetail =>
  AlertDetail.parse({
    ...anAlert({ id, reportCount: 41, description: 'They ask', descriptionCut: true, advice: 'Pay nothing.' }),
    checkedAt: '2025-03-08T10:00:00Z',
    provider: { id: anId(77), name: 'Demo Fasta' },
    indicators: [
      { kind: 'website', value: 'demo-fasta.example' },
      { kind: 'handle', value: '@demo_fasta' },
    ],
    reply: null,
    ...given,
  });
const published = (alert: AlertDetail | null): PublishedAlert => ({
  id: id as PublishedAlert['id'],
  publishedAt: '2025-03-08T12:00:00.000Z',
  withdrawnAt: alert ? null : '2025-04-02T12:00:00.000Z',
  appealSince: null,
  alert,
});

async function opened(answer: unknown, { member }: { member?: AlertDetail } = {}) {
  const { api } = knowing({ [`/api/fraud-alerts/${id}`]: answer, [HISTORY]: [] });
  const user = member ? aUser() : failing(401);
  const browser = knowing({
    '/api/auth/user': user,
    [`/api/fraud-alerts/${id}`]: member ? published(member) : failing(500),
    [HISTORY]: [],
  });
  const store = new ReadStore(browser.api);
  const { context } = serverContext(api);
  const given = { params: { id }, context, request: new Request(`http://hakiki.test/alerts/${id}`) };
  const loaded = await alertLoader(given as unknown as Parameters<typeof alertLoader>[0]);
  receive(store, loaded.data);
  if (member) {
    const { read } = await import('../../lib/api/reads.ts');
    const whole = read('/api/fraud-alerts/:id', { params: { id } });
    receive(store, await prefetch(serverContext(browser.api).context, [authUser, whole]));
  }
  const body = servedPage(AlertPage, { at: `/alerts/${id}`, path: '/alerts/:id', store });
  const site = { id: 'screens/site/frame', loaderData: { site: { origin: 'https://hakiki.test', social: {} } } };
  const head = meta({ loaderData: loaded.data, matches: [site] } as unknown as Parameters<typeof meta>[0]);
  return { body, status: loaded.init?.status ?? 200, head };
}

describe('the page of an alert', () => {
  it('the alert page shows the reply of the business as plain text beside the report [REPLY-02]', async () => {
    const reply = {
      text: 'Not us: https://other.example\nAsk us.',
      language: 'fr',
      repliedAt: '2025-03-09T10:00:00Z',
    };
    const { body } = await opened(published(detail({ reply })));
    const shown = within(body).getByTestId('business-reply');
    expect(textOf(shown)).toBe(
      'Reply from the business Mar 9, 2025 Not us: https://other.example Ask us. The business wrote this. We have not checked it, and it does not change our verdict.',
    );
    expect([linksOf(shown), shown.querySelector('blockquote')?.lang]).toEqual([[], 'fr']);
    const advice = within(body).getByText('Pay nothing.');
    expect(advice.compareDocumentPosition(shown) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(within((await opened(published(null))).body).queryByTestId('business-reply')).toBeNull();
  });

  it('the alert page shows the advice first, then the indicators as plain text, and who checked what [WARN-03] [DEC-16]', async () => {
    const { body } = await opened(published(detail()));
    expect(within(body).queryAllByRole('heading', { level: 2 }).map(textOf)).toEqual([
      'What to do now',
      'Addresses and names to avoid',
      'What people report',
      'About this alert',
      'History of this alert',
    ]);
    expect(textOf(body)).toContain('Pay nothing.');
    expect(within(body).queryAllByRole('code').map(textOf)).toEqual(['demo-fasta.example', '@demo_fasta']);
    const hrefs = linksOf(body).map(({ href }) => href);
    expect(hrefs.filter((href) => href?.includes('demo-fasta'))).toEqual([]);
    expect(hrefs).toEqual(expect.arrayContaining(['/alerts', '/first-hour', '/report-scam', `/provider/${anId(77)}`]));
    expect(factsOf(body)).toEqual([
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
    const visitor = await opened(published(detail()));
    expect(valuesOf(visitor.body, 'data-teaser')).toEqual(['true']);
    expect(linksOf(visitor.body).map(({ href }) => href)).toContain('/signup');
    const whole = detail({ description: 'They ask for all you have.', descriptionCut: undefined });
    const member = await opened(published(detail()), { member: whole });
    expect(textOf(member.body)).toContain('They ask for all you have.');
    expect(valuesOf(member.body, 'data-teaser')).toEqual([]);
  });

  it('the alert page shows the default advice for the alert type, in the language of the page, when nobody wrote any [DEC-16]', async () => {
    speaking('fr');
    const { body } = await opened(published(detail({ advice: null })));
    expect(textOf(body)).toContain('Ne versez rien et n’y amenez personne.');
    // This text is in English, so a screen reader must not read it as French.
    expect(textOf(within(body).getByRole('heading', { level: 1 }))).toBe('A club that promises ten percent a week');
    expect(body.querySelector('h1')?.lang).toBe('en');
  });

  it('the alert page has a title with the severity, a description with the advice, and a picture for link previews [WARN-03]', async () => {
    const { head } = await opened(published(detail()));
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
    const { body, head, status } = await opened(published(null));
    expect(status).toBe(200);
    expect(textOf(within(body).getByRole('heading', { level: 1 }))).toBe('This alert was withdrawn');
    expect(textOf(body)).toContain('It was published on Mar 8, 2025 and withdrawn on Apr 2, 2025.');
    expect(within(body).queryAllByRole('heading', { level: 2 }).map(textOf)).toEqual(['History of this alert']);
    expect(head).toContainEqual({ name: 'robots', content: 'noindex' });
  });

  it('the alert page responds 404 for an unknown alert and links to the list', async () => {
    const { body, status } = await opened(failing(404));
    expect(status).toBe(404);
    expect(textOf(within(body).getByRole('heading', { level: 1 }))).toBe('Alert not found');
    expect(linksOf(body).map(({ href }) => href)).toContain('/alerts');
  });
});

import { AlertDetail, type Alert, type PublishedAlert } from '@hakiki/contract/alerts';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { anAlert, anId } from '../../../test/factories.ts';
import {
  getSelectedTexts,
  getFacts,
  getLinks,
  getText,
  getAttributeValues,
  getOptions,
} from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import AlertPage, { loader as alertLoader, meta } from './alert.tsx';
import Alerts, { loader as alertsLoader } from './alerts.tsx';
import { alertsPath, parseAlertFilters } from './alerts-url.ts';

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

  it('the alert list shows everyone the full texts, unblurred and without a sign-up, and names their language [DEC-16]', async () => {
    setTestLanguage('fr');
    const alerts = [anAlert({ description: 'They ask for all you have.', language: 'en' })];
    const body = await renderList('/alerts', { '/api/fraud-alerts': pagedResponse(alerts) });
    expect(getText(body)).toContain('They ask for all you have.');
    expect(body.innerHTML).not.toContain('blur');
    expect(getLinks(body).map(({ href }) => href)).not.toContain('/fr/signup');
    expect(getText(body.querySelector('[data-text-language=en]')!)).toBe('en anglais');
  });

  it('the alert list keeps its filters in the URL, as a plain form with every African country [WARN-02]', async () => {
    const at = '/alerts?country=kenya&type=phishing&severity=High&page=2';
    const requestPath = '/api/fraud-alerts?country=kenya&type=phishing&severity=High&offset=20';
    const body = await renderList(at, { [requestPath]: pagedResponse(makeAlerts(3), 23) });
    expect(getAttributeValues(body, 'data-alert')).toHaveLength(3);
    const forms = [...body.querySelectorAll('form')];
    expect(forms.map((form) => [form.getAttribute('action'), form.method])).toEqual([['/alerts', 'get']]);
    expect(getOptions(body, 'country')).toHaveLength(1 + 55);
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
    ...anAlert({ id, reportCount: 41, description: 'They ask for a fee.', advice: 'Pay nothing.' }),
    checkedAt: '2025-03-08T10:00:00Z',
    provider: { id: anId(77), name: 'Demo Fasta' },
    indicators: [
      { kind: 'website', value: 'demo-fasta.example' },
      { kind: 'handle', value: '@demo_fasta' },
    ],
    lostRand: null,
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

async function renderAlert(response: unknown, history: object[] = []) {
  const { api } = createFakeApi({ [`/api/fraud-alerts/${id}`]: response, [HISTORY]: history });
  const store = new QueryStore(createFakeApi({}).api);
  const { context } = createServerContext(api);
  const loaderArgs = { params: { id }, context, request: new Request(`http://hakiki.test/alerts/${id}`) };
  const loaderResult = await alertLoader(loaderArgs as unknown as Parameters<typeof alertLoader>[0]);
  hydrateStore(store, loaderResult.data);
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
      'Reply from the business Mar 9, 2025 in French Not us: https://other.example Ask us. The business wrote this. We have not checked it, and it does not change our verdict.',
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
      'History of this alert',
    ]);
    expect(getText(body)).toContain('Pay nothing.');
    expect(within(body).queryAllByRole('code').map(getText)).toEqual(['demo-fasta.example', '@demo_fasta']);
    const hrefs = getLinks(body).map(({ href }) => href);
    expect(hrefs.filter((href) => href?.includes('demo-fasta'))).toEqual([]);
    expect(hrefs).toEqual(expect.arrayContaining(['/alerts', '/first-hour', '/report-scam', `/provider/${anId(77)}`]));
    expect(getFacts(body)).toEqual([
      ['Who', 'Demo Fasta'],
      ['How', 'Ponzi scheme Website, Chat name'],
      ['Where', 'Kenya, South Africa'],
      ['Reports', 'reported by 41 people'],
    ]);
    expect(getText(body)).toContain('Checked by our team on Mar 8, 2025');
  });

  it('the alert page has a band with the word, icon and colour of its severity [WARN-03]', async () => {
    const showBand = async (severity: string) => {
      const { body } = await renderAlert(makePublished(makeDetail({ severity })));
      const band = body.querySelector<HTMLElement>('header [data-severity]')!;
      const icon = band.querySelector('use')?.getAttribute('href')?.split('#')[1];
      return [getText(band), icon, band.className.match(/bg-\S+/)?.[0]];
    };
    expect(await showBand('Critical')).toEqual(['Fraud alert: Critical', 'warning', 'bg-flagged']);
    expect(await showBand('High')).toEqual(['Fraud alert: High', 'flag', 'bg-high']);
    expect(await showBand('Low')).toEqual(['Fraud alert: Low', 'info', 'bg-pending']);
  });

  it('the alert page has one main action and names what was lost only if enough people said it [WARN-03]', async () => {
    const { body } = await renderAlert(makePublished(makeDetail({ lostRand: 1_200_000, provider: null })));
    const buttons = [...body.querySelectorAll('a.bg-brand')].map(getText);
    expect(buttons).toEqual(['I already paid: what now?']);
    expect(getFacts(body)).toContainEqual(['Money lost', expect.stringMatching(/^about R1.200.000, say the reports$/)]);
    expect(getFacts(body)).toContainEqual(['Who', 'No name known']);
  });

  it('the history of an alert goes back to its first report, and shows its publication once [WARN-03]', async () => {
    const listHistory = async (history: object[]) => {
      const { body } = await renderAlert(makePublished(makeDetail()), history);
      return within(within(body).getByRole('region', { name: 'History of this alert' }))
        .getAllByRole('listitem')
        .map(getText);
    };
    const reported = 'Mar 7, 2025 First reported to us';
    expect(await listHistory([])).toEqual(['Mar 8, 2025 Published', reported]);
    const change = { reason: null, changes: [], createdAt: '2025-03-08T12:00:00Z' };
    expect(await listHistory([{ ...change, from: 'pending', to: 'approved' }])).toEqual([
      'Mar 8, 2025 From “Under review” to “Published”',
      reported,
    ]);
  });

  it('the alert page shows everyone the full description, unblurred and without a sign-up [DEC-16]', async () => {
    const description = `They ask for all you have. ${'Then they ask for more. '.repeat(40)}`;
    const { body } = await renderAlert(makePublished(makeDetail({ description })));
    expect(getText(within(body).getByRole('region', { name: 'What people report' }))).toContain(description.trim());
    expect(getAttributeValues(body, 'data-teaser')).toEqual([]);
    expect(body.innerHTML).not.toContain('blur');
    expect(getLinks(body).map(({ href }) => href)).not.toContain('/signup');
  });

  it('the alert page is shared by WhatsApp as a plain link with its title and address', async () => {
    const { body } = await renderAlert(makePublished(makeDetail()));
    const link = getLinks(body).find(({ href }) => href?.startsWith('https://wa.me/'));
    expect(new URL(link!.href!).searchParams.get('text')).toBe(
      `Hakiki warning (Critical): A club that promises ten percent a week /alerts/${id}`,
    );
  });

  it('the alert page names the language of a text that is not in the language of the page', async () => {
    expect(getAttributeValues((await renderAlert(makePublished(makeDetail()))).body, 'data-text-language')).toEqual([]);
    setTestLanguage('fr');
    const { body } = await renderAlert(makePublished(makeDetail()));
    expect(getText(body.querySelector('header')!)).toContain('en anglais');
    expect([...body.querySelectorAll('[lang=en]')].map(getText)).toEqual([
      'A club that promises ten percent a week',
      'Pay nothing.',
      'They ask for a fee.',
    ]);
  });

  it('the alert page gives general advice in the language of the page before advice in another language, and labels what is shared [WARN-16]', async () => {
    setTestLanguage('fr');
    const { body, head } = await renderAlert(makePublished(makeDetail()));
    const general = 'Ne versez rien et n’y amenez personne.';
    expect(getText(within(body).getByRole('region', { name: 'Que faire maintenant' }))).toMatch(
      new RegExp(
        `^Que faire maintenant ${general}.*C’est un conseil général pour ce type d’arnaque\\..*en anglais Pay nothing\\.`,
      ),
    );
    expect(JSON.stringify(head)).toContain(general);
    const link = getLinks(body).find(({ href }) => href?.startsWith('https://wa.me/'));
    expect(new URL(link!.href!).searchParams.get('text')).toBe(
      `Alerte Hakiki (Critique), Système de Ponzi\u202F: «\u00A0A club that promises ten percent a week\u00A0» (en anglais). /fr/alerts/${id}`,
    );
  });

  it('the alert page shows the default advice for the alert type, in the language of the page, when nobody wrote any [DEC-16]', async () => {
    setTestLanguage('fr');
    const { body } = await renderAlert(makePublished(makeDetail({ advice: null })));
    expect(getText(body)).toContain('Ne versez rien et n’y amenez personne.');
    // This text is in English, so a screen reader must not read it as French.
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('A club that promises ten percent a week');
    expect(body.querySelector('h1')?.lang).toBe('en');
  });

  it.each([
    ['en', 'do not tell them what you do next', 'in writing'],
    ['fr', 'ne leur dites pas ce que vous allez faire', 'par écrit'],
  ] as const)(
    'the general advice about a Ponzi scheme in %s is that of the first hour: not to tell them what one does next [DEC-16]',
    async (language, secrecy, request) => {
      setTestLanguage(language);
      const { body } = await renderAlert(makePublished(makeDetail({ advice: null, alertType: 'ponzi_scheme' })));
      expect(getText(body)).toContain(secrecy);
      expect(getText(body)).not.toContain(request);
    },
  );

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

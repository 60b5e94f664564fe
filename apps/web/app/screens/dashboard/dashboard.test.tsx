import type { AlertPreferences } from '@hakiki/contract/alerts';
import { isHighRisk } from '@hakiki/contract/risk';
import { listLimits } from '@hakiki/contract/limits';
import { within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import {
  aDashboardSummary,
  aFlaggedProvider,
  anAlert,
  aMyReport,
  anId,
  aProvider,
  aReport,
  aSubscription,
  aUser,
} from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import { getFacts, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderOnServer, renderPageOnServer, renderInBrowser, findToastText } from '../../../test/render.tsx';
import { alertPreferences } from '../../lib/alerts/queries.ts';
import { authUser } from '../../lib/api/auth.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../lib/api/use-query.ts';
import { AlertPreferencesDialog } from './alert-preferences-dialog.tsx';
import { Analysis } from './analysis.tsx';
import * as screen from './dashboard.tsx';
import { summaryQuery } from './dashboard-queries.ts';

const SUMMARY = '/api/dashboard/summary';
const ACTIVE = '/api/fraud-alerts/active';
const REPORTS = '/api/reports?limit=5';
const RECENT = '/api/providers?sort=newest&limit=3';
const WEEKS = '/api/alert-weeks';
const OWN_REPORTS = '/api/fraud-alerts/my-reports?limit=3';
const OWN_FILINGS = '/api/my-filings?limit=3';

const premium = aUser({
  subscriptionTier: 'premium',
  subscriptionStatus: 'active',
  subscriptionEndsAt: '2026-12-24T10:00:00Z',
});
const analysis = {
  providersByRisk: [
    { key: 'Low', n: 40 },
    { key: 'Medium', n: 10 },
    { key: 'High', n: 5 },
  ],
  alertsBySeverity: [{ key: 'Critical', n: 2 }],
  alertsByCountry: [
    { key: 'kenya', n: 1 },
    { key: 'south africa', n: 1200 },
  ],
  reportsByType: [{ key: 'withdrawal_issues', n: 3 }],
};
const makeSummary = (amount: number, basis: string) => aDashboardSummary({ moneySaved: { amount, basis }, analysis });

const makeResponses = (user: unknown, overrides: Record<string, unknown> = {}) => ({
  '/api/auth/user': user,
  [SUMMARY]: aDashboardSummary(),
  [ACTIVE]: pagedResponse([]),
  [WEEKS]: [],
  [REPORTS]: pagedResponse([]),
  [RECENT]: pagedResponse([]),
  '/api/subscription': aSubscription(),
  [OWN_REPORTS]: [],
  [OWN_FILINGS]: pagedResponse([]),
  '/api/watched-providers': [],
  ...overrides,
});

/** Renders the page on the server for a user. */
async function renderDashboard(user: unknown, overrides: Record<string, unknown> = {}, at = '/dashboard') {
  const { api, requests } = createFakeApi(makeResponses(user, overrides));
  const store = new QueryStore(api);
  const { context } = createServerContext(api);
  hydrateStore(
    store,
    await screen.loader({ context, request: new Request(`http://localhost${at}`) } as unknown as Parameters<
      typeof screen.loader
    >[0]),
  );
  return { body: renderPageOnServer(screen.default, { at, store }), requests };
}

const findSection = (body: HTMLElement, id: string) => body.querySelector<HTMLElement>(`section#${id}`)!;
const listStats = (body: HTMLElement) => getFacts(body.querySelector('dl[aria-busy]')!);
const listTabs = (body: HTMLElement) => within(body).queryAllByRole('tab').map(getText);
const listIdNumbers = (body: HTMLElement, attribute: string) =>
  getAttributeValues(body, attribute).map((id) => Number(id.slice(-3)));

describe('a visitor on the dashboard', () => {
  it('the server redirects a visitor, or an expired session, to the login on /signup and loads nothing else [DASH-01] [DEC-94] [ROUTE-09]', async () => {
    const { api, requests } = createFakeApi(makeResponses(errorResponse(401)));
    const openedPage = await openPage(screen, '/dashboard', { api });
    expect(openedPage).toMatchObject({ status: 302, location: '/signup?login=true&next=%2Fdashboard' });
    expect(requests).toEqual(['/api/auth/user']);
  });

  it('the browser redirects a visitor to the login too, in the language of the page, and back [DASH-01] [DEC-94]', async () => {
    setTestLanguage('fr');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 401 })));
    const redirectResponse = await screen
      .clientLoader({ request: new Request('http://localhost/fr/dashboard?tab=reports') } as never)
      .catch((error: unknown) => error);
    vi.unstubAllGlobals();
    expect(redirectResponse).toBeInstanceOf(Response);
    expect((redirectResponse as Response).headers.get('Location')).toBe(
      '/fr/signup?login=true&next=%2Ffr%2Fdashboard%3Ftab%3Dreports',
    );
  });
});

describe('every signed-in member on the dashboard', () => {
  it('a member sees four statistics [DASH-02] [DEC-57]', async () => {
    expect(listStats((await renderDashboard(aUser())).body)).toEqual([
      ['Active Alerts', '12'],
      ['Total Reports', '3,400'],
      ['High-Risk Providers', '5'],
      ['Verified Providers', '21'],
    ]);
  });

  it('a member has a tab for alerts and one for reports, and none for the analysis [DASH-03] [DASH-04] [DEC-58]', async () => {
    expect(listTabs((await renderDashboard(aUser())).body)).toEqual(['Alerts', 'Reports']);
    for (const tier of ['api', 'enterprise']) {
      const { body } = await renderDashboard(aUser({ subscriptionTier: tier }), {}, '/dashboard?tab=analysis');
      expect(listTabs(body)).toEqual(['Alerts', 'Reports']);
      expect(body.innerHTML).toContain('id="dashboard-tab-alerts"');
      expect(body.innerHTML).toMatch(/aria-selected="true"[^>]*>Alerts</);
    }
  });

  it('a member sees the five newest alerts in full [DASH-05]', async () => {
    expect(listLimits.dashboardAlerts).toBe(5);
    const alerts = [1, 2, 3, 4, 5, 6].map((number) => anAlert({ id: anId(number) }));
    const { body } = await renderDashboard(aUser(), { [ACTIVE]: pagedResponse(alerts, 40) });
    expect(listIdNumbers(body, 'data-alert')).toEqual([1, 2, 3, 4, 5]);
    expect(body.innerHTML).not.toContain('data-teaser');
  });

  it('a member sees the five newest reports on a tab with its own URL [DASH-06] [DEC-59]', async () => {
    const reports = [1, 2, 3, 4, 5].map((number) => aReport({ id: anId(number) }));
    const { body, requests } = await renderDashboard(
      aUser(),
      { [REPORTS]: pagedResponse(reports, 40) },
      '/dashboard?tab=reports',
    );
    expect(listIdNumbers(body, 'data-report')).toEqual([1, 2, 3, 4, 5]);
    expect(requests).toContain(REPORTS);
    expect(getLinks(body)).toContainEqual({ href: '/dashboard?tab=reports', text: 'Reports' });
  });

  it('a member sees their plan, its status and its end, and an offer to upgrade [DASH-07] [DASH-10] [DEC-43] [DEC-58] [DEC-59]', async () => {
    const card = findSection((await renderDashboard(aUser())).body, 'account-status');
    expect(getText(within(card).getAllByRole('heading', { level: 2 })[0]!)).toBe('Account Status');
    expect(getFacts(card)).toEqual([
      ['Plan', 'Free'],
      ['Status', 'Free plan'],
      ['End of period', 'None'],
    ]);
    expect(getLinks(card)).toEqual([{ href: '/pricing', text: 'Upgrade to Premium' }]);
    const inactiveCard = findSection(
      (await renderDashboard({ ...premium, subscriptionStatus: 'inactive' })).body,
      'account-status',
    );
    expect(getFacts(inactiveCard)[1]).toEqual(['Status', 'Inactive']);
    const premiumCard = findSection((await renderDashboard(premium)).body, 'account-status');
    expect(getFacts(premiumCard).map(([, value]) => value)).toEqual(['Premium', 'Active', 'Dec 24, 2026']);
    expect(getLinks(premiumCard)).toEqual([]);
  });

  it('a member sees the three newest providers [DASH-08] [DEC-59]', async () => {
    expect(listLimits.dashboardProviders).toBe(3);
    const providers = [1, 2, 3].map((number) => aProvider({ id: anId(number), name: `Number ${number}` }));
    const card = findSection(
      (await renderDashboard(aUser(), { [RECENT]: pagedResponse(providers, 90) })).body,
      'recent-providers',
    );
    expect(getLinks(card)).toEqual([1, 2, 3].map((n) => ({ href: `/provider/${anId(n)}`, text: `Number ${n}` })));
  });

  it('a member sees a warning at providers that are high-risk by score or flagged [DASH-15] [CONST-10]', async () => {
    const providers = [
      aProvider({ id: anId(1), riskScore: 'High' }),
      aFlaggedProvider({ id: anId(2), riskScore: 'Low' }),
      aProvider({ id: anId(3), riskScore: 'Medium' }),
    ];
    const card = findSection(
      (await renderDashboard(aUser(), { [RECENT]: pagedResponse(providers) })).body,
      'recent-providers',
    );
    const hasWarning = within(card)
      .getAllByRole('listitem')
      .map((item) => getText(item).includes('High risk'));
    expect(hasWarning).toEqual([true, true, false]);
    const isHighRiskWith = (riskScore: number, verificationStatus = 'Verified') =>
      isHighRisk({ riskScore, verificationStatus });
    expect([isHighRiskWith(70), isHighRiskWith(69), isHighRiskWith(0, 'Flagged')]).toEqual([true, false, true]);
  });

  it('a member finds links to the directory, the comparison and the scam report [DASH-09]', async () => {
    const card = findSection((await renderDashboard(aUser())).body, 'quick-actions');
    expect(getText(within(card).getAllByRole('heading', { level: 2 })[0]!)).toBe('Quick Actions');
    expect(getLinks(card).map(({ href }) => href)).toEqual(['/directory', '/compare', '/report-scam']);
  });

  it('a member sees at each section whether it could not be loaded, and the other sections work [DEC-65]', async () => {
    const { body } = await renderDashboard(aUser(), {
      [SUMMARY]: errorResponse(500),
      [ACTIVE]: errorResponse(500),
      [RECENT]: errorResponse(500),
    });
    for (const sentence of [
      'Could not load your figures',
      'Could not load the alerts',
      'Could not load the recent providers',
    ]) {
      expect(getText(body)).toContain(sentence);
    }
    expect(getFacts(findSection(body, 'account-status'))).toHaveLength(3);
    const { body: otherMemberText } = await renderDashboard(
      aUser(),
      { [REPORTS]: errorResponse(500) },
      '/dashboard?tab=reports',
    );
    expect(getText(otherMemberText)).toContain('Could not load the reports');
  });

  it('a member sees their newest reports with their state, and the providers they watch [REAL-17]', async () => {
    const watched = aProvider({ id: anId(7), name: 'Kora Pay', verificationStatus: 'Flagged' });
    const { body } = await renderDashboard(aUser(), {
      [OWN_REPORTS]: [aMyReport({ title: 'A fake broker took my money', status: 'pending' })],
      '/api/watched-providers': [{ ...watched, alertCount: 0, watchedAt: '2026-11-16T10:00:00Z' }],
    });
    const reports = getText(within(body).getByRole('region', { name: 'My Reports' }));
    expect(reports).toContain('A fake broker took my money');
    expect(reports).toContain('See all my reports');
    const watches = within(body).getByRole('region', { name: 'Watched providers' });
    expect(getText(watches)).toContain('Kora Pay Flagged');
    expect(getLinks(watches)).toEqual([{ href: `/provider/${anId(7)}`, text: 'Kora Pay' }]);
  });

  it('a member sees beside the verdict of a watched provider that there are active alerts about it [REAL-17]', async () => {
    const watched = aProvider({ id: anId(7), name: 'Kora Pay', verificationStatus: 'Verified' });
    const { body } = await renderDashboard(aUser(), {
      '/api/watched-providers': [{ ...watched, alertCount: 2, watchedAt: '2026-11-16T10:00:00Z' }],
    });
    expect(getLinks(within(body).getByRole('region', { name: 'Watched providers' }))).toContainEqual({
      href: `/provider/${anId(7)}#provider-alerts`,
      text: '2 active fraud alerts : Kora Pay',
    });
  });

  it('a new member sees nothing invented about them, but what to do next [REAL-17]', async () => {
    const { body } = await renderDashboard(aUser());
    expect(getText(body)).not.toMatch(/R\d|Estimate|Money Saved/);
    expect(getText(body)).toContain('You have not reported anything yet.');
    expect(getText(body)).toContain('You watch no provider yet.');
  });

  it('a member sees the alerts of the country they chose [DASH-05]', async () => {
    const countryAlerts = '/api/fraud-alerts?country=kenya&limit=5';
    const { body, requests } = await renderDashboard(
      aUser(),
      {
        [countryAlerts]: pagedResponse([anAlert({ title: 'A fake lottery in Kenya' })]),
        [`${WEEKS}?country=kenya`]: [],
      },
      '/dashboard?country=kenya',
    );
    expect(requests).toContain(countryAlerts);
    expect(requests).not.toContain(ACTIVE);
    expect(getText(body)).toContain('A fake lottery in Kenya');
    expect(within(body).getByRole('combobox', { name: 'My country' }).querySelector('option[selected]')).toHaveProperty(
      'value',
      'kenya',
    );
  });

  it('a member sees the new alerts of their country week by week, by severity, with their numbers in a table', async () => {
    const weeks = [
      { week: '2026-11-09', counts: { Low: 0, Medium: 1, High: 2, Critical: 1 } },
      { week: '2026-11-16', counts: { Low: 0, Medium: 0, High: 0, Critical: 2 } },
    ];
    const { body } = await renderDashboard(aUser(), { [WEEKS]: weeks });
    const card = within(body).getByRole('region', { name: 'My country' });
    expect(getText(card)).toContain('New alerts in the last 2 weeks: 6');
    expect(within(card).getAllByRole('row', { hidden: true }).map(getText)).toEqual([
      'Week of Critical High Medium Low',
      'Nov 16, 2026 2 0 0 0',
      'Nov 9, 2026 1 2 1 0',
    ]);
    const columns = [...card.querySelectorAll('rect')].map((column) => [
      column.getAttribute('class'),
      column.getAttribute('y'),
      column.getAttribute('height'),
    ]);
    // The first week is the highest: one critical alert at the foot, two high ones and a medium one above it.
    expect(columns.slice(0, 6)).toEqual([
      ['fill-bar-red', '75', '25'],
      ['fill-bar-red', '50', '50'],
      ['fill-high', '25', '50'],
      ['fill-high', '50', '0'],
      ['fill-bar-yellow', '0', '25'],
      ['fill-bar-yellow', '50', '0'],
    ]);
  });

  it('a member sees where to go when there is no data yet', async () => {
    const { body } = await renderDashboard(aUser());
    expect(getText(body)).toContain('No active alerts at the moment');
    expect(getText(findSection(body, 'recent-providers'))).toContain('No provider is listed yet.');
  });
});

describe('a premium member on the dashboard', () => {
  it('a premium member sees the money saved in rand, and whether it is an example [DASH-11] [DASH-12] [REAL-17] [DEC-57]', async () => {
    const renderMoneySaved = async (summary: unknown) =>
      listStats((await renderDashboard(premium, { [SUMMARY]: summary })).body)[4];
    expect(await renderMoneySaved(makeSummary(45_000, 'example'))).toEqual([
      'Money Saved',
      'R45,000 Example: what avoiding one scam typically saves. Yours appears once you have checked a flagged provider.',
    ]);
    const [, measuredText] = (await renderMoneySaved(makeSummary(1250, 'measured'))) ?? [];
    expect(measuredText).toMatch(/^R1,250 From reported losses/);
    expect(getText((await renderDashboard(aUser())).body)).not.toContain('Money Saved');
  });

  it('a premium member sees a badge and a button to configure alerts, which no other member has [DASH-13] [DASH-14] [DEC-60]', async () => {
    const { body } = await renderDashboard(premium);
    expect(getText(body)).toContain('Premium member');
    const button = within(body).getByRole('button', { name: 'Configure Alerts' });
    expect(button.getAttribute('aria-haspopup')).toBe('dialog');
    expect(getText(button.parentElement!)).toBe('Configure Alerts Emails and countries');
    for (const tier of ['free', 'api', 'enterprise']) {
      const otherMemberText = getText((await renderDashboard(aUser({ subscriptionTier: tier }))).body);
      expect(otherMemberText).not.toContain('Configure Alerts');
      expect(otherMemberText).not.toContain('Premium member');
    }
  });

  it('a premium member has the analysis tab [DASH-04] [DEC-58]', async () => {
    const { body } = await renderDashboard(
      premium,
      { [SUMMARY]: makeSummary(1, 'measured') },
      '/dashboard?tab=analysis',
    );
    expect(listTabs(body)).toEqual(['Alerts', 'Reports', 'Analysis']);
    expect(body.innerHTML).toMatch(/aria-selected="true"[^>]*>Analysis</);
  });
});

describe('the analysis tab', () => {
  const renderAnalysis = async (summary: unknown) => {
    const { api } = createFakeApi({ [SUMMARY]: summary });
    const store = new QueryStore(api);
    hydrateStore(store, await prefetch(createServerContext(api).context, [summaryQuery]));
    return renderOnServer(<Analysis />, { store });
  };

  it('the analysis tab draws providers by risk, alerts by severity and by country, and reports by type [DEC-58]', async () => {
    const body = await renderAnalysis(makeSummary(1, 'measured'));
    expect([...body.querySelectorAll('figcaption')].map(getText)).toEqual([
      'Providers by risk level',
      'Alerts by severity',
      'Alerts by country',
      'Reports by type',
    ]);
    expect(getAttributeValues(body, 'data-bar').map(Number)).toEqual([40, 10, 5, 2, 1200, 1, 3]);
    expect(getAttributeValues(body, 'width').slice(0, 3)).toEqual(['100', '25', '12.5']);
  });

  it('the analysis tab has the same numbers in tables for screen readers', async () => {
    const body = await renderAnalysis(makeSummary(1, 'measured'));
    expect(within(body).getAllByRole('table').map(getText)).toEqual([
      'Providers by risk level Low risk 40 Medium risk 10 High risk 5',
      'Alerts by severity Critical 2',
      'Alerts by country South Africa 1,200 Kenya 1',
      'Reports by type withdrawal issues 3',
    ]);
  });

  it('the analysis tab says when there is nothing to count, or when it could not be loaded [DEC-65]', async () => {
    const empty = { providersByRisk: [], alertsBySeverity: [], alertsByCountry: [], reportsByType: [] };
    expect(getText(await renderAnalysis(aDashboardSummary({ analysis: empty })))).toContain('Nothing to count yet.');
    expect(getText(await renderAnalysis(errorResponse(500)))).toContain('Could not load the analysis');
  });
});

describe('configuring alerts', () => {
  const doNothing = () => undefined;

  /** Renders the dialog in a browser with earlier preferences, and records requests and closing. */
  function renderDialog(choice: Omit<AlertPreferences, 'getsEmail'>, getsEmail = false) {
    const saved: AlertPreferences = { ...choice, getsEmail };
    const requests: unknown[] = [];
    const store = new QueryStore((_path, init) => {
      if (init?.method === 'PUT') requests.push(JSON.parse(init.body as string));
      return Promise.resolve(Response.json(saved));
    });
    store.setInitial(alertPreferences.key, { status: 'ready', data: saved });
    store.setInitial(authUser.key, { status: 'ready', data: premium });
    const onClose = vi.fn();
    const dialog = within(
      renderInBrowser(<AlertPreferencesDialog email="amina@example.org" country="kenya" onClose={onClose} />, {
        store,
        hasToasts: true,
      }),
    );
    return { dialog, sent: requests, onClose };
  }

  it('the alert dialog offers critical and high, both selected at first, and adds one of 54 countries at a time, of which none means all [DEC-60] [WARN-16]', () => {
    const { dialog } = renderDialog({ severities: ['Critical', 'High'], countries: [] });
    const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
    const findBoxes = (name: string) => boxes.filter((box) => box.name === name);
    expect(findBoxes('severity').map(({ value, checked }) => [value, checked])).toEqual([
      ['Critical', true],
      ['High', true],
    ]);
    expect(findBoxes('getsEmail').map(({ checked }) => checked)).toEqual([false]);
    expect(boxes).toHaveLength(3);
    const select = dialog.getByRole<HTMLSelectElement>('combobox', { name: /My countries/ });
    expect([...select.options].filter(({ value }) => value)).toHaveLength(54);
    expect(dialog.queryByRole('button', { name: /Remove/ })).toBeNull();
  });

  it('the alert dialog shows the saved preferences, also a country that is not offered [DEC-60]', () => {
    const { dialog } = renderDialog({ severities: ['High'], countries: ['kenya', 'atlantis'] });
    const checkedBoxes = dialog.getAllByRole<HTMLInputElement>('checkbox', { checked: true });
    expect(checkedBoxes.map(({ value }) => value)).toEqual(['High']);
    expect(dialog.getAllByRole('button', { name: /Remove/ }).map(getText)).toEqual(['Kenya Remove', 'Atlantis Remove']);
  });

  it('the alert dialog sends the selected values, confirms and closes [DEC-60]', async () => {
    const { dialog, sent, onClose } = renderDialog({ severities: ['Critical', 'High'], countries: ['kenya'] });
    await userEvent.click(dialog.getByRole('checkbox', { name: 'High' }));
    await userEvent.selectOptions(dialog.getByRole('combobox'), 'South Africa');
    await userEvent.selectOptions(dialog.getByRole('combobox'), 'Ghana');
    await userEvent.click(dialog.getByRole('button', { name: /^Ghana/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save choices' }));
    expect(await findToastText('status')).toBe('Alerts configured: You now get the alerts you chose.');
    expect(sent).toEqual([{ severities: ['Critical'], countries: ['kenya', 'south africa'], getsEmail: false }]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('the alert dialog sends emails only if the member asks for them, and then offers their own country [DEC-60]', async () => {
    const { dialog, sent } = renderDialog({ severities: ['Critical', 'High'], countries: [] });
    const box = dialog.getByRole('checkbox', { name: 'Also email me about new alerts' });
    expect(document.getElementById(box.getAttribute('aria-describedby')!)).toHaveProperty(
      'textContent',
      'At most one email a day, to amina@example.org. You can unsubscribe any time.',
    );
    await userEvent.click(box);
    expect(dialog.getAllByRole('button', { name: /Remove/ }).map(getText)).toEqual(['Kenya Remove']);
    await userEvent.click(dialog.getByRole('button', { name: 'Save choices' }));
    await findToastText('status');
    expect(sent).toEqual([{ severities: ['Critical', 'High'], countries: ['kenya'], getsEmail: true }]);
  });

  it('the alert dialog does not replace chosen countries, and shows that emails are on [DEC-60]', async () => {
    const { dialog, sent } = renderDialog({ severities: ['High'], countries: ['ghana'] }, true);
    const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Also email me about new alerts' });
    expect(box.checked).toBe(true);
    await userEvent.click(box);
    await userEvent.click(box);
    await userEvent.click(dialog.getByRole('button', { name: 'Save choices' }));
    await findToastText('status');
    expect(sent).toEqual([{ severities: ['High'], countries: ['ghana'], getsEmail: true }]);
  });

  it('the alert dialog sends empty lists when nothing is selected [DEC-60]', async () => {
    const { dialog, sent } = renderDialog({ severities: [], countries: [] });
    await userEvent.click(dialog.getByRole('button', { name: 'Save choices' }));
    await findToastText('status');
    expect(sent).toEqual([{ severities: [], countries: [], getsEmail: false }]);
  });

  it('the alert dialog says when the preferences cannot be loaded [DEC-65]', async () => {
    const { api } = createFakeApi({ '/api/alert-preferences': errorResponse(500), '/api/auth/user': premium });
    const store = new QueryStore(api);
    hydrateStore(store, await prefetch(createServerContext(api).context, [alertPreferences, authUser]));
    expect(
      getText(
        renderOnServer(<AlertPreferencesDialog email="amina@example.org" country={undefined} onClose={doNothing} />, {
          store,
        }),
      ),
    ).toContain('Could not load your choices');
  });
});

import type { AlertPreferences } from '@hakiki/contract/alerts';
import { isHighRisk } from '@hakiki/contract/risk';
import { listLimits } from '@hakiki/contract/limits';
import { within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { failing, knowing, listed } from '../../../test/answers.ts';
import {
  aDashboardSummary,
  aFlaggedProvider,
  anAlert,
  anId,
  aProvider,
  aReport,
  aSubscription,
  aUser,
} from '../../../test/makers.ts';
import { openPage } from '../../../test/page.tsx';
import { factsOf, linksOf, textOf, valuesOf } from '../../../test/reading.ts';
import { serverContext, speaking } from '../../../test/context.ts';
import { served, servedPage, show, told } from '../../../test/show.tsx';
import { alertPreferences } from '../../lib/alerts/reads.ts';
import { authUser } from '../../lib/api/auth.ts';
import { ReadStore } from '../../lib/api/read-store.ts';
import { prefetch, receive } from '../../lib/api/use-read.ts';
import { AlertChoices } from './alert-choices.tsx';
import { Analysis } from './analysis.tsx';
import * as screen from './dashboard.tsx';
import { summaryRead } from './dashboard-reads.ts';

const SUMMARY = '/api/dashboard/summary';
const ACTIVE = '/api/fraud-alerts/active';
const REPORTS = '/api/reports?limit=5';
const RECENT = '/api/providers?sort=newest&limit=3';

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
const saved = (amount: number, basis: string) => aDashboardSummary({ moneySaved: { amount, basis }, analysis });

const answersFor = (user: unknown, given: Record<string, unknown> = {}) => ({
  '/api/auth/user': user,
  [SUMMARY]: aDashboardSummary(),
  [ACTIVE]: listed([]),
  [REPORTS]: listed([]),
  [RECENT]: listed([]),
  '/api/subscription': aSubscription(),
  ...given,
});

/** Renders the page on the server for a user. */
async function dashboardOf(user: unknown, given: Record<string, unknown> = {}, at = '/dashboard') {
  const { api, asked } = knowing(answersFor(user, given));
  const store = new ReadStore(api);
  const { context } = serverContext(api);
  receive(store, await screen.loader({ context } as unknown as Parameters<typeof screen.loader>[0]));
  return { body: servedPage(screen.default, { at, store }), asked };
}

const section = (body: HTMLElement, id: string) => body.querySelector<HTMLElement>(`section#${id}`)!;
const statsOf = (body: HTMLElement) => factsOf(body.querySelector('dl[aria-busy]')!);
const tabsOf = (body: HTMLElement) => within(body).queryAllByRole('tab').map(textOf);
const numbersIn = (body: HTMLElement, attribute: string) => valuesOf(body, attribute).map((id) => Number(id.slice(-3)));

describe('a visitor on the dashboard', () => {
  it('the server redirects a visitor to sign-up and loads nothing else [DASH-01] [ROUTE-09]', async () => {
    const { api, asked } = knowing(answersFor(failing(401)));
    const opened = await openPage(screen, '/dashboard', { api });
    expect(opened).toMatchObject({ status: 302, location: '/signup' });
    expect(asked).toEqual(['/api/auth/user']);
  });

  it('the browser redirects a visitor to sign-up too, in the language of the page [DASH-01]', async () => {
    speaking('fr');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 401 })));
    const refused = await screen.clientLoader().catch((thrown: unknown) => thrown);
    vi.unstubAllGlobals();
    expect(refused).toBeInstanceOf(Response);
    expect((refused as Response).headers.get('Location')).toBe('/fr/signup');
  });
});

describe('every signed-in member on the dashboard', () => {
  it('a member sees four statistics [DASH-02] [DEC-57]', async () => {
    expect(statsOf((await dashboardOf(aUser())).body)).toEqual([
      ['Active Alerts', '12'],
      ['Total Reports', '3,400'],
      ['High-Risk Providers', '5'],
      ['Verified Providers', '21'],
    ]);
  });

  it('a member has a tab for alerts and one for reports, and none for the analysis [DASH-03] [DASH-04] [DEC-58]', async () => {
    expect(tabsOf((await dashboardOf(aUser())).body)).toEqual(['Alerts', 'Reports']);
    for (const tier of ['api', 'enterprise']) {
      const { body } = await dashboardOf(aUser({ subscriptionTier: tier }), {}, '/dashboard?tab=analysis');
      expect(tabsOf(body)).toEqual(['Alerts', 'Reports']);
      expect(body.innerHTML).toContain('id="dashboard-tab-alerts"');
      expect(body.innerHTML).toMatch(/aria-selected="true"[^>]*>Alerts</);
    }
  });

  it('a member sees the five newest alerts in full [DASH-05]', async () => {
    expect(listLimits.dashboardAlerts).toBe(5);
    const alerts = [1, 2, 3, 4, 5, 6].map((number) => anAlert({ id: anId(number) }));
    const { body } = await dashboardOf(aUser(), { [ACTIVE]: listed(alerts, 40) });
    expect(numbersIn(body, 'data-alert')).toEqual([1, 2, 3, 4, 5]);
    expect(body.innerHTML).not.toContain('data-teaser');
  });

  it('a member sees the five newest reports on a tab with its own URL [DASH-06] [DEC-59]', async () => {
    const reports = [1, 2, 3, 4, 5].map((number) => aReport({ id: anId(number) }));
    const { body, asked } = await dashboardOf(aUser(), { [REPORTS]: listed(reports, 40) }, '/dashboard?tab=reports');
    expect(numbersIn(body, 'data-report')).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toContain(REPORTS);
    expect(linksOf(body)).toContainEqual({ href: '/dashboard?tab=reports', text: 'Reports' });
  });

  it('a member sees their plan, its status and its end, and an offer to upgrade [DASH-07] [DASH-10] [DEC-43] [DEC-58] [DEC-59]', async () => {
    const part = section((await dashboardOf(aUser())).body, 'account-status');
    expect(textOf(within(part).getAllByRole('heading', { level: 2 })[0]!)).toBe('Account Status');
    expect(factsOf(part)).toEqual([
      ['Plan', 'Free'],
      ['Status', 'Free plan'],
      ['End of period', 'None'],
    ]);
    expect(linksOf(part)).toEqual([{ href: '/pricing', text: 'Upgrade to Premium' }]);
    const ended = section((await dashboardOf({ ...premium, subscriptionStatus: 'inactive' })).body, 'account-status');
    expect(factsOf(ended)[1]).toEqual(['Status', 'Inactive']);
    const own = section((await dashboardOf(premium)).body, 'account-status');
    expect(factsOf(own).map(([, value]) => value)).toEqual(['Premium', 'Active', 'Dec 24, 2026']);
    expect(linksOf(own)).toEqual([]);
  });

  it('a member sees the three newest providers [DASH-08] [DEC-59]', async () => {
    expect(listLimits.dashboardProviders).toBe(3);
    const providers = [1, 2, 3].map((number) => aProvider({ id: anId(number), name: `Number ${number}` }));
    const part = section((await dashboardOf(aUser(), { [RECENT]: listed(providers, 90) })).body, 'recent-providers');
    expect(linksOf(part)).toEqual([1, 2, 3].map((n) => ({ href: `/provider/${anId(n)}`, text: `Number ${n}` })));
  });

  it('a member sees a warning at providers that are high-risk by score or flagged [DASH-15] [CONST-10]', async () => {
    const providers = [
      aProvider({ id: anId(1), riskScore: 'High' }),
      aFlaggedProvider({ id: anId(2), riskScore: 'Low' }),
      aProvider({ id: anId(3), riskScore: 'Medium' }),
    ];
    const part = section((await dashboardOf(aUser(), { [RECENT]: listed(providers) })).body, 'recent-providers');
    const warned = within(part)
      .getAllByRole('listitem')
      .map((item) => textOf(item).includes('High risk'));
    expect(warned).toEqual([true, true, false]);
    const score = (riskScore: number, verificationStatus = 'Verified') => isHighRisk({ riskScore, verificationStatus });
    expect([score(70), score(69), score(0, 'Flagged')]).toEqual([true, false, true]);
  });

  it('a member finds links to the directory, the comparison and the scam report [DASH-09]', async () => {
    const part = section((await dashboardOf(aUser())).body, 'quick-actions');
    expect(textOf(within(part).getAllByRole('heading', { level: 2 })[0]!)).toBe('Quick Actions');
    expect(linksOf(part).map(({ href }) => href)).toEqual(['/directory', '/compare', '/report-scam']);
  });

  it('a member sees at each section whether it could not be loaded, and the other sections work [DEC-65]', async () => {
    const { body } = await dashboardOf(aUser(), {
      [SUMMARY]: failing(500),
      [ACTIVE]: failing(500),
      [RECENT]: failing(500),
    });
    for (const sentence of [
      'Could not load your figures',
      'Could not load the alerts',
      'Could not load the recent providers',
    ]) {
      expect(textOf(body)).toContain(sentence);
    }
    expect(factsOf(section(body, 'account-status'))).toHaveLength(3);
    const { body: other } = await dashboardOf(aUser(), { [REPORTS]: failing(500) }, '/dashboard?tab=reports');
    expect(textOf(other)).toContain('Could not load the reports');
  });

  it('a member sees where to go when there is no data yet', async () => {
    const { body } = await dashboardOf(aUser());
    expect(textOf(body)).toContain('No active alerts at the moment');
    expect(textOf(section(body, 'recent-providers'))).toContain('No provider is listed yet.');
  });
});

describe('a premium member on the dashboard', () => {
  it('a premium member sees the money saved in rand, and whether it is an estimate [DASH-11] [DASH-12] [REAL-17] [DEC-57]', async () => {
    const moneyWith = async (summary: unknown) => statsOf((await dashboardOf(premium, { [SUMMARY]: summary })).body)[4];
    expect(await moneyWith(saved(45_000, 'estimate'))).toEqual(['Money Saved', 'R45,000 Estimate']);
    const [, measured] = (await moneyWith(saved(1250, 'measured'))) ?? [];
    expect(measured).toMatch(/^R1,250 From reported losses/);
    expect(textOf((await dashboardOf(aUser())).body)).not.toContain('Money Saved');
  });

  it('a premium member sees a badge and a button to configure alerts, which no other member has [DASH-13] [DASH-14] [DEC-60]', async () => {
    const { body } = await dashboardOf(premium);
    expect(textOf(body)).toContain('Premium member');
    const button = within(body).getByRole('button', { name: 'Configure Alerts' });
    expect(button.getAttribute('aria-haspopup')).toBe('dialog');
    for (const tier of ['free', 'api', 'enterprise']) {
      const other = textOf((await dashboardOf(aUser({ subscriptionTier: tier }))).body);
      expect(other).not.toContain('Configure Alerts');
      expect(other).not.toContain('Premium member');
    }
  });

  it('a premium member has the analysis tab [DASH-04] [DEC-58]', async () => {
    const { body } = await dashboardOf(premium, { [SUMMARY]: saved(1, 'measured') }, '/dashboard?tab=analysis');
    expect(tabsOf(body)).toEqual(['Alerts', 'Reports', 'Analysis']);
    expect(body.innerHTML).toMatch(/aria-selected="true"[^>]*>Analysis</);
  });
});

describe('the analysis tab', () => {
  const drawn = async (summary: unknown) => {
    const { api } = knowing({ [SUMMARY]: summary });
    const store = new ReadStore(api);
    receive(store, await prefetch(serverContext(api).context, [summaryRead]));
    return served(<Analysis />, { store });
  };

  it('the analysis tab draws providers by risk, alerts by severity and by country, and reports by type [DEC-58]', async () => {
    const body = await drawn(saved(1, 'measured'));
    expect([...body.querySelectorAll('figcaption')].map(textOf)).toEqual([
      'Providers by risk level',
      'Alerts by severity',
      'Alerts by country',
      'Reports by type',
    ]);
    expect(valuesOf(body, 'data-bar').map(Number)).toEqual([40, 10, 5, 2, 1200, 1, 3]);
    expect(valuesOf(body, 'width').slice(0, 3)).toEqual(['100', '25', '12.5']);
  });

  it('the analysis tab has the same numbers in tables for screen readers', async () => {
    const body = await drawn(saved(1, 'measured'));
    expect(within(body).getAllByRole('table').map(textOf)).toEqual([
      'Providers by risk level Low risk 40 Medium risk 10 High risk 5',
      'Alerts by severity Critical 2',
      'Alerts by country South Africa 1,200 Kenya 1',
      'Reports by type withdrawal issues 3',
    ]);
  });

  it('the analysis tab says when there is nothing to count, or when it could not be loaded [DEC-65]', async () => {
    const empty = { providersByRisk: [], alertsBySeverity: [], alertsByCountry: [], reportsByType: [] };
    expect(textOf(await drawn(aDashboardSummary({ analysis: empty })))).toContain('Nothing to count yet.');
    expect(textOf(await drawn(failing(500)))).toContain('Could not load the analysis');
  });
});

describe('configuring alerts', () => {
  const nothing = () => undefined;

  /** Renders the dialog in a browser with earlier preferences, and records requests and closing. */
  function configure(chosen: AlertPreferences) {
    const sent: unknown[] = [];
    const store = new ReadStore((_path, init) => {
      if (init?.method === 'PUT') sent.push(JSON.parse(init.body as string));
      return Promise.resolve(Response.json(chosen));
    });
    store.put(alertPreferences.key, { status: 'ready', data: chosen });
    store.put(authUser.key, { status: 'ready', data: premium });
    const onClose = vi.fn();
    const dialog = within(show(<AlertChoices onClose={onClose} />, { store, hasToasts: true }));
    return { dialog, sent, onClose };
  }

  it('the alert dialog offers critical and high, both selected at first, and all 54 countries, of which none selected means all [DEC-60] [WARN-16]', () => {
    const { dialog } = configure({ severities: ['Critical', 'High'], countries: [] });
    const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
    const named = (name: string) => boxes.filter((box) => box.name === name);
    expect(named('severity').map(({ value, checked }) => [value, checked])).toEqual([
      ['Critical', true],
      ['High', true],
    ]);
    expect(named('country')).toHaveLength(54);
    expect(named('country').filter(({ checked }) => checked)).toEqual([]);
  });

  it('the alert dialog shows the saved preferences, also a country that is not offered [DEC-60]', () => {
    const { dialog } = configure({ severities: ['High'], countries: ['kenya', 'atlantis'] });
    const ticked = dialog.getAllByRole<HTMLInputElement>('checkbox', { checked: true });
    expect(ticked.map(({ value }) => value)).toEqual(['High', 'kenya', 'atlantis']);
  });

  it('the alert dialog sends the selected values, confirms and closes [DEC-60]', async () => {
    const { dialog, sent, onClose } = configure({ severities: ['Critical', 'High'], countries: ['kenya'] });
    for (const name of ['High', 'South Africa']) await userEvent.click(dialog.getByRole('checkbox', { name }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save choices' }));
    expect(await told('status')).toBe('Alerts configured: You now get the alerts you chose.');
    expect(sent).toEqual([{ severities: ['Critical'], countries: ['kenya', 'south africa'] }]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('the alert dialog sends empty lists when nothing is selected [DEC-60]', async () => {
    const { dialog, sent } = configure({ severities: [], countries: [] });
    await userEvent.click(dialog.getByRole('button', { name: 'Save choices' }));
    await told('status');
    expect(sent).toEqual([{ severities: [], countries: [] }]);
  });

  it('the alert dialog says when the preferences cannot be loaded [DEC-65]', async () => {
    const { api } = knowing({ '/api/alert-preferences': failing(500), '/api/auth/user': premium });
    const store = new ReadStore(api);
    receive(store, await prefetch(serverContext(api).context, [alertPreferences, authUser]));
    expect(textOf(served(<AlertChoices onClose={nothing} />, { store }))).toContain('Could not load your choices');
  });
});

import { runInNewContext } from 'node:vm';
import { alertTiming } from '@hakiki/contract/limits';
import type { Alert } from '@hakiki/contract/alerts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { anAlert, anId } from '../../../test/factories.ts';
import { getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderOnServer, renderPageOnServer, renderInBrowser } from '../../../test/render.tsx';
import { publicAlerts } from '../../lib/alerts/queries.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import { selectBannerAlerts, isSameSelection } from './select-banner-alerts.ts';
import { FraudAlertBanner } from './fraud-alert-banner.tsx';
import Home, { loader } from './home.tsx';

const makeAlerts = (count: number): Alert[] =>
  Array.from({ length: count }, (_, index) => anAlert({ id: anId(index + 1), title: `Alert ${index + 1}` }));
const toIds = (...numbers: number[]) => numbers.map(anId);

/** Renders the home page on the server and returns its banner. */
async function renderHome(activeResponse: unknown) {
  const { api } = createFakeApi({ '/api/fraud-alerts/active': activeResponse });
  const store = new QueryStore(api);
  hydrateStore(
    store,
    await loader({ context: createServerContext(api).context } as unknown as Parameters<typeof loader>[0]),
  );
  const page = renderPageOnServer(Home, { store });
  return { page, banner: findBanner(page)! };
}

const findBanner = (page: HTMLElement) => page.querySelector<HTMLElement>('section[aria-labelledby="fraud-alerts"]');
const listShownIds = (banner: HTMLElement): string[] =>
  [...banner.querySelectorAll<HTMLElement>('li[data-alert]:not([hidden])')].map(({ dataset }) => dataset['alert']!);

describe('the fraud alert banner in the served page', () => {
  it('the banner is below the search and the link to the first-hour guide [HOME-01] [WARN-10]', async () => {
    const { page, banner } = await renderHome(pagedResponse(makeAlerts(1)));
    const all = [...page.querySelectorAll('*')];
    const elementsInOrder = ['h1', '[role="search"]', '[href="/first-hour"]'].map((selector) =>
      page.querySelector(selector)!,
    );
    const positions = [...elementsInOrder, banner, page.querySelector('h2#verified-title')!].map((selector) =>
      all.indexOf(selector),
    );
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    expect(positions).not.toContain(-1);
  });

  it('the banner starts with the most severe alerts, newest first, although the list is sorted by time [WARN-10]', async () => {
    const given = (['Low', 'Critical', 'Medium', 'High', 'Critical', 'High', 'Low', 'Low', 'Critical'] as const).map(
      (severity, index) => anAlert({ id: anId(index + 1), title: `Alert ${index + 1}`, severity }),
    );
    const { banner } = await renderHome(pagedResponse(given, 30));
    expect(listShownIds(banner)).toEqual(toIds(2, 5, 9));
    expect(getLinks(banner).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Alert 2', 'Alert 5', 'Alert 9', 'View 27 more alerts']),
    );
  });

  it('the banner collapses into a line with the most severe alert and the count [WARN-10]', async () => {
    const given = [
      anAlert({ title: 'A mild one', severity: 'Low' }),
      anAlert({ id: anId(2), title: 'A grave one', severity: 'Critical' }),
    ];
    const { banner } = await renderHome(pagedResponse(given, 12));
    const line = banner.querySelector('summary')!;
    expect(getText(line)).toBe('Critical A grave one Alerts: 12');
    expect(banner.querySelector('details')?.open).toBe(false);
  });

  it('the banner links each alert to its own page', async () => {
    const { banner } = await renderHome(pagedResponse(makeAlerts(2)));
    expect(getLinks(banner).slice(0, 2)).toEqual([
      { href: `/alerts/${anId(1)}`, text: 'Alert 1' },
      { href: `/alerts/${anId(2)}`, text: 'Alert 2' },
    ]);
  });

  it('the banner shows at most three alerts and links to the others with their number [BANNER-01] [BANNER-02] [DEC-21] [CONST-02]', async () => {
    expect(alertTiming.bannerAlerts).toBe(3);
    const { banner } = await renderHome(pagedResponse(makeAlerts(6), 41));
    expect(listShownIds(banner)).toEqual(toIds(1, 2, 3));
    expect(getLinks(banner).at(-1)).toEqual({ href: '/alerts', text: 'View 38 more alerts' });
  });

  it('the banner has the same link for one more alert, and none if there is no more [BANNER-02] [DEC-21]', async () => {
    expect(getText((await renderHome(pagedResponse(makeAlerts(4)))).banner)).toContain('View 1 more alerts');
    const { banner } = await renderHome(pagedResponse(makeAlerts(3)));
    expect(listShownIds(banner)).toEqual(toIds(1, 2, 3));
    expect(banner.querySelector<HTMLElement>('a[data-more]')?.hidden).toBe(true);
  });

  it('the banner shows title, severity, source, countries and time of an alert [BANNER-08] [DEC-16]', async () => {
    const alert = anAlert({
      title: 'Pay first, earn later',
      description: 'They ask for a fee before',
      descriptionCut: true,
      severity: 'High',
      reportCount: 14,
    });
    const { banner } = await renderHome(pagedResponse([alert]));
    expect(listShownIds(banner)).toEqual([alert.id]);
    expect(getText(banner.querySelector('li')!)).toBe(
      [
        'High',
        'Dismiss this alert: Pay first, earn later',
        'Pay first, earn later',
        'They ask for a fee before...',
        'Ponzi scheme',
        'reported by 14 people',
        'Countries: Kenya, South Africa',
        'Mar 7, 2025',
        'Checked by our team',
      ].join(' '),
    );
    expect(banner.querySelector('time')?.dateTime).toBe(alert.createdAt);
    expect(banner.innerHTML).not.toContain('blur');
    expect(getAttributeValues(banner.querySelector('li')!, 'data-severity')).toEqual(['High']);
  });

  it('the banner uses the singular for one reporter, and marks no unverified alert as checked [BANNER-08]', async () => {
    const { banner } = await renderHome(pagedResponse([anAlert({ reportCount: 1, isVerified: false })]));
    expect(getText(banner.querySelector('li ul')!)).toBe(
      'Ponzi scheme reported by 1 person Countries: Kenya, South Africa Mar 7, 2025',
    );
  });

  it('the banner is hidden without alerts [BANNER-06]', async () => {
    expect((await renderHome(pagedResponse([]))).banner).toBeNull();
  });

  it('the banner is hidden when the alerts cannot be loaded [DEC-65]', async () => {
    const { page, banner } = await renderHome(errorResponse(500));
    expect(banner).toBeNull();
    expect(getText(page)).not.toContain('Could not load the alerts');
  });

  it('the banner is hidden while the alerts load [BANNER-05]', () => {
    expect(findBanner(renderPageOnServer(Home, { store: new QueryStore(createFakeApi({}).api) }))).toBeNull();
  });

  it('the served page contains no more alerts than it shows, since every visitor downloads them', async () => {
    const { api } = createFakeApi({ '/api/fraud-alerts/active': pagedResponse(makeAlerts(50), 900) });
    const given = { context: createServerContext(api).context } as unknown as Parameters<typeof loader>[0];
    const embeddedResult = (await loader(given)).reads.find(({ key }) => key[0] === publicAlerts.key[0]);
    expect(embeddedResult).toMatchObject({ data: { total: 900 } });
    expect((embeddedResult as { data: { items: unknown[] } }).data.items).toHaveLength(6);
  });

  it('the served page contains the most severe alerts, and the newest ones for other pages [WARN-10]', async () => {
    const manyAlerts = makeAlerts(50).map((alert, index) => ({ ...alert, severity: index < 44 ? 'Low' : 'Critical' }));
    const { api } = createFakeApi({ '/api/fraud-alerts/active': pagedResponse(manyAlerts, 50) });
    const given = { context: createServerContext(api).context } as unknown as Parameters<typeof loader>[0];
    const embeddedResult = (await loader(given)).reads.find(({ key }) => key[0] === publicAlerts.key[0]);
    const { items } = (embeddedResult as { data: { items: Alert[] } }).data;
    expect(items.map(({ id }) => id)).toEqual(toIds(1, 2, 3, 4, 5, 6, 45, 46, 47, 48, 49, 50));
  });

  it('the banner is in French and links to French pages', async () => {
    setTestLanguage('fr');
    const { banner } = await renderHome(pagedResponse(makeAlerts(5)));
    expect(getText(banner)).toContain('Voir 2 autres alertes');
    expect(getLinks(banner).filter(({ href }) => !href?.startsWith('/fr/alerts'))).toEqual([]);
    expect(banner.querySelector('h3')?.lang).toBe('en');
  });
});

describe('the banner before the first paint', () => {
  /** Runs the page's inline script over the served banner, in a browser with this stored value. */
  async function runPrePaintScript(stored: string | undefined, activeResponse: unknown) {
    const { banner } = await renderHome(activeResponse);
    const script = banner.querySelector('script')!;
    const localStorage = {
      getItem(name: string) {
        if (stored === undefined) throw new Error('Storage is switched off.');
        return name === 'dismissedFraudAlerts' ? stored : null;
      },
    };
    runInNewContext(script.textContent, { localStorage, document: { currentScript: script } });
    const more = banner.querySelector<HTMLElement>('[data-more]')!;
    return {
      shown: listShownIds(banner),
      more: more.hidden ? undefined : getText(more),
      isGone: banner.hidden,
      line: getText(banner.querySelector('summary')!),
    };
  }

  it('the banner script hides dismissed alerts and shows the next ones, so that nothing moves later [BANNER-04] [DEC-21]', async () => {
    const stored = JSON.stringify([anId(1), anId(3), 'long over']);
    expect(await runPrePaintScript(stored, pagedResponse(makeAlerts(6), 9))).toEqual({
      shown: toIds(2, 4, 5),
      more: 'View 4 more alerts',
      isGone: false,
      line: 'Critical Alert 2 Alerts: 7',
    });
  });

  it('the banner script hides the banner when all alerts were dismissed [BANNER-06]', async () => {
    const result = await runPrePaintScript(JSON.stringify(toIds(1, 2)), pagedResponse(makeAlerts(2)));
    expect(result).toMatchObject({ shown: [], isGone: true });
  });

  it.each(['[]', 'null', 'unreadable', '{}', undefined])(
    'the banner script changes nothing when %j is stored [DEC-22]',
    async (stored) => {
      const result = await runPrePaintScript(stored, pagedResponse(makeAlerts(5)));
      expect(result).toEqual({
        shown: toIds(1, 2, 3),
        more: 'View 2 more alerts',
        isGone: false,
        line: 'Critical Alert 1 Alerts: 5',
      });
    },
  );
});

describe('the banner in the browser', () => {
  const toReadyState = (items: Alert[], total = items.length) => ({ status: 'ready', data: { items, total } }) as const;
  const listNumbers = (selection: ReturnType<typeof selectBannerAlerts>) =>
    selection.shown.map(({ id }) => Number(id.slice(-3)));

  it('the banner selects the three most severe and newest alerts that were not dismissed, and counts the others [BANNER-01] [BANNER-04] [DEC-21]', () => {
    const selection = selectBannerAlerts(toReadyState(makeAlerts(8), 60), toIds(2, 7, 99));
    expect(listNumbers(selection)).toEqual([1, 3, 4]);
    expect(selection.more).toBe(60 - 2 - 3);
  });

  it('the banner selects nothing while alerts load, after a failure, or when none remains [BANNER-05] [BANNER-06] [DEC-65]', () => {
    const emptySelection = { shown: [], more: 0 };
    expect(selectBannerAlerts({ status: 'loading' }, [])).toEqual(emptySelection);
    const failed = { status: 'failed', error: new Error('no'), isRetrying: false, retry: () => undefined } as const;
    expect(selectBannerAlerts(failed, [])).toEqual(emptySelection);
    expect(selectBannerAlerts(toReadyState(makeAlerts(2)), toIds(1, 2))).toEqual(emptySelection);
    expect(renderInBrowser(<FraudAlertBanner selection={emptySelection} onDismiss={() => undefined} />).innerHTML).toBe(
      '',
    );
  });

  it('the banner renders the selected alerts, each with a dismiss button [BANNER-01] [BANNER-02] [BANNER-03]', async () => {
    const selection = selectBannerAlerts(toReadyState(makeAlerts(4)), toIds(1));
    const onDismiss = vi.fn();
    const body = renderInBrowser(<FraudAlertBanner selection={selection} onDismiss={onDismiss} />);
    expect(getAttributeValues(body, 'data-dismiss')).toEqual(toIds(2, 3, 4));
    expect(getAttributeValues(body, 'data-more')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss this alert: Alert 2' }));
    expect(onDismiss).toHaveBeenCalledExactlyOnceWith(anId(2));
  });

  it('the banner gives a member the full text, collapsed after its beginning [DEC-16]', () => {
    const fullAlert = anAlert({ description: `${'They ask for a fee. '.repeat(20)}Then nobody answers.` });
    const body = renderOnServer(
      <FraudAlertBanner selection={selectBannerAlerts(toReadyState([fullAlert]), [])} onDismiss={() => undefined} />,
    );
    const text = getText(body);
    expect(text).toContain('Read all of it');
    expect(text).toContain('Then nobody answers.');
    expect(text.match(/They ask for a fee/g)).toHaveLength(20);
  });

  it('the banner renders again when the full text has arrived [DEC-16]', () => {
    const shortenedAlert = anAlert({ description: 'They ask', descriptionCut: true });
    const fullAlert = { ...shortenedAlert, description: 'They ask for a fee.' };
    expect(
      isSameSelection(
        selectBannerAlerts(toReadyState([shortenedAlert]), []),
        selectBannerAlerts(toReadyState([fullAlert]), []),
      ),
    ).toBe(false);
  });

  it('the banner does not render again while the selection stays the same', () => {
    const selection = selectBannerAlerts(toReadyState(makeAlerts(6), 9), []);
    expect(isSameSelection(selection, selectBannerAlerts(toReadyState(makeAlerts(9)), []))).toBe(true);
    expect(isSameSelection(selection, selectBannerAlerts(toReadyState(makeAlerts(9)), toIds(8)))).toBe(false);
    expect(isSameSelection(selection, selectBannerAlerts(toReadyState(makeAlerts(9)), toIds(1)))).toBe(false);
  });
});

import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import {
  aCertification,
  aFlaggedProvider,
  anAlert,
  anEvidence,
  anId,
  aProvider,
  aReview,
  aReviewSummary,
  aSuspendedProvider,
} from '../../../test/factories.ts';
import { getFacts, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import ProviderPage, { loader, meta } from './provider.tsx';

type TestProvider = ReturnType<typeof aProvider>;
const id = anId();
const address = `/api/providers/${id}`;

interface OtherData {
  search?: string;
  evidence?: unknown[];
  similar?: unknown[];
  alerts?: unknown[];
}

async function renderProvider(
  provider: TestProvider,
  { search = '', evidence = [], similar = [], alerts = [] }: OtherData = {},
) {
  const { api } = createFakeApi({
    [address]: provider,
    [`${address}/similar`]: similar,
    [`/api/fraud-alerts?provider=${id}&limit=3`]: pagedResponse(alerts),
    [`${address}/evidence`]: evidence,
    [`${address}/reviews/summary`]: aReviewSummary(),
    [`${address}/licences`]: [],
    [`${address}/reviews?limit=10`]: pagedResponse([aReview()]),
  });
  const at = `/provider/${id}${search}`;
  const loaderArgs = {
    params: { id },
    request: new Request(`http://site.example${at}`),
    context: createServerContext(api).context,
  };
  const store = new QueryStore(api);
  hydrateStore(store, (await loader(loaderArgs as unknown as Parameters<typeof loader>[0])).data);
  const renderPage = () => renderOnServer(<ProviderPage />, { at, route: '/provider/:id', store });
  renderPage();
  await vi.dynamicImportSettled();
  return renderPage();
}

const findHeader = (page: HTMLElement) => page.querySelector<HTMLElement>('header')!;
const buildHead = (provider: TestProvider) => {
  const metaArgs = { loaderData: { reads: [{ key: [], data: provider }] }, matches: [], location: { search: '' } };
  return meta(metaArgs as unknown as Parameters<typeof meta>[0]) ?? [];
};

/** The best data that a fraudulent provider could have. */
const flawlessProfile = {
  website: 'https://baobab.example/deposit',
  rating: '4.9',
  reviewCount: 900,
  certifications: [
    aCertification({ name: 'Licence seen' }),
    aCertification({ id: anId(2), name: 'Identity confirmed' }),
  ],
};
const warnedProviders = [
  ['flagged', aFlaggedProvider(flawlessProfile)],
  ['suspended', aSuspendedProvider(flawlessProfile)],
] as const;

describe.each(warnedProviders)('the page of a %s provider', (status, provider) => {
  it('the provider page says what to do first, before the reasons, stars and badges [WARN-11]', async () => {
    const text = getText(findHeader(await renderProvider(provider, { evidence: [anEvidence({ kind: 'licence' })] })));
    expect(text).toMatch(
      new RegExp(
        `^B Baobab Exchange Exchange ${status} Do not pay\\. Send them no money, no codes and no documents\\. ` +
          `Already paid\\? The first hour Report Issue Provider ${status}`,
        'i',
      ),
    );
    expect(text.indexOf('Licence seen')).toBeGreaterThan(text.indexOf('Report Issue'));
    expect(text.indexOf('4.9')).toBeGreaterThan(text.indexOf('Report Issue'));
    // A licence from elsewhere does not count in favour of the provider.
    expect(text).not.toContain('Licence L-12345 checked in the register');
  });

  it('the provider page of a warned provider has high risk, no good mark, no comparison and none of its own words in the header [DEC-11]', async () => {
    const page = await renderProvider(provider, { evidence: [anEvidence({ kind: 'licence' })] });
    const header = findHeader(page);
    expect(getAttributeValues(header, 'data-risk')).toEqual(['High']);
    const checklist = within(header).getByRole('list', { name: 'What was checked' });
    expect(getAttributeValues(checklist, 'data-icon')).not.toContain('check-circle');
    expect(getLinks(page).filter(({ href }) => href?.includes('/compare'))).toEqual([]);
    expect(getText(page)).not.toContain('Be very careful');
    expect(getText(page).match(/Buys and sells coins\./g)).toHaveLength(1);
    expect(getText(header)).not.toContain('Buys and sells coins.');
  });

  it('the provider page offers the first-hour guide and the report as actions, and no link to the provider’s website [WARN-11] [PROV-06]', async () => {
    const page = await renderProvider(provider);
    const links = getLinks(findHeader(page));
    expect(links.slice(0, 2)).toEqual([
      { text: 'Already paid? The first hour', href: '/first-hour' },
      { text: 'Report Issue', href: `/provider/${id}?tab=report#report-issue` },
    ]);
    expect(getFacts(findHeader(page))).toContainEqual(['Website', 'https://baobab.example/deposit']);
    for (const tab of ['', '?tab=reviews', '?tab=compliance', '?tab=security', '?tab=report']) {
      const ownLinks = getAttributeValues(await renderProvider(provider, { search: tab }), 'href').filter((href) =>
        href.includes('baobab'),
      );
      expect(ownLinks, tab).toEqual([]);
    }
  });

  it('the provider page says what to do before it lists the alerts [WARN-11]', async () => {
    const text = getText(await renderProvider(provider, { alerts: [anAlert({ title: 'It stopped paying' })] }));
    expect(text.indexOf('It stopped paying')).toBeGreaterThan(text.indexOf('Do not pay.'));
  });

  it('the provider page metadata carries the warning, without the provider’s own texts or stars [WARN-11]', () => {
    const head = buildHead(provider);
    const title = status === 'flagged' ? 'Baobab Exchange: Flagged' : 'Baobab Exchange: Suspended';
    expect(head).toContainEqual({ title: `${title}. Do not pay. | Hakiki` });
    expect(head).toContainEqual({ property: 'og:title', content: `${title}. Do not pay. | Hakiki` });
    const headJson = JSON.stringify(head);
    for (const ownText of ['ld+json', '4.9', 'Buys and sells coins', 'baobab.example'])
      expect(headJson).not.toContain(ownText);
    // The page stays indexed, for people who search for the name.
    expect(headJson).not.toContain('noindex');
  });

  it('the provider page says that similar providers are no recommendation [WARN-11] [PROV-19]', async () => {
    const page = await renderProvider(provider, { similar: [aProvider({ id: anId(5) })] });
    expect(getText(within(page).getByRole('complementary'))).toContain(
      'Similar providers Of the same type. This is not a recommendation. Baobab Exchange',
    );
  });
});

describe('a suspended provider', () => {
  it('the provider page shows since when and why the provider is suspended, from the decision and from the reports [DEC-02] [VERD-11]', async () => {
    const header = findHeader(await renderProvider(aSuspendedProvider({ flaggedReasons: ['Reported by 63 people.'] })));
    expect(getText(header)).toContain(
      'Provider Suspended Suspended since Sep 14, 2026 It was taken out of the directory. This page stays as a warning. ' +
        'It stopped paying anyone out. Reported by 63 people.',
    );
    expect(within(within(header).getByRole('alert')).queryAllByRole('listitem').map(getText)).toEqual([
      'It stopped paying anyone out.',
      'Reported by 63 people.',
    ]);
  });

  it('the provider page says who suspended the provider if there is no reason or date [DEC-02]', async () => {
    const text = getText(
      findHeader(await renderProvider(aSuspendedProvider({ suspension: { since: null, reason: null } }))),
    );
    expect(text).toContain('Suspended by the platform team after review.');
    expect(text).not.toContain('Suspended since');
  });

  it('a suspended provider can be reported, but neither compared nor reviewed [DEC-02]', async () => {
    const page = await renderProvider(aSuspendedProvider(), { search: '?tab=reviews' });
    expect(getLinks(page).filter(({ href }) => href?.includes('/compare'))).toEqual([]);
    expect(getText(page)).toContain('Reviews are closed This provider is suspended.');
    expect(getLinks(page).filter(({ text }) => /write a review|log in/i.test(text))).toEqual([]);
    expect(getText(page)).toContain('Paid out in a day.');
    const report = await renderProvider(aSuspendedProvider(), { search: '?tab=report' });
    expect(getText(report)).toContain('Report an issue with Baobab Exchange');
  });

  it('the provider page warns in French', async () => {
    setTestLanguage('fr');
    const text = getText(findHeader(await renderProvider(aSuspendedProvider())));
    expect(text).toContain(
      'Ne payez pas. Ne leur envoyez ni argent, ni code, ni document. Déjà payé ? La première heure',
    );
    expect(text).toContain('Prestataire suspendu Suspendu depuis le');
  });
});

it('the French provider page names the language of reasons and description, and marks it for screen readers', async () => {
  setTestLanguage('fr');
  const page = await renderProvider(aFlaggedProvider());
  const reasons = within(within(page).getByRole('alert')).getByRole('list');
  expect([reasons.lang, reasons.previousElementSibling?.textContent]).toEqual(['en', 'en anglais']);
  expect(getText(within(page).getByRole('tabpanel'))).toContain('en anglais Buys and sells coins.');
  expect([...page.querySelectorAll('span[lang=en]')].map(getText)).toEqual(['Buys and sells coins.']);
});

describe('a provider without scores', () => {
  const unscored = { regulatoryCompliance: 0, userSatisfaction: 0, securityMeasures: 0 };

  it('the provider page says that the provider is not assessed, instead of showing three red bars or a default level [PROV-10] [DEC-05]', async () => {
    const page = await renderProvider(aProvider({ verificationStatus: 'Pending', riskScore: 'Medium', ...unscored }));
    expect(getText(findHeader(page))).toContain('Risk Not assessed How we rate risk');
    expect(getText(page)).not.toContain('Medium risk');
    expect(within(page).queryByRole('meter')).toBeNull();
    expect(getFacts(page)).toEqual(
      expect.arrayContaining([
        ['Regulatory compliance', 'Not assessed'],
        ['User satisfaction', 'Not assessed'],
        ['Security measures', 'Not assessed'],
      ]),
    );
    expect(getText(page)).toContain('That is neither good nor bad news about it.');
  });

  it('the provider page shows the bars as soon as one score is set [PROV-10]', async () => {
    const page = await renderProvider(aProvider({ ...unscored, userSatisfaction: 5 }));
    expect(within(page).getAllByRole('meter')).toHaveLength(3);
    expect(getText(page)).not.toContain('Not assessed');
    expect(getText(page)).toContain('The average is 2 of 100. That alone means: High risk.');
  });

  it('the list of similar providers says that a provider is not assessed', async () => {
    const similar = [aProvider({ id: anId(2), ...unscored }), aProvider({ id: anId(3) })];
    expect(getText(await renderProvider(aProvider(), { similar })).match(/Not assessed/g)).toHaveLength(1);
  });
});

import type { Provider } from '@hakiki/contract/directory';
import { type Lookup, type LookupAlert, ProviderMatch } from '@hakiki/contract/lookup';
import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { aFlaggedProvider, anAlert, anId, aProvider } from '../../../test/factories.ts';
import {
  getSelectedTexts,
  getLinks,
  getOptions,
  getText,
  getCheckedValues,
  getAttributeValues,
} from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import Directory, { clientLoader, loader, meta } from './directory.tsx';

/** Renders the page on the server with these API responses. */
async function renderDirectory(path: string, responses: Record<string, unknown>): Promise<HTMLElement> {
  const { api } = createFakeApi(responses);
  const loaderArgs = { request: new Request(`http://site.example${path}`), context: createServerContext(api).context };
  const loaderResult = await loader(loaderArgs as unknown as Parameters<typeof loader>[0]);
  const store = new QueryStore(api);
  hydrateStore(store, loaderResult);
  return renderOnServer(<Directory />, { at: path, store });
}
const renderUnfiltered = (...args: Parameters<typeof pagedResponse>) =>
  renderDirectory('/directory', { '/api/providers?limit=20': pagedResponse(...args) });

describe('a search text that is too long', () => {
  it('the directory searches for the beginning of a text that is too long, and says that it was cut [WARN-15]', async () => {
    const searchText = 'x'.repeat(3200);
    const responses = { [`/api/providers?search=${'x'.repeat(3000)}&limit=20`]: pagedResponse([aProvider()]) };
    const page = await renderDirectory(`/directory?search=${searchText}`, responses);
    expect(getText(page)).toContain('Too long: you wrote 3,200 characters. We searched for the first 3,000.');
    expect(getText(page)).toContain('Showing 1 provider');
    expect(getText(await renderDirectory('/directory?search=short', {}))).not.toContain('Too long');
    expect(getAttributeValues(page, 'maxlength')).toEqual([]);
  });
});

describe('the directory', () => {
  it('the directory shows a search box, a country select and checkboxes [DIR-01] [DIR-02] [DIR-04] [DIR-05] [DIR-06] [DEC-87] [ROUTE-02]', async () => {
    const page = await renderUnfiltered([]);
    expect(within(page).getByRole('searchbox')).toBeDefined();
    expect(getOptions(page, 'country')).toHaveLength(1 + 54);
    expect(getOptions(page, 'country').slice(0, 8)).toEqual([
      ['all', 'All countries'],
      ['nigeria', 'Nigeria'],
      ['south africa', 'South Africa'],
      ['kenya', 'Kenya'],
      ['ghana', 'Ghana'],
      ['uganda', 'Uganda'],
      ['tanzania', 'Tanzania'],
      ['algeria', 'Algeria'],
    ]);
    const boxes = [...page.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
    expect(
      Object.entries(Object.groupBy(boxes, ({ name }) => name)).map(([name, group]) => [name, group?.length]),
    ).toEqual([
      ['type', 11],
      ['verificationStatus', 4],
      ['riskScore', 4],
    ]);
  });

  it('the directory shows the filters of its URL as chosen [DIR-07]', async () => {
    const page = await renderDirectory('/directory?search=ubuntu&country=kenya&type=Wallet&riskScore=High', {});
    expect(within(page).getByRole<HTMLInputElement>('searchbox').value).toBe('ubuntu');
    expect(getSelectedTexts(page)).toContain('Kenya');
    expect(getCheckedValues(page)).toEqual(['Wallet', 'High']);
  });

  it('the directory offers exactly four sort orders [DIR-13]', async () => {
    const sorts = getOptions(await renderUnfiltered([]), 'sort').map(([, text]) => text);
    expect(sorts).toEqual(['Relevance', 'Rating', 'Risk', 'Name']);
  });

  it('the directory shows a card for each provider, as list or as grid [DIR-08]', async () => {
    const providers = [aProvider(), aFlaggedProvider({ id: anId(2) })];
    const list = await renderUnfiltered(providers);
    expect(getAttributeValues(list, 'data-provider')).toEqual([anId(1), anId(2)]);
    expect(getAttributeValues(list, 'data-view')).toEqual(['list']);
    const grid = await renderDirectory('/directory?view=grid', { '/api/providers?limit=20': pagedResponse(providers) });
    expect(getAttributeValues(grid, 'data-view')).toEqual(['grid']);
    expect(getLinks(list)).toContainEqual({ text: 'Grid', href: '/directory?view=grid' });
  });

  it.each([
    [0, 'Showing 0 providers'],
    [1, 'Showing 1 provider'],
    [2, 'Showing 2 providers'],
    [1234, 'Showing 1,234 providers'],
  ])('the directory counts %i matches [DIR-16] [DEC-54]', async (total, line) => {
    expect(getText(within(await renderUnfiltered([], total)).getByTestId('count'))).toBe(line);
  });

  it('the directory says when nothing matches [DIR-15]', async () => {
    expect(getText(await renderUnfiltered([]))).toContain('No providers found matching your criteria');
    expect(getText(await renderUnfiltered([aProvider()]))).not.toContain('No providers found');
  });

  it('the directory says when nothing matches the filters, and how to widen them [DIR-15]', async () => {
    const page = await renderDirectory('/directory?type=Wallet', {
      '/api/providers?type=Wallet&limit=20': pagedResponse([]),
    });
    expect(getText(page)).toContain('No providers found matching your criteria');
    expect(getLinks(page)).toContainEqual({ text: 'Clear filters', href: '/directory' });
  });

  it('the directory shows a skeleton while it loads [DIR-14]', () => {
    const page = renderOnServer(<Directory />, { at: '/directory' });
    expect(page.innerHTML).toContain('data-testid="skeleton"');
    expect(getText(page)).not.toContain('Showing');
  });

  it('the directory shows Failed to fetch providers and Try Again in place of the list, and keeps the filters [DEC-65] [ERR-04]', async () => {
    const page = await renderDirectory('/directory', { '/api/providers?limit=20': errorResponse(500) });
    const text = getText(page);
    expect(text).toContain('Failed to fetch providers');
    expect(text).toContain('Try Again');
    expect(page.innerHTML).toContain('type="search"');
    expect(page.innerHTML).not.toContain('data-testid="skeleton"');
  });

  it('the browser sends the same request when a visitor follows a link', () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined));
    vi.stubGlobal('fetch', fetch);
    clientLoader({ request: new Request('http://site.example/directory?country=kenya'), params: {} });
    vi.unstubAllGlobals();
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/providers?country=kenya&limit=20', expect.anything());
  });

  it('the directory is in French under /fr', async () => {
    setTestLanguage('fr');
    const page = await renderDirectory('/fr/directory', {
      '/api/providers?limit=20': pagedResponse([aProvider()], 1234),
    });
    expect(getText(within(page).getByRole('heading', { level: 1 }))).toBe('Annuaire des prestataires');
    expect(getText(page)).toMatch(/1\s234 prestataires affichés/);
  });
});

describe('a search in the directory', () => {
  const nothing: Lookup = {
    matches: 0,
    warned: [],
    named: [],
    alerts: [],
    indicators: [],
    isMistypedWallet: false,
    similar: [],
  };
  const renderSearch = (text: string, results: Provider[], lookup: Partial<Lookup> | Response, otherParams = '') => {
    const search = new URLSearchParams({ search: text }).toString();
    return renderDirectory(`/directory?${search}${otherParams}`, {
      [`/api/providers?${search}${otherParams}&limit=20`]: pagedResponse(results),
      [`/api/lookup?${search}`]: lookup instanceof Response ? lookup : { ...nothing, ...lookup },
    });
  };
  const listCards = (page: HTMLElement) => getAttributeValues(page, 'data-provider');
  const listHeadings = (page: HTMLElement) => within(page).queryAllByRole('heading', { level: 2 }).map(getText);
  const getAnswer = (page: HTMLElement) => within(page).getByTestId('answer');
  const getTitle = (page: HTMLElement) => getText(within(page).getByRole('heading', { level: 1 }));
  const makeAlert = (overrides: Partial<LookupAlert> = {}): LookupAlert => ({
    ...anAlert({ id: anId(9), title: 'Binance copies ask for codes', severity: 'Critical' }),
    isAbout: true,
    ...overrides,
  });
  const makeNamed = (
    status: Provider['verificationStatus'],
    overrides: Partial<Provider> = {},
    match: ProviderMatch['match'] = 'whole',
  ): ProviderMatch =>
    ProviderMatch.parse({
      ...aFlaggedProvider({ id: anId(7), name: 'Binanse', ...overrides }),
      verificationStatus: status,
      match,
      licences: [],
    });

  it('the directory search shows a similar name directly below the sentence of the answer, never as a match, and no empty list [WARN-08]', async () => {
    const page = await renderSearch('Wanjaru', [], {
      similar: [aProvider({ name: 'Wanjaro Finance', verificationStatus: 'Pending' })],
    });
    expect(getText(getAnswer(page))).toMatch(
      /We know nothing about "Wanjaru"\. Do not pay yet\. No entry called "Wanjaru"\. Similar names: Wanjaro Finance \(Pending\) They are not what you searched for\..* Report it .*Unknown does not mean safe/,
    );
    expect(getLinks(getAnswer(page))[0]).toEqual({ text: 'Wanjaro Finance', href: `/provider/${anId(1)}` });
    expect(getText(page)).not.toMatch(/Showing 0 providers|No providers found/);
  });

  it('a wallet address with a typing error is answered with the words not to send [CHECK-05]', async () => {
    const page = await renderSearch('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', [], { isMistypedWallet: true });
    expect(getTitle(page)).toBe('This address has a typing error. Do not send.');
    const answer = getText(getAnswer(page));
    expect(answer).toContain('STOP');
    expect(answer).toContain('Coins sent to a wrong address are lost.');
    expect(getLinks(getAnswer(page))).toEqual([{ text: 'I already paid', href: '/first-hour' }]);
    expect(getText(page)).not.toContain('Unknown does not mean safe');
  });

  it('a search for a link or a number offers the check above the list, by a form that works without scripts [CHECK-01] [CHECK-07]', async () => {
    const page = await renderSearch('+254 712 345 678', [], {}, '&country=kenya');
    const form = within(page).getByRole('button', { name: 'Check it fully' }).closest('form')!;
    expect([form.method, form.getAttribute('action')]).toEqual(['post', '/check']);
    expect([...form.querySelectorAll('input')].map(({ name, value }) => [name, value])).toEqual([
      ['input', '+254 712 345 678'],
      ['country', 'kenya'],
    ]);
    expect(within(await renderSearch('Moonpot', [], {})).queryByRole('button', { name: 'Check it fully' })).toBeNull();
  });

  it('an unknown name that resembles a flagged one says so beside the answer, without calling it the answer [WARN-08]', async () => {
    const similar = [aProvider({ name: 'Fastaro' }), aFlaggedProvider({ id: anId(8), name: 'Fastari Gains' })];
    const page = await renderSearch('Fastary Gain', [], { similar });
    expect(getTitle(page)).toBe('We know nothing about "Fastary Gain". Do not pay yet.');
    expect(getText(getAnswer(page))).toContain('Fastari Gains (Flagged). Is that the one you mean? Then do not pay.');
    expect(getLinks(getAnswer(page))).toContainEqual({ text: 'Fastari Gains', href: `/provider/${anId(8)}` });
  });

  it.each([
    'Earn 12% profit per day',
    'We double your bitcoin',
    'Gagnez 15 % par jour avec nous',
    'Des gains garantis pour tous',
  ])('a message that promises a profit is answered with what that means: %s [WARN-09]', async (message) => {
    const promise = 'It promises a profit. Nobody can guarantee one: nearly all scams promise it.';
    expect(getText(getAnswer(await renderSearch(message, [], {})))).toContain(promise);
    const named = [makeNamed('Verified', {}, 'part')];
    expect(getText(getAnswer(await renderSearch(message, [], { named })))).toContain(promise);
  });

  it.each(['Day Trade Pro', '5% fee on withdrawals', 'profit.example', 'Please pay 10% of the fee today'])(
    'a search that promises nothing is not called a promise: %s [WARN-09]',
    async (search) => {
      expect(getText(getAnswer(await renderSearch(search, [], {})))).not.toContain('promises a profit');
    },
  );

  it('a search without a match says first that nothing is known, and offers to report, to request a check and the first-hour guide [WARN-09] [DIR-15]', async () => {
    const page = await renderSearch('Moonpot', [], {});
    expect(getTitle(page)).toBe('We know nothing about "Moonpot". Do not pay yet.');
    expect(getText(getAnswer(page))).toContain('Unknown does not mean safe');
    expect(getLinks(getAnswer(page))).toEqual([
      { text: 'Report it', href: '/report-scam?provider=Moonpot' },
      { text: 'Ask us to check it', href: '/submit-provider?provider=Moonpot' },
      { text: 'I already paid', href: '/first-hour' },
    ]);
    expect(getText(page)).toContain('No providers found matching your criteria');
  });

  it('a search with at most one match has no filters, and one without a match has no pages [WARN-09] [DIR-17]', async () => {
    const hasFilters = (page: HTMLElement) => page.querySelector('input[type="checkbox"]') !== null;
    const hasPages = (page: HTMLElement) => within(page).queryByRole('navigation', { name: 'Pages' }) !== null;
    const empty = await renderSearch('Moonpot', [], {});
    expect([hasFilters(empty), hasPages(empty)]).toEqual([false, false]);
    const single = await renderSearch('Binance', [aProvider()], { matches: 1 });
    expect([hasFilters(single), hasPages(single)]).toEqual([false, true]);
    const several = await renderSearch('Binance', [aProvider(), aProvider({ id: anId(2) })], { matches: 2 });
    expect([hasFilters(several), hasPages(several)]).toEqual([true, true]);
    const narrowed = await renderSearch('Binance', [], { matches: 1 }, '&riskScore=High');
    expect([hasFilters(narrowed), hasPages(narrowed)]).toEqual([true, false]);
  });

  it.each([
    ['+254 712 345 678', '/report-scam?search=%2B254+712+345+678'],
    ['@moon_pot', '/report-scam?search=%40moon_pot'],
    ['is moonpot daily a scam', '/report-scam?search=is+moonpot+daily+a+scam'],
    ['Is it safe?', '/report-scam?search=Is+it+safe%3F'],
    ['Moonpot 2000 Club', '/report-scam?provider=Moonpot+2000+Club'],
    ['https://moonpot.example/?id=7712345', '/report-scam?provider=https%3A%2F%2Fmoonpot.example%2F%3Fid%3D7712345'],
  ])('a search for %s is put into the right field of the report [WARN-09]', async (search, path) => {
    const responses = { [`/api/providers?search=${encodeURIComponent(search)}&limit=20`]: pagedResponse([]) };
    const page = await renderDirectory(`/directory?search=${encodeURIComponent(search)}`, {
      ...Object.fromEntries(Object.entries(responses).map(([key, value]) => [key.replaceAll('%20', '+'), value])),
      [`/api/lookup?search=${encodeURIComponent(search)}`.replaceAll('%20', '+')]: nothing,
    });
    expect(getLinks(getAnswer(page))[0]).toEqual({ text: 'Report it', href: path });
  });

  it('a search for a web address offers to check it as a website [WARN-09]', async () => {
    const page = await renderSearch('moonpot.example', [], {});
    expect(getLinks(page)).toContainEqual({
      text: 'Ask us to check it',
      href: '/submit-provider?website=https%3A%2F%2Fmoonpot.example',
    });
  });

  it('a search for a number that nobody knows is passed on to the check, too [WARN-09]', async () => {
    const page = await renderSearch('+254 712 345 678', [], {});
    expect(getLinks(page)).toContainEqual({
      text: 'Ask us to check it',
      href: '/submit-provider?search=%2B254+712+345+678',
    });
  });

  it('the answer to a pasted message does not repeat the message, and puts it into no link [WARN-09]', async () => {
    const message = 'x'.repeat(200);
    const page = await renderSearch(message, [], {});
    expect(getTitle(page)).toBe('We know nothing about this. Do not pay yet.');
    expect(getLinks(getAnswer(page)).map(({ href }) => href)).toEqual(['/report-scam', '/safety', '/first-hour']);
  });

  it('the directory search shows the same in French [WARN-08] [WARN-09]', async () => {
    setTestLanguage('fr');
    const text = getText(await renderSearch('Binance', [], { similar: [aProvider()] }));
    expect(text).toContain('Nous ne savons rien de « Binance ». Ne payez pas encore.');
    expect(text).toContain('Aucune fiche nommée « Binance ». Noms semblables :');
    expect(text).toContain('Inconnu ne veut pas dire sûr');
    for (const action of ['Le signaler', 'Nous demander de le vérifier', 'J’ai déjà payé']) {
      expect(text).toContain(action);
    }
  });

  it('the answer about a flagged provider says to stop, what it is and why, with the warning and the help for those who paid [WARN-07] [WARN-11]', async () => {
    const page = await renderSearch('Binance', [aProvider()], {
      matches: 1,
      alerts: [makeAlert()],
      warned: [makeNamed('Flagged')],
    });
    const answer = getAnswer(page);
    expect(getTitle(page)).toBe('Binanse is flagged. Do not pay.');
    expect(getText(answer)).toMatch(
      /^STOP Binanse is flagged\. .*Why our team flagged it: No licence Withdrawals stopped/,
    );
    expect(getLinks(answer).slice(0, 2)).toEqual([
      { text: 'Read the warning', href: `/alerts/${anId(9)}` },
      { text: 'I already paid', href: '/first-hour' },
    ]);
    const text = getText(page);
    expect(text.indexOf('STOP')).toBeLessThan(text.indexOf('Showing 1 provider'));
    expect(listHeadings(page)).not.toContain('More warnings');
  });

  it('the answer about a warned indicator that is not listed is not followed by an empty list [WARN-07] [DEC-54]', async () => {
    for (const lookup of [{ alerts: [makeAlert()] }, { warned: [makeNamed('Suspended')] }]) {
      const page = await renderSearch('Binance', [], lookup);
      expect(getText(getAnswer(page))).toMatch(/^STOP/);
      expect(getText(page)).not.toMatch(/Showing 0 providers|No providers found/);
    }
    const narrowed = await renderSearch('Binance', [], { alerts: [makeAlert()] }, '&riskScore=High');
    expect(getText(narrowed)).toContain('Showing 0 providers');
  });

  it('the answer about an alert in another language gives general advice in the language of the page, and labels what is shared [WARN-16]', async () => {
    setTestLanguage('fr');
    const alerts = [
      makeAlert({ alertType: 'phishing', advice: 'Type the address.' }),
      makeAlert(anAlert({ id: anId(8), alertType: 'phishing', advice: 'Close the page.' })),
    ];
    const page = await renderSearch('Binance', [], { alerts });
    const advice = 'Que faire (conseil général) : N’ouvrez rien depuis un lien';
    expect(getText(getAnswer(page))).toContain(advice);
    expect(getText(within(page).getByTestId('search-warnings'))).toContain(advice);
    expect(getText(page)).not.toMatch(/Type the address|Close the page/);
    expect(getAttributeValues(page, 'data-text-language')).toEqual(['en', 'en']);
    const href = getLinks(getAnswer(page)).find(({ text }) => text.startsWith('Partager sur WhatsApp'))?.href;
    expect(new URL(href!).searchParams.get('text')).toBe(
      `Alerte Hakiki (Critique), Hameçonnage\u202F: «\u00A0Binance copies ask for codes\u00A0» (en anglais). /fr/alerts/${anId(9)}`,
    );
  });

  it('the answer about a warned or verified name is shared by WhatsApp with what Hakiki knows and its address [WARN-07]', async () => {
    const getSharedText = async (lookup: Partial<Lookup>) => {
      const links = getLinks(getAnswer(await renderSearch('Binanse', [], { matches: 1, ...lookup })));
      const href = links.find(({ text }) => text.startsWith('Share on WhatsApp'))?.href;
      return href && new URL(href).searchParams.get('text');
    };
    const provider = `/provider/${anId(7)}`;
    const alert = `/alerts/${anId(9)}`;
    expect(await getSharedText({ warned: [makeNamed('Flagged')], alerts: [makeAlert()] })).toBe(
      `Do not pay Binanse: Hakiki lists it as Flagged. ${provider}`,
    );
    expect(await getSharedText({ named: [makeNamed('Verified')] })).toBe(
      `Hakiki lists Binanse as Verified. ${provider}`,
    );
    // A warning outweighs the verdict, and an unchecked name is no news to share.
    const warning = `Hakiki warning (Critical): Binance copies ask for codes ${alert}`;
    expect(await getSharedText({ alerts: [makeAlert()] })).toBe(warning);
    expect(await getSharedText({ named: [makeNamed('Verified')], alerts: [makeAlert()] })).toBe(warning);
    expect(await getSharedText({ named: [makeNamed('Pending')] })).toBeUndefined();
    expect(await getSharedText({ matches: 0 })).toBeUndefined();
    setTestLanguage('fr');
    expect(getText(getAnswer(await renderSearch('Binanse', [], { named: [makeNamed('Verified')] })))).toContain(
      'Partager sur WhatsApp',
    );
  });

  it('the answer follows the search field in the document, before filters and list', async () => {
    const providers = [aProvider(), aProvider({ id: anId(2) })];
    const page = await renderSearch('Binance', providers, { matches: 2, warned: [makeNamed('Flagged')] });
    const stops = [...page.querySelectorAll('a[href], button, input, select')];
    const distance = stops.indexOf(getAnswer(page).querySelector('a')!) - stops.indexOf(page.querySelector('#search')!);
    expect(distance).toBe(2);
  });

  it('the answer about the first word of a flagged name asks whether it is meant [WARN-07]', async () => {
    const page = await renderSearch('Join', [], { warned: [makeNamed('Flagged', {}, 'firstWord')] });
    expect(getTitle(page)).toBe('Is this Binanse? It is Flagged. Do not pay.');
  });

  it.each([
    ['Verified', 'Our team checked this provider'],
    ['Limited', 'Our team could check only part'],
    ['Pending', 'This provider has not been checked yet.'],
  ] as const)(
    'the answer about a provider that is %s says so in words and leads to its page',
    async (status, words) => {
      const page = await renderSearch('Binanse', [aProvider()], { matches: 1, named: [makeNamed(status)] });
      expect(getTitle(page)).toBe(`Binanse: ${status}`);
      expect(getText(getAnswer(page))).toContain(words);
      expect(getLinks(getAnswer(page))[0]).toEqual({ text: 'See what we know', href: `/provider/${anId(7)}` });
    },
  );

  it('a verified name inside a longer text is no verdict about the text [WARN-07]', async () => {
    const page = await renderSearch('Binanse-support', [], { named: [makeNamed('Verified', {}, 'part')] });
    expect(getAnswer(page).dataset['answer']).toBe('named');
    expect(getText(getAnswer(page))).toMatch(/^BE CAREFUL/);
    const warnedPage = await renderSearch('Binanse-support', [], {
      named: [makeNamed('Verified', {}, 'part')],
      alerts: [makeAlert()],
    });
    expect(getText(getAnswer(warnedPage))).toMatch(/^STOP/);
  });

  it('the answer about a verified provider names the warning that mentions it', async () => {
    const page = await renderSearch('Binanse', [aProvider()], {
      matches: 1,
      named: [makeNamed('Verified')],
      alerts: [makeAlert()],
    });
    expect(getText(getAnswer(page))).toContain('Warning: Binance copies ask for codes');
    expect(getLinks(getAnswer(page))).toContainEqual({ text: 'Read the warning', href: `/alerts/${anId(9)}` });
  });

  it('a search for a common word counts the matches and lists the warnings with the word, without a verdict [WARN-07]', async () => {
    const page = await renderSearch('wallet', [aProvider()], { matches: 1, alerts: [makeAlert({ isAbout: false })] });
    expect(within(page).queryByTestId('answer')).toBeNull();
    expect(getTitle(page)).toBe('1 provider matches "wallet"');
    expect(listHeadings(page)[0]).toBe('Warnings that mention "wallet"');
    const unlisted = await renderSearch('raffle', [], { alerts: [makeAlert({ isAbout: false })] });
    expect(getTitle(unlisted)).toBe('A warning has these words. Read it before you pay.');
  });

  it('the directory search warns of a flagged provider even if a filter hides it [WARN-07]', async () => {
    const filteredPage = await renderDirectory('/directory?search=Binanse&verificationStatus=Verified', {
      '/api/providers?search=Binanse&verificationStatus=Verified&limit=20': pagedResponse([]),
      '/api/lookup?search=Binanse': { ...nothing, matches: 1, warned: [makeNamed('Flagged')] },
    });
    expect(getTitle(filteredPage)).toBe('Binanse is flagged. Do not pay.');
    expect(getText(filteredPage)).toContain('Without the filters, 1 provider matches.');
    expect(getText(filteredPage)).not.toContain('Unknown does not mean safe');
    expect(getLinks(filteredPage)).toContainEqual({
      text: 'Search without filters',
      href: '/directory?search=Binanse',
    });
  });

  it('the directory search lists the warnings that the answer does not show', async () => {
    const page = await renderSearch('Binanse', [], {
      warned: [makeNamed('Flagged'), makeNamed('Suspended', aProvider({ id: anId(8), name: 'Binanze' }))],
      alerts: [makeAlert(), makeAlert(anAlert({ id: anId(10), title: 'Another warning' }))],
    });
    const others = getText(within(page).getByTestId('search-warnings'));
    expect(others).toMatch(/^More warnings Suspended Binanze .* Another warning/);
    expect(others).not.toContain('Binance copies ask for codes');
  });

  it('the first warning under an answer without a warning is not called one more', async () => {
    const page = await renderSearch('Binance', [aProvider()], {
      matches: 1,
      named: [makeNamed('Verified')],
      alerts: [makeAlert({ isAbout: false })],
    });
    expect(getAnswer(page).dataset['answer']).toBe('listed');
    expect(listHeadings(page)[0]).toBe('Warnings that mention "Binance"');
  });

  it('the directory search shows a suspended provider, which is not in the list, and does not call it unknown [WARN-07] [DEC-02]', async () => {
    const page = await renderSearch('Binanse', [], { warned: [makeNamed('Suspended')] });
    expect(getTitle(page)).toBe('Binanse is suspended. Do not pay.');
    expect(getLinks(getAnswer(page))[0]).toEqual({ text: 'Read the warning', href: `/provider/${anId(7)}` });
    expect(getText(page)).not.toContain('Unknown does not mean safe');
  });

  it('the directory search says that a wallet or number was named in checked reports [WARN-07]', async () => {
    const page = await renderSearch('0x1', [], {
      indicators: [{ kind: 'evm', reportCount: 3, lastSeenAt: '2026-03-07T10:00:00Z' }],
    });
    expect(getTitle(page)).toBe('People have reported this to us. Do not pay.');
    expect(getText(page)).toContain('named in 3 reports that our team has checked. Do not pay or answer.');
  });

  it('the directory search says when the warnings could not be loaded [WARN-07]', async () => {
    const page = await renderSearch('Binance', [aProvider()], errorResponse(503));
    expect(getText(page)).toContain('Could not search our warnings');
    expect(listCards(page)).toEqual([anId()]);
  });

  it('the title of a searched page is the answer, not the name of the directory', () => {
    const lookup: Lookup = { ...nothing, warned: [makeNamed('Flagged')] };
    const head = meta({
      location: { search: '?search=Binanse' },
      matches: [],
      loaderData: { reads: [{ key: ['/api/lookup', { search: 'Binanse' }], data: lookup }] },
    } as unknown as Parameters<typeof meta>[0]);
    expect(head).toContainEqual({ title: 'Binanse is flagged. Do not pay. | Hakiki' });
  });
});

it('search engines index the unfiltered directory and its pages, but not searches', () => {
  const buildHead = (search: string) =>
    meta({ location: { search }, matches: [] } as unknown as Parameters<typeof meta>[0]);
  const noindex = { name: 'robots', content: 'noindex' };
  expect(buildHead('?page=3')).toContainEqual({ tagName: 'link', rel: 'canonical', href: '/directory?page=3' });
  expect(buildHead('?search=a')).toContainEqual(noindex);
  expect(buildHead('?sort=name')).toContainEqual(noindex);
  expect(buildHead('')).not.toContainEqual(noindex);
});

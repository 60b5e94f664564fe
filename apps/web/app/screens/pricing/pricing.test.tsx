import { entitlements } from '@hakiki/contract/entitlements';
import { prices } from '@hakiki/contract/prices';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import Pricing, { meta } from './pricing.tsx';

const renderPage = (at = '/pricing') => renderOnServer(<Pricing />, { at });
const listPlanTexts = (body: HTMLElement) => within(body).queryAllByRole('article').map(getText);
const findPlanText = (body: HTMLElement, name: string) =>
  listPlanTexts(body).find((text) => text.startsWith(name)) ?? '';

describe('the pricing page', () => {
  it('the pricing page shows the plans with their links [PRICE-01] [DEC-49] [ROUTE-05]', () => {
    const body = renderPage();
    expect(within(body).queryAllByRole('heading', { level: 3 }).map(getText)).toEqual([
      'Free',
      'Premium',
      'Provider Listing',
      'API and data access',
      'Consulting',
      'Sponsored research',
      'White-label',
    ]);
    expect(getLinks(body)).toEqual([
      { text: 'Prices for organisations', href: '#organisations' },
      { text: 'Create a free account', href: '/signup' },
      { text: 'Subscribe to Premium', href: '/subscribe' },
      { text: 'Register your business', href: '/signup?tab=business' },
      { text: 'Talk to sales', href: '/contact' },
      { text: 'Log in', href: '/api/login' },
      { text: 'Contact us : Consulting', href: '/contact' },
      { text: 'Contact us : Sponsored research', href: '/contact' },
      { text: 'Contact us : White-label', href: '/contact' },
    ]);
  });

  it('the pricing page shows each price in rand [PRICE-02] [PRICE-03] [PRICE-04] [PRICE-05] [PRICE-11] [DEC-69] [CONST-07]', () => {
    const body = renderPage();
    expect(findPlanText(body, 'Free')).toContain('R0 forever');
    const premium = findPlanText(body, 'Premium');
    expect(premium).toContain('R250 per month');
    expect(premium).toContain('No processing fee');
    expect(premium).toContain('30-day money-back guarantee');
    expect(findPlanText(body, 'Provider Listing')).toContain('R25,000 per year');
    expect(findPlanText(body, 'API and data access')).toContain('R100,000 per year');
    expect(getText(body)).toContain('All prices are in South African rand (R).');
    expect(Object.values(prices)).toEqual([0, 250, 25_000, 100_000, 50_000, 25_000, 50_000, 5]);
  });

  it('the two plans for people come before those for organisations', () => {
    const regions = within(renderPage()).getAllByRole('region');
    expect(regions.slice(0, 2).map((region) => within(region).getAllByRole('heading').map(getText))).toEqual([
      ['For people', 'Free', 'Premium'],
      ['For organisations', 'Provider Listing', 'API and data access'],
    ]);
  });

  it("the pricing page estimates each price in the currency of the visitor's country, with the day of the rate [PRICE-11] [DEC-98]", () => {
    const listEstimates = (at: string) =>
      listPlanTexts(renderPage(at)).map((text) => /about \S+\s?[\d,]+/.exec(text)?.[0].replace('\u00A0', ' '));
    expect(listEstimates('/pricing')).toEqual([undefined, 'about $15', 'about $1,500', 'about $6,000']);
    expect(listEstimates('/pricing?country=kenya')).toEqual([
      undefined,
      'about KSh 1,900',
      'about KSh 190,000',
      'about KSh 780,000',
    ]);
    expect(new Set(listEstimates('/pricing?country=south%20africa'))).toEqual(new Set([undefined]));
    const body = renderPage('/pricing?country=kenya');
    // The price in the visitor's currency is shown first, with the amount to pay beside it.
    expect(findPlanText(body, 'Premium').replaceAll('\u00A0', ' ')).toContain('about KSh 1,900 R250 per month');
    expect(getText(body)).toMatch(/rounded, at the rates of \w+ \d+, \d{4}/);
    const select = within(body).getByRole('combobox', { name: 'Show prices in your money' });
    expect(select.querySelector('option[selected]')).toHaveProperty('value', 'kenya');
    expect(select.closest('form')!.method).toBe('get');
  });

  it('the pricing page shows the offers with a price on request [PRICE-06] [PRICE-07] [PRICE-08]', () => {
    const offers = within(renderPage()).queryAllByRole('listitem').map(getText);
    expect(offers.find((text) => text.startsWith('Consulting'))).toContain('from R50,000');
    expect(offers.find((text) => text.startsWith('Sponsored research'))).toContain('Custom quote');
    expect(offers.find((text) => text.startsWith('White-label'))).toContain('Custom quote');
  });

  it('the listing plan offers a listing, a badge and API access, and sells no verdict [ROLE-05]', () => {
    const listing = findPlanText(renderPage(), 'Provider Listing');
    expect(listing).toContain('A page in the directory');
    expect(listing).toContain('A compliance badge once the checks are passed');
    expect(listing).toContain('Paying never changes a verdict');
    expect(findPlanText(renderPage(), 'API and data access')).toContain('Your own API keys');
  });

  it('the pricing page compares the plans by the rights that the server grants', () => {
    const rows = Object.fromEntries(
      within(renderPage())
        .getAllByRole('row')
        .map((row) => {
          const cellTexts = getText(row).split(/ (?=– |Included|Not included)/);
          return [cellTexts[0], cellTexts.filter((word) => /included$/i.test(word)).map((word) => word === 'Included')];
        }),
    );
    const tiers = ['free', 'premium', 'api'] as const;
    const listGranted = (name: keyof (typeof entitlements)['free']) => tiers.map((tier) => entitlements[tier][name]);
    expect(rows['Look up every provider in the register']).toEqual([true, true, true]);
    expect(rows['Write reviews and ratings']).toEqual(listGranted('reviews'));
    expect(rows['RegTech dashboard']).toEqual(listGranted('regtech'));
    expect(rows['Analysis tab on the dashboard']).toEqual(listGranted('analysis'));
    expect(rows['Create API keys']).toEqual(listGranted('apiKeys'));
  });

  it('the French page shows the same prices in French format, with links to French pages [DEC-69] [CONST-07] [WARN-16]', () => {
    setTestLanguage('fr');
    const body = renderPage();
    expect(getText(body)).toContain('R25 000 par an');
    expect(getText(body)).toContain('à partir de R50 000');
    expect(getLinks(body).map(({ href }) => href)).toEqual(
      expect.arrayContaining(['/fr/signup', '/fr/subscribe', '/fr/signup?tab=business', '/fr/contact', '/api/login']),
    );
  });

  it('search engines index the page', () => {
    const head = meta({ matches: [] } as unknown as Parameters<typeof meta>[0]);
    expect(head).toContainEqual({ title: 'Pricing | Hakiki' });
    expect(head).not.toContainEqual({ name: 'robots', content: 'noindex' });
  });
});

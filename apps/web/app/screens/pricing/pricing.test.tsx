import { entitlements } from '@hakiki/contract/entitlements';
import { prices } from '@hakiki/contract/prices';
import { describe, expect, it } from 'vitest';
import { elementsOf, linksOf, render, speaking, textOf } from '../../../test/render.tsx';
import Pricing, { meta } from './pricing.tsx';

const page = () => render(<Pricing />, { at: '/pricing' });
const plansOf = (markup: string) => elementsOf(markup, 'article').map(({ text }) => text);
const planOf = (markup: string, name: string) => plansOf(markup).find((text) => text.startsWith(name)) ?? '';

describe('/pricing', () => {
  it('shows the plans with their links [PRICE-01] [DEC-49] [ROUTE-05]', () => {
    const markup = page();
    expect(elementsOf(markup, 'h3').map(({ text }) => text)).toEqual([
      'Free',
      'Premium',
      'Provider Listing',
      'API and data access',
      'Consulting',
      'Sponsored research',
      'White-label',
    ]);
    expect(linksOf(markup)).toEqual([
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

  it('names each price in rand [PRICE-02] [PRICE-03] [PRICE-04] [PRICE-05] [PRICE-11] [DEC-69] [CONST-07]', () => {
    const markup = page();
    expect(planOf(markup, 'Free')).toContain('R0 forever');
    const premium = planOf(markup, 'Premium');
    expect(premium).toContain('R250 per month');
    expect(premium).toContain('No processing fee');
    expect(premium).toContain('30-day money-back guarantee');
    expect(planOf(markup, 'Provider Listing')).toContain('R25,000 per year');
    expect(planOf(markup, 'API and data access')).toContain('R100,000 per year');
    expect(textOf(markup)).toContain('All prices are in South African rand (R).');
    expect(Object.values(prices)).toEqual([0, 250, 25_000, 100_000, 50_000, 25_000, 50_000, 5]);
  });

  it('names what is quoted on request [PRICE-06] [PRICE-07] [PRICE-08]', () => {
    const offers = elementsOf(page(), 'li').map(({ text }) => text);
    expect(offers.find((text) => text.startsWith('Consulting'))).toContain('from R50,000');
    expect(offers.find((text) => text.startsWith('Sponsored research'))).toContain('Custom quote');
    expect(offers.find((text) => text.startsWith('White-label'))).toContain('Custom quote');
  });

  it('offers businesses a listing, a badge and API access, and sells no verdict [ROLE-05]', () => {
    const listing = planOf(page(), 'Provider Listing');
    expect(listing).toContain('A page in the directory');
    expect(listing).toContain('A compliance badge once the checks are passed');
    expect(listing).toContain('Paying never changes a verdict');
    expect(planOf(page(), 'API and data access')).toContain('Your own API keys');
  });

  it('compares the plans by the rights the server grants', () => {
    const [table = ''] = /<table.*<\/table>/s.exec(page()) ?? [];
    const rows = Object.fromEntries(
      elementsOf(table, 'tr').map(({ text }) => {
        const words = text.split(/ (?=– |Included|Not included)/);
        return [words[0], words.filter((word) => /included$/i.test(word)).map((word) => word === 'Included')];
      }),
    );
    const tiers = ['free', 'premium', 'api'] as const;
    const granted = (name: keyof (typeof entitlements)['free']) => tiers.map((tier) => entitlements[tier][name]);
    expect(rows['Look up every provider in the register']).toEqual([true, true, true]);
    expect(rows['Write reviews and ratings']).toEqual(granted('reviews'));
    expect(rows['RegTech dashboard']).toEqual(granted('regtech'));
    expect(rows['Analysis tab on the dashboard']).toEqual(granted('analysis'));
    expect(rows['Create API keys']).toEqual(granted('apiKeys'));
  });

  it('reads the same prices in French, as French writes them, with links into the French site [DEC-69] [CONST-07] [WARN-16]', () => {
    speaking('fr');
    const markup = page();
    expect(textOf(markup)).toContain('R25 000 par an');
    expect(textOf(markup)).toContain('à partir de R50 000');
    expect(linksOf(markup).map(({ href }) => href)).toEqual(
      expect.arrayContaining(['/fr/signup', '/fr/subscribe', '/fr/signup?tab=business', '/fr/contact', '/api/login']),
    );
  });

  it('can be found by search engines', () => {
    const head = meta({ matches: [] } as unknown as Parameters<typeof meta>[0]);
    expect(head).toContainEqual({ title: 'Pricing | Hakiki' });
    expect(head).not.toContainEqual({ name: 'robots', content: 'noindex' });
  });
});

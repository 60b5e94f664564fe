import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aFlaggedProvider, anId, aProvider } from '../../../test/factories.ts';
import { getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { ProviderCard } from './card.tsx';

const showCard = (provider: ReturnType<typeof aProvider>) => renderInBrowser(<ProviderCard provider={provider} />);
const getCardClass = (page: HTMLElement) => getAttributeValues(page, 'class')[0];

describe('the card of a flagged provider', () => {
  it('has a red border [DIR-18]', () => {
    const page = showCard(aFlaggedProvider());
    expect(getCardClass(page)).toContain('border-flagged-line');
    expect(page.querySelector('[data-flagged="true"]')).not.toBeNull();
  });

  it('warns and lists the reasons [DIR-19]', () => {
    const page = showCard(aFlaggedProvider());
    expect(getText(page)).toContain('Warning: this provider was flagged');
    expect(within(page).queryAllByRole('listitem').map(getText)).toEqual(['No licence', 'Withdrawals stopped']);
  });

  it('says who flagged it when no reason is stored [DIR-19] [DEC-06]', () => {
    const reasons = within(showCard(aFlaggedProvider({ flaggedReasons: [] })))
      .queryAllByRole('listitem')
      .map(getText);
    expect(reasons).toEqual(['Flagged by the platform team after review.']);
  });

  it('has Report, which leads to the report tab, and no Compare [DIR-20] [DEC-11]', () => {
    const page = showCard(aFlaggedProvider());
    // Its name links to our page, and nothing links to the provider's site [WARN-11].
    expect(getLinks(page)[0]?.href).toBe(`/provider/${anId()}`);
    expect(getLinks(page).slice(1)).toEqual([
      { text: 'Report : Baobab Exchange', href: `/provider/${anId()}?tab=report` },
    ]);
    expect(getText(page)).not.toContain('Compare');
  });
});

describe('the card of a provider that was not assessed', () => {
  it('the card of a provider without scores shows Not assessed and no default level [DEC-05]', () => {
    const unscored = { regulatoryCompliance: 0, userSatisfaction: 0, securityMeasures: 0 };
    const text = getText(showCard(aProvider({ riskScore: 'Medium', ...unscored })));
    expect(text).toContain('Not assessed');
    expect(text).not.toContain('Medium risk');
    expect(getText(showCard(aProvider()))).not.toContain('Not assessed');
  });
});

describe('the card of any other provider', () => {
  it.each(['Verified', 'Limited', 'Pending'])(
    'has Compare and no Report when %s [DIR-21] [DEC-11]',
    (verificationStatus) => {
      const page = showCard(aProvider({ verificationStatus, flaggedReasons: ['Old reason'] }));
      expect(getLinks(page)).toEqual([
        { text: 'Baobab Exchange', href: `/provider/${anId()}` },
        { text: 'Compare', href: `/compare?providers=${anId()}` },
      ]);
      expect(getCardClass(page)).not.toContain('flagged');
      expect(getText(page)).not.toContain('Old reason');
    },
  );

  it('shows the facts needed for a decision', () => {
    expect(getText(showCard(aProvider({ countries: ['kenya', 'south-africa', 'ghana', 'uganda', 'togo'] })))).toBe(
      'B Baobab Exchange Exchange · Kenya, South Africa, Ghana +2 more Verified Medium risk Rated 4.3 out of 5 4.3 (12 reviews) Buys and sells coins. Compare',
    );
  });

  it('shows that there are no reviews instead of 0.0', () => {
    const text = getText(showCard(aProvider({ rating: '0.0', reviewCount: 0 })));
    expect(text).toContain('No reviews yet');
    expect(text).not.toContain('0.0');
  });

  it('keeps the language in its links', () => {
    setTestLanguage('fr');
    expect(getLinks(showCard(aProvider())).map(({ href }) => href)).toEqual([
      `/fr/provider/${anId()}`,
      `/fr/compare?providers=${anId()}`,
    ]);
  });
});

import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { anId } from '../../../test/factories.ts';
import { getText } from '../../../test/dom-queries.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { ProviderNews } from './provider-news.tsx';

const news = [
  {
    id: anId(1) as never,
    title: 'Demo Coins is fined',
    sourceName: 'Demo Authority',
    sourceUrl: 'https://authority.example/1',
    publishedAt: '2026-03-07T10:00:00Z',
    language: 'en' as const,
  },
];

describe('announcements of authorities about a provider', () => {
  it('an announcement links to the authority, with its date', () => {
    const page = renderOnServer(<ProviderNews news={news} />);
    const link = within(page).getByRole('link');
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://authority.example/1',
      'noopener noreferrer',
    ]);
    expect(getText(page)).toMatch(/Named by authorities.*Demo Coins is fined.*Demo Authority, Mar 7, 2026/);
  });

  it('the announcements section is in French, and the announcements stay in their language', () => {
    setTestLanguage('fr');
    const page = renderOnServer(<ProviderNews news={news} />);
    expect(getText(page)).toContain('Nommé par des autorités');
    expect(within(page).getByText('Demo Coins is fined').getAttribute('lang')).toBe('en');
  });
});

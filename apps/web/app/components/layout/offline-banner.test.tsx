import { act, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { getText } from '../../../test/dom-queries.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { OfflineBanner } from './offline-banner.tsx';

afterEach(() => {
  delete document.documentElement.dataset['saved'];
});

it('a reader of a saved copy can load the page again as soon as the connection is back [WARN-14]', () => {
  document.documentElement.dataset['saved'] = '2026-11-16T10:00:00Z';
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const body = renderInBrowser(<OfflineBanner />, { at: '/safety?page=2' });
  expect(getText(body)).toContain('The page could not be loaded, so you see a copy.');
  expect(within(body).queryByRole('link', { name: 'Try Again' })).toBeNull();
  connection.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(within(body).getByRole('link', { name: 'Try Again' }).getAttribute('href')).toBe('/safety?page=2');
  connection.mockRestore();
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { getText } from '../../../test/dom-queries.ts';
import { renderOnServer, renderInBrowser } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import LeaveLetter from './leave-letter.tsx';

const KEY = '01890000-0000-4000-8000-00000000dead';

describe('unsubscribing from the newsletter', () => {
  it('the unsubscribe page unsubscribes only when the visitor presses the button, also without scripts', () => {
    const page = renderOnServer(<LeaveLetter />, { at: `/leave-letter?token=${KEY}` });
    expect(within(page).getAllByRole('button').map(getText)).toEqual(['Unsubscribe']);
    const form = page.querySelector('form')!;
    expect([form.method, form.getAttribute('action')]).toEqual(['post', `/api/news-letter/leave/${KEY}`]);
  });

  it('the unsubscribe page says that the visitor is unsubscribed', async () => {
    const asked: string[] = [];
    const api: Api = (path) => {
      asked.push(path);
      return Promise.resolve(Response.json({ hasLeft: true }));
    };
    renderInBrowser(<LeaveLetter />, { at: `/leave-letter?token=${KEY}`, store: new QueryStore(api) });
    await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('You are unsubscribed')).toBeDefined();
    expect(asked).toEqual([`/api/news-letter/leave/${KEY}`]);
  });

  it('the unsubscribe page says that a link without a token is incomplete, and is in French under /fr', () => {
    expect(within(renderOnServer(<LeaveLetter />, { at: '/leave-letter' })).queryByRole('button')).toBeNull();
    setTestLanguage('fr');
    const page = renderOnServer(<LeaveLetter />, { at: `/fr/leave-letter?token=${KEY}` });
    expect(getText(page)).toContain('Se désabonner de l’e-mail hebdomadaire');
  });
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { getText } from '../../../test/dom-queries.ts';
import { renderOnServer, renderInBrowser } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import UnsubscribeNewsletter from './unsubscribe-newsletter.tsx';

const SUBSCRIPTION_KEY = '01890000-0000-4000-8000-00000000dead';

describe('unsubscribing from the newsletter', () => {
  it('the unsubscribe page unsubscribes only when the visitor presses the button, also without scripts', () => {
    const page = renderOnServer(<UnsubscribeNewsletter />, { at: `/leave-letter?token=${SUBSCRIPTION_KEY}` });
    expect(within(page).getAllByRole('button').map(getText)).toEqual(['Unsubscribe']);
    const form = page.querySelector('form')!;
    expect([form.method, form.getAttribute('action')]).toEqual(['post', `/api/news-letter/leave/${SUBSCRIPTION_KEY}`]);
  });

  it.each([
    ['watch', '/api/watched-providers/leave/', 'Stop watching a provider'],
    ['alerts', '/api/alert-preferences/leave/', 'Stop the emails about new alerts'],
    ['constructor', '/api/news-letter/leave/', 'Unsubscribe from the weekly email'],
  ])('the unsubscribe page of the type %s ends those emails only, and says which', (type, action, title) => {
    const page = renderOnServer(<UnsubscribeNewsletter />, {
      at: `/leave-letter?type=${type}&token=${SUBSCRIPTION_KEY}`,
    });
    expect(getText(within(page).getByRole('heading', { level: 1 }))).toBe(title);
    expect(page.querySelector('form')!.getAttribute('action')).toBe(action + SUBSCRIPTION_KEY);
  });

  it('the unsubscribe page says that the visitor is unsubscribed', async () => {
    const requests: string[] = [];
    const api: Api = (path) => {
      requests.push(path);
      return Promise.resolve(Response.json({ hasLeft: true }));
    };
    renderInBrowser(<UnsubscribeNewsletter />, {
      at: `/leave-letter?token=${SUBSCRIPTION_KEY}`,
      store: new QueryStore(api),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('You are unsubscribed')).toBeDefined();
    expect(requests).toEqual([`/api/news-letter/leave/${SUBSCRIPTION_KEY}`]);
  });

  it('the unsubscribe page says that a link without a token is incomplete, and is in French under /fr', () => {
    expect(within(renderOnServer(<UnsubscribeNewsletter />, { at: '/leave-letter' })).queryByRole('button')).toBeNull();
    setTestLanguage('fr');
    const page = renderOnServer(<UnsubscribeNewsletter />, { at: `/fr/leave-letter?token=${SUBSCRIPTION_KEY}` });
    expect(getText(page)).toContain('Se désabonner de l’e-mail hebdomadaire');
  });
});

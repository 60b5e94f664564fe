/** Loading, error and not-found states. */
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../test/fake-api.ts';
import { aUser } from '../../test/factories.ts';
import { getLinks, getText } from '../../test/dom-queries.ts';
import { setTestLanguage } from '../../test/context.ts';
import { renderOnServer, renderInBrowser } from '../../test/render.tsx';
import { ApiError } from '../lib/api/api.ts';
import { authUser } from '../lib/api/auth.ts';
import { QueryStore } from '../lib/api/query-store.ts';
import { AuthGate } from './layout/auth-gate.tsx';
import { ErrorView, NotFoundView } from './layout/error-view.tsx';
import { QueryFailure } from './query-states.tsx';

describe('AuthGate', () => {
  const gate = <AuthGate visitor={<p>For visitors</p>}>{(user) => <p>Hello {user.firstName}</p>}</AuthGate>;
  const showGate = (user: unknown) => {
    const store = new QueryStore(createFakeApi({}).api);
    store.setInitial(authUser.key, { status: 'ready', data: user });
    return getText(renderInBrowser(gate, { store }));
  };

  it('shows a spinner instead of the content until the user is known [DEC-66] [AUTH-02]', () => {
    const page = renderOnServer(gate);
    expect(within(page).getByRole('status')).toBeDefined();
    expect(getText(page)).toBe('Checking whether you are logged in');
  });

  it("shows the visitor's or the member's content afterwards [DEC-66]", () => {
    expect(showGate(null)).toBe('For visitors');
    expect(showGate(aUser())).toBe('Hello Amina');
  });
});

describe('QueryFailure', () => {
  const showFailure = (isRetrying: boolean) =>
    renderInBrowser(<QueryFailure message="Could not load reviews" query={{ isRetrying, retry: () => undefined }} />);

  it('shows the message and Try Again, with and without scripts [DEC-65] [ERR-05]', () => {
    const page = showFailure(false);
    expect(within(page).getByRole('alert')).toBeDefined();
    expect(getText(page)).toMatch(/^Could not load reviews/);
    expect(within(page).queryAllByRole('button').map(getText)).toEqual(['Try Again']);
    expect(getLinks(page)).toEqual([{ text: 'Try Again', href: '' }]);
  });

  it.each([
    ['en', 'We are very busy right now. Please try again in a moment.', 'Please check your connection and try again.'],
    [
      'fr',
      'Nous sommes très sollicités. Veuillez réessayer dans un instant.',
      'Vérifiez votre connexion et réessayez.',
    ],
  ] as const)(
    'says that the server is busy after a 503, and blames the connection only without a response (%s) [SAFE-08] [DEC-65]',
    (language, busy, line) => {
      setTestLanguage(language);
      const showError = (error: unknown) =>
        getText(
          renderInBrowser(
            <QueryFailure
              message="Could not load reviews"
              query={{ error, isRetrying: false, retry: () => undefined }}
            />,
          ),
        );
      const unavailable = new ApiError(503, '{"code":"UNAVAILABLE","message":"Busy."}', '');
      const hint = (text: string) => `Could not load reviews ${text}`;
      for (const error of [unavailable, new Error('Could not load reviews', { cause: unavailable })]) {
        expect(showError(error)).toContain(hint(busy));
        expect(showError(error)).not.toContain(line);
      }
      for (const error of [new TypeError('Failed to fetch'), new ApiError(500, '', ''), undefined]) {
        expect(showError(error)).toContain(hint(line));
        expect(showError(error)).not.toContain(busy);
      }
    },
  );

  it('cannot be retried twice at once [DEC-65]', () => {
    const isDisabled = (isRetrying: boolean) =>
      within(showFailure(isRetrying)).getByRole<HTMLButtonElement>('button', { name: 'Try Again' }).disabled;
    expect([isDisabled(true), isDisabled(false)]).toEqual([true, false]);
  });
});

describe('error pages', () => {
  it('show Page Not Found and a link to the home page [DEC-68] [ROUTE-24]', () => {
    const page = renderInBrowser(<NotFoundView />);
    expect(within(page).queryAllByRole('heading', { level: 1 }).map(getText)).toEqual(['Page Not Found']);
    expect(getLinks(page)[0]).toEqual({ text: 'Go to Home', href: '/' });
  });

  it('show the same for a 404 thrown by a route, in the user’s language [DEC-68]', () => {
    setTestLanguage('fr');
    const missing = { status: 404, statusText: 'Not Found', internal: false, data: null };
    const page = renderInBrowser(<ErrorView error={missing} />);
    expect(page).toEqual(renderInBrowser(<NotFoundView />));
    expect(getLinks(page)[0]?.href).toBe('/fr');
  });

  it('show what to do after an error, and none of its details', () => {
    const page = renderInBrowser(<ErrorView error={new Error('password=secret')} />);
    expect(getText(page)).toContain('Please try again.');
    expect(page.innerHTML).not.toContain('secret');
    expect(getLinks(page).map(({ text }) => text)).toEqual(['Try Again', 'Go to Home']);
  });
});

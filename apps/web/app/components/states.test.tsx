/** Loading, error and not-found states. */
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { knowing } from '../../test/answers.ts';
import { aUser } from '../../test/makers.ts';
import { linksOf, textOf } from '../../test/reading.ts';
import { speaking } from '../../test/context.ts';
import { served, show } from '../../test/show.tsx';
import { ApiError } from '../lib/api/api.ts';
import { authUser } from '../lib/api/auth.ts';
import { ReadStore } from '../lib/api/read-store.ts';
import { AuthGate } from './layout/auth-gate.tsx';
import { ErrorView, NotFoundView } from './layout/error-view.tsx';
import { ReadFailure } from './read-failure.tsx';

describe('AuthGate', () => {
  const gate = <AuthGate visitor={<p>For visitors</p>}>{(user) => <p>Hello {user.firstName}</p>}</AuthGate>;
  const gateWith = (user: unknown) => {
    const store = new ReadStore(knowing({}).api);
    store.put(authUser.key, { status: 'ready', data: user });
    return textOf(show(gate, { store }));
  };

  it('shows a spinner instead of the content until the user is known [DEC-66] [AUTH-02]', () => {
    const page = served(gate);
    expect(within(page).getByRole('status')).toBeDefined();
    expect(textOf(page)).toBe('Checking whether you are logged in');
  });

  it("shows the visitor's or the member's content afterwards [DEC-66]", () => {
    expect(gateWith(null)).toBe('For visitors');
    expect(gateWith(aUser())).toBe('Hello Amina');
  });
});

describe('QueryFailure', () => {
  const failure = (isRetrying: boolean) =>
    show(<ReadFailure sentence="Could not load reviews" read={{ isRetrying, retry: () => undefined }} />);

  it('shows the message and Try Again, with and without scripts [DEC-65] [ERR-05]', () => {
    const page = failure(false);
    expect(within(page).getByRole('alert')).toBeDefined();
    expect(textOf(page)).toMatch(/^Could not load reviews/);
    expect(within(page).queryAllByRole('button').map(textOf)).toEqual(['Try Again']);
    expect(linksOf(page)).toEqual([{ text: 'Try Again', href: '' }]);
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
      speaking(language);
      const told = (error: unknown) =>
        textOf(
          show(
            <ReadFailure
              sentence="Could not load reviews"
              read={{ error, isRetrying: false, retry: () => undefined }}
            />,
          ),
        );
      const unavailable = new ApiError(503, '{"code":"UNAVAILABLE","message":"Busy."}', '');
      const hint = (text: string) => `Could not load reviews ${text}`;
      for (const error of [unavailable, new Error('Could not load reviews', { cause: unavailable })]) {
        expect(told(error)).toContain(hint(busy));
        expect(told(error)).not.toContain(line);
      }
      for (const error of [new TypeError('Failed to fetch'), new ApiError(500, '', ''), undefined]) {
        expect(told(error)).toContain(hint(line));
        expect(told(error)).not.toContain(busy);
      }
    },
  );

  it('cannot be retried twice at once [DEC-65]', () => {
    const isDisabled = (isRetrying: boolean) =>
      within(failure(isRetrying)).getByRole<HTMLButtonElement>('button', { name: 'Try Again' }).disabled;
    expect([isDisabled(true), isDisabled(false)]).toEqual([true, false]);
  });
});

describe('error pages', () => {
  it('show Page Not Found and a link to the home page [DEC-68] [ROUTE-24]', () => {
    const page = show(<NotFoundView />);
    expect(within(page).queryAllByRole('heading', { level: 1 }).map(textOf)).toEqual(['Page Not Found']);
    expect(linksOf(page)[0]).toEqual({ text: 'Go to Home', href: '/' });
  });

  it('show the same for a 404 thrown by a route, in the reader’s language [DEC-68]', () => {
    speaking('fr');
    const missing = { status: 404, statusText: 'Not Found', internal: false, data: null };
    const page = show(<ErrorView error={missing} />);
    expect(page).toEqual(show(<NotFoundView />));
    expect(linksOf(page)[0]?.href).toBe('/fr');
  });

  it('show what to do after an error, and none of its details', () => {
    const page = show(<ErrorView error={new Error('password=secret')} />);
    expect(textOf(page)).toContain('Please try again.');
    expect(page.innerHTML).not.toContain('secret');
    expect(linksOf(page).map(({ text }) => text)).toEqual(['Try Again', 'Go to Home']);
  });
});

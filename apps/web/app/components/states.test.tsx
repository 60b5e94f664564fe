/** What a page shows while it waits, when a read failed and when there is nothing at its address. */
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

  it('shows a spinner in place of the content until it is known who looks [DEC-66] [AUTH-02]', () => {
    const page = served(gate);
    expect(within(page).getByRole('status')).toBeDefined();
    expect(textOf(page)).toBe('Checking whether you are logged in');
  });

  it('then shows what is for them [DEC-66]', () => {
    expect(gateWith(null)).toBe('For visitors');
    expect(gateWith(aUser())).toBe('Hello Amina');
  });
});

describe('ReadFailure', () => {
  const failure = (isRetrying: boolean) =>
    show(<ReadFailure sentence="Could not load reviews" read={{ isRetrying, retry: () => undefined }} />);

  it('shows the sentence and Try Again, with and without scripts [DEC-65] [ERR-05]', () => {
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
    'says that we are busy where we are, and asks for a look at the line only where nothing came (%s) [SAFE-08] [DEC-65]',
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

  it('cannot be asked twice at once [DEC-65]', () => {
    const isDisabled = (isRetrying: boolean) =>
      within(failure(isRetrying)).getByRole<HTMLButtonElement>('button', { name: 'Try Again' }).disabled;
    expect([isDisabled(true), isDisabled(false)]).toEqual([true, false]);
  });
});

describe('a page that cannot be shown', () => {
  it('reads Page Not Found and leads home [DEC-68] [ROUTE-24]', () => {
    const page = show(<NotFoundView />);
    expect(within(page).queryAllByRole('heading', { level: 1 }).map(textOf)).toEqual(['Page Not Found']);
    expect(linksOf(page)[0]).toEqual({ text: 'Go to Home', href: '/' });
  });

  it('reads the same for a missing page thrown by a route, in the reader’s language [DEC-68]', () => {
    speaking('fr');
    const missing = { status: 404, statusText: 'Not Found', internal: false, data: null };
    const page = show(<ErrorView error={missing} />);
    expect(page).toEqual(show(<NotFoundView />));
    expect(linksOf(page)[0]?.href).toBe('/fr');
  });

  it('tells what to do after a fault, and none of its details', () => {
    const page = show(<ErrorView error={new Error('password=secret')} />);
    expect(textOf(page)).toContain('Please try again.');
    expect(page.innerHTML).not.toContain('secret');
    expect(linksOf(page).map(({ text }) => text)).toEqual(['Try Again', 'Go to Home']);
  });
});

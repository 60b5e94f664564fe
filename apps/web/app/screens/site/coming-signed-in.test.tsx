import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failing, knowing } from '../../../test/answers.ts';
import { aUser } from '../../../test/makers.ts';
import { linksOf, textOf } from '../../../test/reading.ts';
import { serverContext } from '../../../test/context.ts';
import { served } from '../../../test/show.tsx';
import { ReadStore } from '../../lib/api/read-store.ts';
import { receive } from '../../lib/api/use-read.ts';
import ComingSignedIn, { loader } from './coming-signed-in.tsx';

async function pageFor(user: unknown, path: string) {
  const { api } = knowing({ '/api/auth/user': user });
  const store = new ReadStore(api);
  const given = { context: serverContext(api).context };
  receive(store, await loader(given as unknown as Parameters<typeof loader>[0]));
  return served(<ComingSignedIn />, { at: path, store });
}

describe('a page that needs an account', () => {
  it.each(['/business', '/api'])(
    'asks a visitor of %s to log in, in the page itself [DEC-53] [AUTH-01]',
    async (path) => {
      const page = await pageFor(failing(401), path);
      expect(within(page).queryByRole('status')).toBeNull();
      expect(linksOf(page)).toEqual([
        { text: 'Log In', href: '/signup?login=true' },
        { text: 'Join Now', href: '/signup' },
      ]);
    },
  );

  it('shows a signed-in person their page without a spinner [AUTH-01]', async () => {
    const page = await pageFor(aUser(), '/business');
    expect(textOf(within(page).getByRole('heading', { level: 1 }))).toBe('Business Portal');
    expect(textOf(page)).not.toContain('Log In');
  });

  it('shows a spinner while it is not known who looks [AUTH-01] [AUTH-02] [DEC-66]', () => {
    expect(within(served(<ComingSignedIn />, { at: '/business' })).getByRole('status')).toBeDefined();
  });
});

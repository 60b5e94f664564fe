import { describe, expect, it } from 'vitest';
import { failing, knowing } from '../../../test/answers.ts';
import { aUser } from '../../../test/makers.ts';
import { elementsOf, linksOf, render, serverContext, textOf } from '../../../test/render.tsx';
import { ReadStore } from '../../lib/api/read-store.ts';
import { receive } from '../../lib/api/use-read.ts';
import ComingSignedIn, { loader } from './coming-signed-in.tsx';

async function pageFor(user: unknown, path: string) {
  const { api, asked } = knowing({ '/api/auth/user': user });
  const store = new ReadStore(api);
  const given = { context: serverContext(api).context, request: new Request(`http://site.example${path}`) };
  receive(store, await loader(given as unknown as Parameters<typeof loader>[0]));
  return { markup: render(<ComingSignedIn />, { at: path, store }), asked };
}

describe('a page that needs an account', () => {
  it.each(['/subscribe', '/regtech', '/news'])(
    'asks a visitor of %s to log in, in the page itself [DEC-53] [AUTH-01]',
    async (path) => {
      const { markup } = await pageFor(failing(401), path);
      expect(markup).not.toContain('role="status"');
      expect(linksOf(markup)).toEqual([
        { text: 'Log In', href: '/signup?login=true' },
        { text: 'Join Now', href: '/signup' },
      ]);
    },
  );

  it('shows a signed-in person their page without a spinner [AUTH-01]', async () => {
    const { markup } = await pageFor(aUser(), '/referrals');
    expect(elementsOf(markup, 'h1')[0]?.text).toBe('Referrals');
    expect(textOf(markup)).not.toContain('Log In');
  });

  it('shows a spinner while it is not known who looks [AUTH-01] [AUTH-02] [DEC-66]', () => {
    expect(render(<ComingSignedIn />, { at: '/referrals' })).toContain('role="status"');
  });

  it('carries nobody in a page that everybody shares', async () => {
    const { markup, asked } = await pageFor(aUser(), '/test-payment');
    expect(asked).toEqual([]);
    expect(markup).toContain('role="status"');
  });
});

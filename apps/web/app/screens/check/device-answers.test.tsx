import { ristretto255_oprf } from '@noble/curves/ed25519.js';
import { indicatorKinds } from '@hakiki/contract/indicator-values';
import { savedLists } from '@hakiki/contract/open-data-values';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { getText } from '../../../test/dom-queries.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import Check from './check.tsx';

/** Made by the server's `createFilter`, see its test: bad-demo.example, @fastari_help and a wallet. */
const FILTER = 'SEtGSQAAAAEAAAADnjd5uQAAAAgAAAAIAAAAAAAAAAAAIQAAAAAAAAAAkwAAcQAA';

afterEach(() => vi.unstubAllGlobals());

async function open(input: string, button: string, api: Api) {
  renderInBrowser(<Check />, { at: '/check', store: new QueryStore(api) });
  const user = userEvent.setup();
  await user.click(screen.getByRole('textbox'));
  await user.paste(input);
  await user.click(screen.getByRole('button', { name: button }));
}

describe('a check without a connection', () => {
  const unreachable: Api = () => Promise.reject(new TypeError('Failed to fetch'));

  function saveList(list: Record<string, string>, headers = { 'Last-Modified': 'Sun, 01 Nov 2026 10:00:00 GMT' }) {
    const match = (path: string, { cacheName }: { cacheName: string }) =>
      Promise.resolve(
        cacheName === savedLists.cache && list[path]
          ? new Response(
              Uint8Array.from(atob(list[path]), (char) => char.charCodeAt(0)),
              { headers },
            )
          : undefined,
      );
    vi.stubGlobal('caches', { match });
  }

  it.each([
    'https://pay.bad-demo.example/login',
    '@fastari_help',
    'Send to 0x52908400098527886E0F7030069857D2E4169EE7 now',
  ])('says that %s may be on the saved list, and not to pay [CHECK-10]', async (input) => {
    saveList({ [savedLists.paths.core]: FILTER });
    await open(input, 'Check', unreachable);
    const answer = await screen.findByTestId('answer');
    expect(getText(answer)).toContain('STOP This may be on our list of scams. Do not pay.');
    expect(getText(answer)).toContain('a copy of our list of Nov 1, 2026');
    expect(answer.dataset['answer']).toBe('maybeListed');
    expect(document.activeElement?.id).toBe('answer');
  });

  it('never says that something unknown is safe, and says how old the list is [CHECK-02] [CHECK-10]', async () => {
    saveList({ [savedLists.paths.core]: FILTER });
    await open('shop-demo.example', 'Check', unreachable);
    const answer = await screen.findByTestId('answer');
    expect(getText(answer)).toContain('BE CAREFUL It is not on the list that this phone has saved. Do not pay yet.');
    expect(getText(answer)).toContain('the list is of Nov 1, 2026. That does not make it safe');
    expect(within(answer).getByRole('link', { name: 'I already paid' }).getAttribute('href')).toBe('/first-hour');
    expect(answer.className).not.toContain('verified');
  });

  it('leads those who paid to the steps of the country that they chose [CHECK-03]', async () => {
    saveList({ [savedLists.paths.core]: FILTER });
    renderInBrowser(<Check />, { at: '/check', store: new QueryStore(unreachable) });
    await userEvent.selectOptions(screen.getByRole('combobox'), 'kenya');
    await userEvent.type(screen.getByRole('textbox'), 'shop-demo.example');
    await userEvent.click(screen.getByRole('button', { name: 'Check' }));
    const paid = within(await screen.findByTestId('answer')).getByRole('link', { name: 'I already paid' });
    expect(paid.getAttribute('href')).toBe('/first-hour/kenya');
  });

  it.each([
    ['+254712345678', { [savedLists.paths.core]: FILTER }],
    ['shop-demo.example', {}],
  ])('asks to try %s again when no list can answer [CHECK-10]', async (input, list) => {
    saveList(list);
    await open(input, 'Check', unreachable);
    expect(await screen.findByText('Could not check this')).toBeDefined();
    expect(screen.queryByTestId('answer')).toBeNull();
  });

  it('is in French [CHECK-10]', async () => {
    setTestLanguage('fr');
    saveList({ [savedLists.paths.all]: FILTER });
    await open('bad-demo.example', 'Vérifier', unreachable);
    expect(getText(await screen.findByTestId('answer'))).toContain('C’est peut-être sur notre liste d’arnaques.');
  });
});

describe('a check of a number without sending it', () => {
  const { oprf } = ristretto255_oprf;
  const keys = [1, 2].map((seed) => oprf.deriveKeyPair(new Uint8Array(32).fill(seed), new Uint8Array()).secretKey);

  /** A server with two keys, and one number listed under the older one. */
  function serve(listed: string) {
    const requests: { path: string; body: string }[] = [];
    const input = new TextEncoder().encode(listed);
    const { blind, blinded } = oprf.blind(input);
    const tag = oprf.finalize(input, blind, oprf.blindEvaluate(keys[1]!, blinded));
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      requests.push({ path, body: (init?.body as string | undefined) ?? '' });
      if (path === '/api/check/blind') {
        const { element } = JSON.parse(init?.body as string) as { element: string };
        const evaluations = keys.map((key) =>
          Buffer.from(oprf.blindEvaluate(key, Buffer.from(element, 'hex'))).toString('hex'),
        );
        return Promise.resolve(Response.json({ evaluations }));
      }
      const file = new Uint8Array(160).fill(0xff);
      if (path.endsWith(Buffer.from(tag.slice(0, 1)).toString('hex'))) {
        file.set(tag.slice(1, 9), 10);
        file.set([indicatorKinds.indexOf('phone'), 2], 18);
      }
      return Promise.resolve(new Response(file));
    });
    return requests;
  }
  const BUTTON = 'Check a number without sending it';
  const unused: Api = (path) => Promise.reject(new Error(`Unexpected request: ${path}`));

  it('finds a reported number, and sends neither the number nor the same request twice [CHECK-08]', async () => {
    const requests = serve('phone:+254712345678');
    await open('+254 712 345 678', BUTTON, unused);
    const answer = await screen.findByTestId('answer');
    expect(getText(answer)).toContain('People have reported this to us. Do not pay.');
    expect(getText(answer)).toContain('+254712345678');
    expect(requests[0]).toEqual({
      path: '/api/check/blind',
      body: expect.stringMatching(/^\{"element":"[0-9a-f]{64}"\}$/),
    });
    for (const { path } of requests.slice(1)) expect(path).toMatch(/^\/check\/ranges\/blind\/[0-9a-f]{2}$/);
    expect(JSON.stringify(requests)).not.toMatch(/712345678/);
    const first = requests[0]!.body;
    await userEvent.click(screen.getByRole('button', { name: BUTTON }));
    await vi.waitFor(() => expect(requests.filter(({ path }) => path === '/api/check/blind')).toHaveLength(2));
    expect(requests.findLast(({ path }) => path === '/api/check/blind')!.body).not.toBe(first);
  });

  it('does not call an unreported number safe, and offers the full check [CHECK-02] [CHECK-08]', async () => {
    serve('phone:+254712345678');
    await open('+254712345679', BUTTON, unused);
    const answer = await screen.findByTestId('answer');
    expect(getText(answer)).toContain('BE CAREFUL Nobody has reported this number to us yet. Do not pay yet.');
    expect(getText(answer)).toContain('That does not make it safe.');
    expect(screen.getByRole('button', { name: 'Send it and check everything' })).toBeDefined();
    expect(answer.className).not.toContain('verified');
  });

  it('sends nothing for a text that is no number, and says what to type [CHECK-08]', async () => {
    const requests = serve('phone:+254712345678');
    await open('fastari.example', BUTTON, unused);
    expect(await screen.findByText('This is not a single number or email address')).toBeDefined();
    expect(requests).toEqual([]);
  });

  it('says that it could not look when the limit is reached, sends nothing else and offers the full check [CHECK-08]', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'RATE_LIMITED' }, { status: 429 })));
    await open('+254712345678', BUTTON, unused);
    expect(await screen.findByText('Could not check this without sending it')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send it and check everything' })).toBeDefined();
  });
});

import { expect, it } from 'vitest';
import { failing, knowing } from '../../../test/answers.ts';
import { factsOf, render, serverContext } from '../../../test/render.tsx';
import { ReadStore } from '../../lib/read-store.ts';
import { receive } from '../../lib/use-read.ts';
import Home, { loader } from './home.tsx';

async function figuresWith(reply: unknown) {
  const { api } = knowing({ '/api/stats': reply });
  const store = new ReadStore(api);
  const given = { context: serverContext(api).context } as unknown as Parameters<typeof loader>[0];
  receive(store, await loader(given));
  return factsOf(render(<Home />, { store }));
}

it('shows the four figures of the register [CALL-03]', async () => {
  const reply = { totalProviders: 1234, verifiedProviders: 56, flaggedProviders: 7, countries: 0 };
  expect(await figuresWith(reply)).toEqual([
    ['Providers', '1,234'],
    ['Verified', '56'],
    ['Flagged / MLM', '7'],
    ['Countries', '0'],
  ]);
});

it('shows a dash for each figure that could not be read [DEC-65]', async () => {
  expect((await figuresWith(failing(500))).map(([, value]) => value)).toEqual(['–', '–', '–', '–']);
});

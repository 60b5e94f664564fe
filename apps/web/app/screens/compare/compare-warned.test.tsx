import { expect, it } from 'vitest';
import { knowing } from '../../../test/answers.ts';
import { aFlaggedProvider, anId, aProvider, aSuspendedProvider } from '../../../test/makers.ts';
import { textOf, valuesOf } from '../../../test/reading.ts';
import { serverContext } from '../../../test/context.ts';
import { served } from '../../../test/show.tsx';
import { ReadStore } from '../../lib/api/read-store.ts';
import { receive } from '../../lib/api/use-read.ts';
import Compare, * as screen from './compare.tsx';

async function compare(...providers: ReturnType<typeof aProvider>[]): Promise<HTMLElement> {
  const { api } = knowing(Object.fromEntries(providers.map((one) => [`/api/providers/${one.id}`, one])));
  const at = `/compare?providers=${providers.map(({ id }) => id).join(',')}`;
  const given = { request: new Request(`http://site.example${at}`), context: serverContext(api).context };
  const store = new ReadStore(api);
  receive(store, await screen.loader(given as unknown as Parameters<typeof screen.loader>[0]));
  return served(<Compare />, { at, store });
}

const cellsOf = (page: HTMLElement, name: string): string[] =>
  [...page.querySelectorAll(`tr[data-row="${name}"] td`)].map(textOf);

it('the comparison shows the website of a flagged provider as text, and that of another as a link [WARN-11]', async () => {
  const website = 'https://fast.example/deposit';
  const page = await compare(aProvider(), aFlaggedProvider({ id: anId(2), website }));
  expect(cellsOf(page, 'website')).toEqual(['baobab.example (opens in a new tab)', website]);
  expect(valuesOf(page, 'href').filter((href) => href.includes('fast.example'))).toEqual([]);
});

it('the comparison leaves a suspended provider out and says so [DEC-02]', async () => {
  const page = await compare(aProvider(), aSuspendedProvider({ id: anId(2), name: 'Halted' }));
  expect(valuesOf(page, 'data-provider')).toEqual([anId()]);
  expect(textOf(page)).toContain('in this link is not in the register and was left out.');
});

it('the comparison says that a provider was not assessed, instead of three scores of zero', async () => {
  const unscored = { regulatoryCompliance: 0, userSatisfaction: 0, securityMeasures: 0 };
  const page = await compare(aProvider(), aProvider({ id: anId(2), ...unscored }));
  for (const name of Object.keys(unscored)) expect(cellsOf(page, name)[1], name).toBe('Not assessed');
  expect(cellsOf(page, 'regulatoryCompliance')[0]).toContain('90% good');
});

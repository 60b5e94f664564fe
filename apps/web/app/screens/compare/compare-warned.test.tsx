import { expect, it } from 'vitest';
import { createFakeApi } from '../../../test/fake-api.ts';
import { aFlaggedProvider, anId, aProvider, aSuspendedProvider } from '../../../test/factories.ts';
import { getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import Compare, * as screen from './compare.tsx';

async function renderCompare(...providers: ReturnType<typeof aProvider>[]): Promise<HTMLElement> {
  const { api } = createFakeApi(
    Object.fromEntries(providers.map((provider) => [`/api/providers/${provider.id}`, provider])),
  );
  const path = `/compare?providers=${providers.map(({ id }) => id).join(',')}`;
  const loaderArgs = { request: new Request(`http://site.example${path}`), context: createServerContext(api).context };
  const store = new QueryStore(api);
  hydrateStore(store, await screen.loader(loaderArgs as unknown as Parameters<typeof screen.loader>[0]));
  return renderOnServer(<Compare />, { at: path, store });
}

const listCells = (page: HTMLElement, name: string): string[] =>
  [...page.querySelectorAll(`tr[data-row="${name}"] td`)].map(getText);

it('the comparison shows the website of a flagged provider as text, and that of another as a link [WARN-11]', async () => {
  const website = 'https://fast.example/deposit';
  const page = await renderCompare(aProvider(), aFlaggedProvider({ id: anId(2), website }));
  expect(listCells(page, 'website')).toEqual(['baobab.example (opens in a new tab)', website]);
  expect(getAttributeValues(page, 'href').filter((href) => href.includes('fast.example'))).toEqual([]);
});

it('the comparison leaves a suspended provider out and says so [DEC-02]', async () => {
  const page = await renderCompare(aProvider(), aSuspendedProvider({ id: anId(2), name: 'Halted' }));
  expect(getAttributeValues(page, 'data-provider')).toEqual([anId()]);
  expect(getText(page)).toContain('in this link is not in the register and was left out.');
});

it('the comparison says that a provider was not assessed, instead of three scores of zero', async () => {
  const unscored = { regulatoryCompliance: 0, userSatisfaction: 0, securityMeasures: 0 };
  const page = await renderCompare(aProvider(), aProvider({ id: anId(2), ...unscored }));
  for (const name of Object.keys(unscored)) expect(listCells(page, name)[1], name).toBe('Not assessed');
  expect(listCells(page, 'regulatoryCompliance')[0]).toContain('90% good');
});

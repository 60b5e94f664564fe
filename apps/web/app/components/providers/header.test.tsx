import { within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aProvider, aUser } from '../../../test/factories.ts';
import { createFakeApi } from '../../../test/fake-api.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { ProviderHeader } from './header.tsx';

it('a member finds Watch beside Report Issue, in the bar that stays in view on a phone [PROV-06]', async () => {
  const store = new QueryStore(createFakeApi({ '/api/auth/user': aUser(), '/api/watched-providers': [] }).api);
  await store.load(authUser);
  const body = renderInBrowser(<ProviderHeader provider={aProvider()} evidence={{ status: 'ready', data: [] }} />, {
    store,
  });
  const bar = (await within(body).findByRole('button', { name: 'Watch' })).parentElement!;
  expect(within(bar).getByRole('link', { name: 'Report Issue' })).toBeDefined();
});

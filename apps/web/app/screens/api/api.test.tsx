import type { ApiKey, ApiUsage } from '@hakiki/contract/api-keys';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen as page, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi } from '../../../test/fake-api.ts';
import { anId, aUser } from '../../../test/factories.ts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer, renderInBrowser, findToastText } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { siteContext } from '../../lib/pages/context.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import * as screen from './api.tsx';

const KEYS = '/api/api-keys';
const WEBHOOKS = '/api/webhooks';
const USAGE = '/api/api-keys/usage?days=30';
const FULL_KEY = 'hk_live_AbCdEfGh0123ZyXwVuTsRqPoNmLkJiHg984QzVqF';

const aKey = (overrides: Partial<ApiKey> = {}): ApiKey => ({
  id: anId() as ApiKey['id'],
  name: 'Checkout',
  key: 'hk_live_AbCd…',
  permissions: ['read:providers', 'read:compliance'],
  created: '2026-11-01T10:00:00.000Z',
  lastUsed: null,
  status: 'active',
  isTest: false,
  expires: null,
  addresses: [],
  ...overrides,
});
const someUsage: ApiUsage = {
  quota: 50_000,
  used: 41_000,
  remaining: 9000,
  resets: '2026-12-01T00:00:00.000Z',
  since: '2026-11-13',
  days: { calls: [30_000, 0, 11_500], failed: [0, 0, 7] },
  endpoints: [{ endpoint: 'GET /api/v1/providers', calls: 41_500, failed: 7, medianMs: 25, slowMs: 100 }],
  keys: [{ id: anId() as ApiKey['id'], name: 'Checkout', calls: 41_500 }],
  outcomes: [
    { outcome: 'done', calls: 41_000 },
    { outcome: 'unchanged', calls: 493 },
    { outcome: 'failed', calls: 7 },
  ],
};

const makeResponses = (overrides: Record<string, unknown> = {}) => ({
  '/api/auth/user': aUser({ subscriptionTier: 'api' }),
  [KEYS]: [aKey()],
  [WEBHOOKS]: [],
  [USAGE]: someUsage,
  ...overrides,
});
const documentationLink = { href: '/developers', text: 'Read the API documentation' };

/** Renders the page on the server. */
const renderOnServer = async (at = '/api', responses: Record<string, unknown> = {}) => {
  const { api, requests } = createFakeApi(makeResponses(responses));
  const store = new QueryStore(api);
  const { context } = createServerContext(api);
  context.set(siteContext, { origin: 'http://site.example', social: {} });
  const loaderArgs = { context, request: new Request(`http://site.example${at}`) };
  const loaderData = await screen.loader(loaderArgs as unknown as Parameters<typeof screen.loader>[0]);
  hydrateStore(store, loaderData);
  return { body: renderPageOnServer(() => <screen.default loaderData={loaderData} />, { at, store }), requests };
};
/** Renders the page in a browser, with this response to its mutations. */
function renderPageInBrowser(at = '/api', responses: Record<string, unknown> = {}, mutationResponse?: unknown) {
  const { api } = createFakeApi(makeResponses(responses));
  const requests: { method: string | undefined; path: string; body: unknown; key: string | null }[] = [];
  const stubApi: Api = async (path, init) => {
    if (!init?.method || init.method === 'GET') return api(path, init);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    requests.push({ method: init.method, path, body, key: new Headers(init.headers).get('idempotency-key') });
    return mutationResponse instanceof Response
      ? mutationResponse.clone()
      : Response.json(mutationResponse, { status: 201 });
  };
  return {
    body: renderInBrowser(<screen.default />, { at, store: new QueryStore(stubApi), hasToasts: true }),
    sent: requests,
  };
}

describe('access to the API page', () => {
  it('a visitor is asked to log in, and the page loads nothing [API-01] [ROUTE-11]', async () => {
    const { body, requests } = await renderOnServer('/api', { '/api/auth/user': errorResponse(401) });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('API Access');
    expect(getLinks(body)).toEqual([{ href: '/api/login?next=/api', text: 'Log In' }, documentationLink]);
    expect(requests).toEqual(['/api/auth/user']);
  });

  it.each([{}, { subscriptionTier: 'premium' }, { userType: 'regtech' }])(
    'a member without the right plan sees what the API costs and a link to the plans [API-02] [DEC-29] (%o)',
    async (given) => {
      const { body, requests } = await renderOnServer('/api', { '/api/auth/user': aUser(given) });
      expect(getText(body)).toContain('R100,000 per year');
      expect(getLinks(body)).toEqual([{ href: '/pricing', text: 'See the plans' }, documentationLink]);
      expect(requests).toEqual(['/api/auth/user']);
    },
  );

  it.each(['api', 'enterprise'] as const)(
    'a member with the plan %s sees three tabs [API-03] [ROUTE-11] [DEC-29]',
    async (tier) => {
      const { body, requests } = await renderOnServer('/api', { '/api/auth/user': aUser({ subscriptionTier: tier }) });
      expect(within(body).getAllByRole('tab').map(getText)).toEqual(['API Keys', 'Documentation', 'Usage Analytics']);
      expect(requests).toEqual(['/api/auth/user', KEYS, WEBHOOKS]);
    },
  );

  it('a French member sees the page in French', async () => {
    setTestLanguage('fr');
    const { body } = await renderOnServer('/fr/api');
    expect(within(body).getAllByRole('tab').map(getText)).toEqual(['Clés API', 'Documentation', 'Utilisation']);
    expect(getText(body)).toContain('Créer une clé API');
  });
});

describe('the API keys tab', () => {
  it('the API keys tab is a table of keys with their kind, first characters, permissions, times with zone, and status [API-04] [ENT-31]', async () => {
    const { body } = await renderOnServer('/api', {
      [KEYS]: [
        aKey({ lastUsed: '2026-11-15T08:00:00.000Z', addresses: ['203.0.113.0/24'] }),
        aKey({ id: anId(2) as ApiKey['id'], name: 'Old', status: 'revoked', isTest: true, permissions: [] }),
      ],
    });
    const table = within(body).getByRole<HTMLTableElement>('table', { name: 'API Keys' });
    const [heads, first, second] = [...table.rows].map(({ cells }) => [...cells].map(getText));
    expect(heads).toEqual([
      'Name',
      'API key',
      'State',
      'Permissions',
      'Created',
      'Last used',
      'Works until',
      'Actions',
    ]);
    expect(first?.slice(0, -1)).toEqual([
      'Checkout',
      'API key hk_live_AbCd…',
      'State Active',
      'Permissions read:providers, read:compliance Allowed addresses: 203.0.113.0/24',
      'Created Nov 1, 2026, 12:00',
      'Last used Nov 15, 2026, 10:00',
      'Works until No end',
    ]);
    expect(second?.slice(0, 4)).toEqual(['Old Test key', 'API key hk_live_AbCd…', 'State Revoked', 'Permissions None']);
    expect(within(table.rows[2]!).queryByRole('button')).toBeNull();
    expect(getText(body)).toContain('Times in Africa/Johannesburg (GMT+2).');
  });

  it('the API keys tab offers the next step while there is no key, and says when loading failed', async () => {
    expect(getText((await renderOnServer('/api', { [KEYS]: [] })).body)).toContain('No API keys yet');
    expect(getText((await renderOnServer('/api', { [KEYS]: errorResponse(500) })).body)).toContain(
      'Your API keys could not be loaded.',
    );
  });

  it('creating a key closes and clears the form, and shows the full key once [API-05] [API-08] [API-09] [REAL-22]', async () => {
    const { sent } = renderPageInBrowser(
      '/api',
      {},
      aKey({ id: anId(3) as ApiKey['id'], name: 'Payments', key: FULL_KEY }),
    );
    await userEvent.click(await page.findByRole('button', { name: 'Create API key' }));
    await userEvent.type(page.getByLabelText('Name'), 'Payments');
    await userEvent.click(page.getByLabelText('Read reviews (read:reviews)'));
    await userEvent.click(page.getByLabelText('Send reports (write:reports)'));
    await userEvent.click(page.getByRole('button', { name: 'Create API key' }));
    expect(await page.findByText(FULL_KEY)).toBeTruthy();
    expect(sent).toEqual([
      {
        method: 'POST',
        path: KEYS,
        key: expect.any(String) as string,
        body: { name: 'Payments', permissions: ['read:reviews', 'write:reports'], isTest: false, addresses: [] },
      },
    ]);
    expect(page.queryByLabelText('Name')).toBeNull();
    await userEvent.click(page.getByRole('button', { name: 'Create API key' }));
    expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('');
    expect(page.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)).toEqual([]);
  });

  it('creating a key without a name shows an error [API-07]', async () => {
    const { sent } = renderPageInBrowser();
    await userEvent.click(await page.findByRole('button', { name: 'Create API key' }));
    await userEvent.type(page.getByLabelText('Name'), '  ');
    await userEvent.click(page.getByRole('button', { name: 'Create API key' }));
    expect(await findToastText('alert')).toBe('Invalid input: Please provide a name for your API key');
    expect(sent).toEqual([]);
  });

  it('the copy button says for two seconds that it copied, and names another way when the clipboard is blocked [API-10] [API-11] [DEC-68]', async () => {
    renderPageInBrowser('/api', {}, aKey({ id: anId(3) as ApiKey['id'], key: FULL_KEY }));
    await userEvent.click(await page.findByRole('button', { name: 'Create API key' }));
    await userEvent.type(page.getByLabelText('Name'), 'Payments');
    await userEvent.click(page.getByRole('button', { name: 'Create API key' }));
    const copy = await page.findByRole('button', { name: /^Copy/ });
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(copy);
    expect(writeText.mock.calls).toEqual([[FULL_KEY]]);
    expect(getText(copy)).toContain('Copied');
    await waitFor(() => expect(getText(copy)).not.toContain('Copied'), { timeout: 3000 });
    writeText.mockRejectedValue(new Error('closed'));
    await userEvent.click(copy);
    expect(await findToastText('alert')).toBe('Failed to copy: Please copy the key manually');
  });

  it('revoking and rotating a key ask for confirmation first', async () => {
    const { sent } = renderPageInBrowser('/api', {}, aKey({ id: anId(9) as ApiKey['id'], key: FULL_KEY }));
    const item = within((await page.findByRole<HTMLTableElement>('table', { name: 'API Keys' })).rows[1]!);
    await userEvent.click(item.getByRole('button', { name: 'Rotate Checkout' }));
    await userEvent.click(within(item.getByRole('dialog')).getByRole('button', { name: 'Rotate' }));
    expect(await page.findByText(FULL_KEY)).toBeTruthy();
    await userEvent.click(item.getByRole('button', { name: 'Revoke Checkout' }));
    await userEvent.click(within(item.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() =>
      expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `POST ${KEYS}/${anId()}/rotate`,
        `DELETE ${KEYS}/${anId()}`,
      ]),
    );
  });
});

describe('the usage tab', () => {
  it('the usage tab shows the measured quota, days, calls, keys and outcomes [API-04] [API-14] [REAL-23]', async () => {
    const { body } = await renderOnServer('/api?tab=usage');
    const pageText = getText(body);
    expect(pageText).toContain('41,000 of 50,000 used');
    expect(pageText).toContain('9,000 left until Dec 1, 2026 (UTC).');
    const meter = within(body).getByRole('meter', { name: 'Requests this month' });
    expect(meter.getAttribute('aria-valuenow')).toBe('41000');
    // A day without calls still gets a column.
    expect([...body.querySelectorAll('[data-column]')].map((column) => column.getAttribute('data-column'))).toEqual([
      '30000',
      '0',
      '11500',
      '0',
      '0',
      '7',
    ]);
    const rows = within(body).getAllByRole('row').map(getText);
    expect(rows).toContain('GET /api/v1/providers 41,500 7 25 ms 100 ms');
    expect(rows).toContain('Checkout 41,500');
    expect(rows).toContain('Unchanged (304) 493');
  });

  it('each number of a call carries its label, since a phone hides the table head [REAL-23]', async () => {
    const { body } = await renderOnServer('/api?tab=usage');
    const table = within(body).getByRole('table', { name: 'By call' });
    const [headCells = [], call = []] = within(table)
      .getAllByRole<HTMLTableRowElement>('row')
      .map(({ cells }) => [...cells].slice(1));
    expect(call.map((cell) => cell.dataset['head'])).toEqual(headCells.map(getText));
    expect(call).toHaveLength(4);
  });

  it('the usage tab requests the chosen number of days, and says when there is no usage and when loading failed', async () => {
    const YEAR = '/api/api-keys/usage?days=365';
    const { body, requests } = await renderOnServer('/api?tab=usage&days=365', {
      [YEAR]: { ...someUsage, outcomes: [] },
    });
    expect(requests).toEqual(['/api/auth/user', YEAR]);
    expect(getText(body)).toContain('No calls in these days');
    expect(getText((await renderOnServer('/api?tab=usage', { [USAGE]: errorResponse(500) })).body)).toContain(
      'Your usage could not be loaded.',
    );
  });
});

describe('the documentation tab', () => {
  it('the documentation tab names the calls with the rate limits that the server enforces [CONST-09]', async () => {
    const { body } = await renderOnServer('/api?tab=documentation');
    expect(within(body).getAllByRole('row').map(getText)).toEqual([
      'Call Limit',
      'GET /api/v1/providers 1,000 per hour and key',
      'GET /api/v1/providers/{id} 5,000 per hour and key',
      'GET /api/v1/providers/{id}/compliance 500 per hour and key',
      'GET /api/v1/providers/{id}/reviews 1,000 per hour and key',
      'GET /api/v1/alerts 1,000 per hour and key',
      'GET /api/v1/alerts/{id} 5,000 per hour and key',
      'POST /api/v1/check 200 per hour and key',
      'POST /api/v1/reports 100 per hour and key',
      'All calls in a month 50,000',
    ]);
    expect(getText(body)).toContain('curl "http://site.example/api/v1/providers');
  });
});

describe('the use of the public API by the website', () => {
  it('the website does not call v1: no source of the site or its service worker contains its path [API-13]', () => {
    const folders = ['app', 'server', 'service-worker'].map((name) => join(import.meta.dirname, '../../..', name));
    const sources = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes('paraglide'))
        .map((path) => join(folder, path)),
    );
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((path) => readFileSync(path, 'utf8').includes('/api/v1'))).toEqual([]);
  });
});

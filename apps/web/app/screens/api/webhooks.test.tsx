import type { Webhook, WebhookDelivery } from '@hakiki/contract/webhooks';
import { screen as page, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/fake-api.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { anId } from '../../../test/factories.ts';
import { getText } from '../../../test/dom-queries.ts';
import { renderOnServer, renderInBrowser, findToastText } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { WebhookGuide } from './webhook-guide.tsx';
import { Webhooks } from './webhooks.tsx';
import { registerErrorTexts } from '../../lib/errors/server-error-texts.ts';
import { errorTexts as apiKeyErrorTexts } from '../../paraglide/apiKey_errors.js';

registerErrorTexts(apiKeyErrorTexts);

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const WEBHOOK_URL = 'https://hooks.wallet.example/hakiki';

let idCount = 0;
const newId = () => anId((idCount += 1));

const aWebhook = (overrides: Partial<Webhook> = {}): Webhook => ({
  id: newId() as Webhook['id'],
  url: WEBHOOK_URL,
  events: ['alert.published'],
  state: 'active',
  created: '2026-11-01T10:00:00.000Z',
  failingSince: null,
  overlapUntil: null,
  ...overrides,
});
const aDelivery = (overrides: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: newId() as WebhookDelivery['id'],
  eventId: newId() as WebhookDelivery['eventId'],
  type: 'alert.published',
  created: '2026-11-01T10:00:00.000Z',
  state: 'delivered',
  attempts: 1,
  lastAttempt: '2026-11-01T10:00:01.000Z',
  nextAttempt: null,
  statusCode: 204,
  fault: null,
  answer: null,
  ...overrides,
});

function renderPageInBrowser(
  webhooks: readonly Webhook[],
  { otherResponses = {}, mutationResponse = {} }: { otherResponses?: object; mutationResponse?: object } = {},
) {
  const { api } = createFakeApi({ '/api/webhooks': webhooks, ...otherResponses });
  const requests: unknown[] = [];
  const stubApi: Api = async (path, init) => {
    if (!init?.method || init.method === 'GET') return api(path, init);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    requests.push([init.method, path, body]);
    return Response.json(mutationResponse, { status: 201 });
  };
  renderInBrowser(<Webhooks />, { at: '/api', store: new QueryStore(stubApi), hasToasts: true });
  return requests;
}
const pressButton = (name: RegExp) => userEvent.click(page.getByRole('button', { name }));

describe('the webhooks of an account', () => {
  it('adding a webhook sends its URL and events, and shows the secret once [HOOK-01]', async () => {
    const requests = renderPageInBrowser([], { mutationResponse: { ...aWebhook(), secret: SECRET } });
    expect(await page.findByText('No webhooks yet')).toBeDefined();
    await pressButton(/^Add a webhook$/);
    await userEvent.type(page.getByRole('textbox', { name: /^Address of your server/ }), WEBHOOK_URL);
    await userEvent.click(page.getByRole('checkbox', { name: 'An alert was published' }));
    await userEvent.click(page.getByRole('checkbox', { name: 'A licence changed' }));
    await pressButton(/^Add a webhook$/);
    const secret = await page.findByRole('region', { name: 'The secret of your webhook' });
    expect(within(secret).getByText(SECRET)).toBeDefined();
    expect(requests).toEqual([
      ['POST', '/api/webhooks', { url: WEBHOOK_URL, events: ['licence.changed', 'alert.published'] }],
    ]);
  });

  it('adding a webhook with a URL that is not allowed shows an error', async () => {
    const requests = renderPageInBrowser([]);
    await pressButton(/^Add a webhook$/);
    await userEvent.type(page.getByRole('textbox', { name: /^Address of your server/ }), 'http://wallet.example/');
    await pressButton(/^Add a webhook$/);
    expect(await page.findByRole('link', { name: /begins with https:\/\// })).toBeDefined();
    expect(page.getByRole('link', { name: 'Please choose at least one event' })).toBeDefined();
    expect(requests).toEqual([]);
  });

  it('a webhook can be paused, resumed and tested [HOOK-01]', async () => {
    const [active, failing] = [aWebhook(), aWebhook({ state: 'failing', failingSince: '2026-11-02T10:00:00.000Z' })];
    const requests = renderPageInBrowser([active, failing], { mutationResponse: active });
    expect(await page.findByText('Paused: nothing could be delivered')).toBeDefined();
    expect(page.getByText(/^Nov 2, 2026, /)).toBeDefined();
    await pressButton(/^Pause/);
    await pressButton(/^Resume/);
    expect(await findToastText('status')).toBe('Resumed: waiting events are being sent');
    await pressButton(/^Send a test event/);
    expect(requests).toEqual([
      ['PUT', `/api/webhooks/${active.id}`, { isPaused: true }],
      ['PUT', `/api/webhooks/${failing.id}`, { isPaused: false }],
      ['POST', `/api/webhooks/${active.id}/test`, undefined],
    ]);
  });

  it('the delivery table labels every time, shows the outcome of each delivery, and resends one or all that failed [HOOK-01]', async () => {
    const webhook = aWebhook();
    const failedDelivery = aDelivery({
      state: 'failed',
      attempts: 19,
      statusCode: 500,
      fault: 'status',
      answer: 'broken',
    });
    const waitingDelivery = aDelivery({
      state: 'waiting',
      attempts: 2,
      statusCode: null,
      fault: 'certificate',
      nextAttempt: '2026-11-01T11:00:00.000Z',
    });
    const requests = renderPageInBrowser([webhook], {
      otherResponses: {
        [`/api/webhooks/${webhook.id}/deliveries`]: [
          failedDelivery,
          waitingDelivery,
          aDelivery({ type: 'webhook.test' }),
        ],
      },
      mutationResponse: { replayed: 1 },
    });
    await userEvent.click(await page.findByText('Deliveries'));
    const table = await page.findByRole<HTMLTableElement>('table', { name: `Deliveries: ${WEBHOOK_URL}` });
    const rows = [...table.rows].map(({ cells }) => [...cells].map(getText));
    const attempted = 'last at Nov 1, 2026, 12:00';
    expect(rows.map((cells) => cells.slice(0, -1))).toEqual([
      ['Created', 'Event', 'Outcome', 'Attempts'],
      [
        'Created Nov 1, 2026, 12:00',
        `alert.published ${failedDelivery.eventId}`,
        'Outcome Failed Answered 500 broken',
        `Attempts 19 attempts ${attempted}`,
      ],
      [
        'Created Nov 1, 2026, 12:00',
        `alert.published ${waitingDelivery.eventId}`,
        'Outcome Waiting Certificate not valid for this name',
        `Attempts 2 attempts ${attempted} next at Nov 1, 2026, 13:00`,
      ],
      expect.arrayContaining(['Outcome Delivered Answered 204', `Attempts 1 attempt ${attempted}`]),
    ]);
    await pressButton(new RegExp(`^Send again ?${failedDelivery.eventId}`));
    await pressButton(/^Send all failed again$/);
    expect(requests).toEqual([
      ['POST', `/api/webhooks/${webhook.id}/deliveries/${failedDelivery.id}/replay`, undefined],
      ['POST', `/api/webhooks/${webhook.id}/replay`, { since: '1970-01-01T00:00:00.000Z', onlyFailed: true }],
    ]);
  });

  it('the webhooks are shown in French to a French member', async () => {
    setTestLanguage('fr');
    renderPageInBrowser([aWebhook({ state: 'paused' })]);
    expect(await page.findByText('En pause')).toBeDefined();
    expect(page.getByRole('button', { name: /^Reprendre/ })).toBeDefined();
  });
});

it('the guide explains completely without scripts how to receive webhooks', () => {
  const text = getText(renderOnServer(<WebhookGuide />));
  expect(text).toContain('isFromHakiki');
  expect(text).toContain('is_from_hakiki');
  expect(text).toContain('always with the same webhook-id, and in any order');
});

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
import { apiKeyErrorTexts } from '../../lib/errors/api-key-error-texts.ts';

registerErrorTexts(apiKeyErrorTexts);

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const URL_OF_ONE = 'https://hooks.wallet.example/hakiki';

let nth = 0;
const newId = () => anId((nth += 1));

const aWebhook = (given: Partial<Webhook> = {}): Webhook => ({
  id: newId() as Webhook['id'],
  url: URL_OF_ONE,
  events: ['alert.published'],
  state: 'active',
  created: '2026-11-01T10:00:00.000Z',
  failingSince: null,
  overlapUntil: null,
  ...given,
});
const aDelivery = (given: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
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
  ...given,
});

function shown(webhooks: readonly Webhook[], { more = {}, written = {} }: { more?: object; written?: object } = {}) {
  const { api } = createFakeApi({ '/api/webhooks': webhooks, ...more });
  const sent: unknown[] = [];
  const both: Api = async (path, init) => {
    if (!init?.method || init.method === 'GET') return api(path, init);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    sent.push([init.method, path, body]);
    return Response.json(written, { status: 201 });
  };
  renderInBrowser(<Webhooks />, { at: '/api', store: new QueryStore(both), hasToasts: true });
  return sent;
}
const press = (name: RegExp) => userEvent.click(page.getByRole('button', { name }));

describe('the webhooks of an account', () => {
  it('adding a webhook sends its URL and events, and shows the secret once [HOOK-01]', async () => {
    const sent = shown([], { written: { ...aWebhook(), secret: SECRET } });
    expect(await page.findByText('No webhooks yet')).toBeDefined();
    await press(/^Add a webhook$/);
    await userEvent.type(page.getByRole('textbox', { name: /^Address of your server/ }), URL_OF_ONE);
    await userEvent.click(page.getByRole('checkbox', { name: 'An alert was published' }));
    await userEvent.click(page.getByRole('checkbox', { name: 'A licence changed' }));
    await press(/^Add a webhook$/);
    const secret = await page.findByRole('region', { name: 'The secret of your webhook' });
    expect(within(secret).getByText(SECRET)).toBeDefined();
    expect(sent).toEqual([
      ['POST', '/api/webhooks', { url: URL_OF_ONE, events: ['licence.changed', 'alert.published'] }],
    ]);
  });

  it('adding a webhook with a URL that is not allowed shows an error', async () => {
    const sent = shown([]);
    await press(/^Add a webhook$/);
    await userEvent.type(page.getByRole('textbox', { name: /^Address of your server/ }), 'http://wallet.example/');
    await press(/^Add a webhook$/);
    expect(await page.findByRole('link', { name: /begins with https:\/\// })).toBeDefined();
    expect(page.getByRole('link', { name: 'Please choose at least one event' })).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('a webhook can be paused, resumed and tested [HOOK-01]', async () => {
    const [active, failing] = [aWebhook(), aWebhook({ state: 'failing', failingSince: '2026-11-02T10:00:00.000Z' })];
    const sent = shown([active, failing], { written: active });
    expect(await page.findByText('Paused: nothing could be delivered')).toBeDefined();
    expect(page.getByText('Nov 2, 2026')).toBeDefined();
    await press(/^Pause/);
    await press(/^Resume/);
    expect(await findToastText('status')).toBe('Resumed: waiting events are being sent');
    await press(/^Send a test event/);
    expect(sent).toEqual([
      ['PUT', `/api/webhooks/${active.id}`, { isPaused: true }],
      ['PUT', `/api/webhooks/${failing.id}`, { isPaused: false }],
      ['POST', `/api/webhooks/${active.id}/test`, undefined],
    ]);
  });

  it('the delivery list shows the outcome of each delivery, and resends one or all that failed [HOOK-01]', async () => {
    const webhook = aWebhook();
    const refused = aDelivery({ state: 'failed', attempts: 19, statusCode: 500, fault: 'status', answer: 'broken' });
    const waits = aDelivery({
      state: 'waiting',
      attempts: 2,
      statusCode: null,
      fault: 'certificate',
      nextAttempt: '2026-11-01T11:00:00.000Z',
    });
    const sent = shown([webhook], {
      more: { [`/api/webhooks/${webhook.id}/deliveries`]: [refused, waits, aDelivery({ type: 'webhook.test' })] },
      written: { replayed: 1 },
    });
    await userEvent.click(await page.findByText('Deliveries'));
    const rows = (await page.findAllByRole('listitem')).map(getText).filter((text) => /attempt/.test(text));
    const [first, second, third] = rows.slice(-3);
    expect(first).toContain('Answered 500 · 19 attempts');
    expect(first).toContain('broken');
    expect(second).toContain('Certificate not valid for this name · 2 attempts, next at Nov 1, 2026, 1:00 PM');
    expect(third).toContain('Answered 204 · 1 attempt');
    await press(new RegExp(`^Send again ?${refused.eventId}`));
    await press(/^Send all failed again$/);
    expect(sent).toEqual([
      ['POST', `/api/webhooks/${webhook.id}/deliveries/${refused.id}/replay`, undefined],
      ['POST', `/api/webhooks/${webhook.id}/replay`, { since: '1970-01-01T00:00:00.000Z', onlyFailed: true }],
    ]);
  });

  it('the webhooks are shown in French to a French member', async () => {
    setTestLanguage('fr');
    shown([aWebhook({ state: 'paused' })]);
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

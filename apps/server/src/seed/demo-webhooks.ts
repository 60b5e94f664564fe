/** Webhooks for developers: one that works, with a rejected event, and one that is paused. All are invented. */
import type { DeliveryError, DeliveryState, WebhookEventType } from '@hakiki/contract/webhooks';
import { eq } from 'drizzle-orm';
import type { Services } from '../app.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../modules/webhooks/tables.ts';
import type { Db } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { findActor } from './signed-in.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

interface DemoDelivery {
  hours: number;
  type: WebhookEventType;
  state: DeliveryState;
  attempts: number;
  statusCode?: number;
  fault?: DeliveryError;
  answer?: string;
}

const deliveriesToWorking: readonly DemoDelivery[] = [
  { hours: 2, type: 'alert.published', state: 'delivered', attempts: 1, statusCode: 204 },
  { hours: 26, type: 'alert.withdrawn', state: 'delivered', attempts: 3, statusCode: 200, answer: '{"ok":true}' },
  {
    hours: 120,
    type: 'alert.published',
    state: 'failed',
    attempts: 19,
    statusCode: 422,
    fault: 'status',
    answer: 'unknown field: providerId',
  },
];
const deliveriesToPaused: readonly DemoDelivery[] = [
  { hours: 80, type: 'alert.published', state: 'waiting', attempts: 18, fault: 'certificate' },
];

export async function seedWebhooks({ webhooks: webhooksService }: Pick<Services, 'webhooks'>, db: Db): Promise<void> {
  if ((await db.$count(webhooks)) > 0) return;
  const owner = await findActor(db, 'api@hakiki.example');
  if (!owner) return;
  const createWebhook = async (host: string, deliveries: readonly DemoDelivery[]) => {
    const url = `https://${host}/hooks/hakiki`;
    const { id: webhookId } = await webhooksService.create(
      owner,
      { url, events: ['alert.published', 'alert.withdrawn'] },
      undefined,
    );
    for (const { hours, type, ...delivery } of deliveries) {
      const createdAt = hoursAgo(hours);
      const [event] = await db
        .insert(webhookEvents)
        .values({ type, data: { id: uuidv7() }, createdAt, spreadAt: createdAt })
        .returning({ id: webhookEvents.id });
      const attempts = { firstTriedAt: createdAt, lastAttemptAt: createdAt, tries: delivery.attempts };
      await db.insert(webhookDeliveries).values({ webhookId, eventId: event!.id, createdAt, ...attempts, ...delivery });
    }
    return webhookId;
  };
  await createWebhook('wallet.example', deliveriesToWorking);
  const paused = await createWebhook('old.wallet.example', deliveriesToPaused);
  await db
    .update(webhooks)
    .set({ state: 'failing', failingSince: hoursAgo(80), failures: 18 })
    .where(eq(webhooks.id, paused));
}

/** An API account for developers: working, rotated and revoked keys, a month of calls and the quota they used. */
import { type ApiOutcome, apiOutcomes, v1Calls } from '@hakiki/contract/api-key-values';
import { inArray } from 'drizzle-orm';
import type { Services } from '../app.ts';
import { toMonthStart } from '../modules/public-api/calendar.ts';
import { apiKeys, apiQuotaMonths, apiUsage, latencyBounds } from '../modules/public-api/tables.ts';
import type { Db } from '../platform/db/database.ts';
import { Random } from './random.ts';
import { findActor } from './signed-in.ts';

const DAYS = 30;
const maxCallsPerDay: Record<ApiOutcome, number> = { done: 160, unchanged: 60, wrong: 4, failed: 2 };
const DAY_MS = 86_400_000;

export async function seedApi({ apiKeys: keys }: Pick<Services, 'apiKeys'>, db: Db): Promise<void> {
  if ((await db.$count(apiKeys)) > 0) return;
  const actor = await findActor(db, 'api@hakiki.example');
  if (!actor) return;
  const common = { isTest: false, addresses: [], permissions: ['read:providers', 'read:compliance'] as const };
  const createKey = (options: Partial<Parameters<typeof keys.create>[1]> & { name: string }) =>
    keys.create(
      actor,
      { ...common, ...options, permissions: [...(options.permissions ?? common.permissions)] },
      undefined,
    );

  const checkout = await createKey({ name: 'Checkout' });
  const support = await createKey({
    name: 'Support desk',
    permissions: ['read:reviews', 'write:reports'],
    expiresInDays: 90,
  });
  await createKey({ name: 'Trying things out', isTest: true });
  await keys.rotate(actor, support.id, { overlapHours: 24 }, undefined);
  await keys.revoke(actor, (await createKey({ name: 'Old importer' })).id);

  const rows = [checkout, support].flatMap(({ id: keyId }, index) =>
    Array.from({ length: DAYS }, (_, ago) => ago).flatMap((ago) =>
      v1Calls.slice(0, index === 0 ? 3 : 4).flatMap(({ call }) =>
        apiOutcomes.map((outcome) => {
          const random = new Random(30, `api ${index} ${call} ${outcome}`, ago);
          const calls = random.between(1, maxCallsPerDay[outcome]);
          const latencies = latencyBounds.map((_bound, slot) => (slot === 2 ? calls : 0));
          return {
            accountId: actor.user.id,
            keyId,
            day: new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10),
            endpoint: call,
            outcome,
            calls,
            charged: outcome === 'done' || outcome === 'wrong' ? calls : 0,
            latencyMs: calls * 18,
            latencies: [...latencies, 0],
          };
        }),
      ),
    ),
  );
  await db.insert(apiUsage).values(rows);
  const month = toMonthStart(new Date());
  const used = rows.filter(({ day }) => day >= month).reduce((sum, { charged }) => sum + charged, 0);
  await db.insert(apiQuotaMonths).values({ accountId: actor.user.id, month, used });
  await db
    .update(apiKeys)
    .set({ lastUsedAt: new Date() })
    .where(inArray(apiKeys.id, [checkout.id, support.id]));
}

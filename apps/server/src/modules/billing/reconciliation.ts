/** Compares the gateway's daily list with our payments: applies missing charges and records mismatches for staff. */
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Charges } from './charges.ts';
import type { Gateway, ListedCharge, ListedRow } from './gateway.ts';
import { listHeld, noteDifference, settleFound } from './notices-store.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  log: Log;
  charges: Charges;
  gateway: Gateway;
}

const MOST_HELD = 1000;
const DAYS_BACK = [1, 2, 3];
const DAY_MS = 86_400_000;
/** Two hours ahead of UTC all year. */
const HOURS_AHEAD_MS = 2 * 3_600_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export function createReconciliation({ database, log, charges, gateway }: Needs) {
  /** The list has no tokens; a held notice has one, and its signature was valid. */
  async function readHeldTokens(): Promise<Map<string, string>> {
    const held = await listHeld(database.db, MOST_HELD);
    return new Map(
      held.flatMap(({ body }): [string, string][] => {
        const read = gateway.verify(body, new Headers(), '');
        return !('refused' in read) && read.chargeId && read.token ? [[read.chargeId, read.token]] : [];
      }),
    );
  }

  async function compare(
    { chargeId, agreementId, gross, fee }: ListedCharge,
    heldTokens: ReadonlyMap<string, string>,
  ): Promise<void> {
    const known = await store.findCharge(database.db, chargeId);
    if (known && known.amountCents === gross.cents) return;
    if (known) {
      await noteDifference(database.db, {
        kind: 'charge-missing',
        subject: chargeId,
        detail: `The gateway lists ${gross.cents} cents, we have ${known.amountCents}.`,
        amountCents: gross.cents,
      });
      return;
    }
    // The list is authoritative: the notification was lost, held or never sent.
    const token = heldTokens.get(chargeId);
    const charge = { chargeId, agreementId, token, grossCents: gross.cents, feeCents: fee.cents };
    await database.transaction(async (tx) => {
      await charges.take(tx, charge);
      await settleFound(tx, chargeId);
    });
  }

  /** Records a difference for staff. It is settled automatically when the row succeeds in one of the next nights. */
  const noteFailedRow = ({ chargeId }: ListedRow, on: string, why: string) =>
    noteDifference(database.db, {
      kind: 'charge-missing',
      subject: chargeId.replaceAll('\0', ''),
      detail: `A row of the gateway's list of ${on} ${why}`,
    });

  /** A row that fails does not stop the other rows. */
  async function processRow(row: ListedRow, on: string, heldTokens: ReadonlyMap<string, string>): Promise<void> {
    if (row.direction === 'unreadable') return void (await noteFailedRow(row, on, 'cannot be read.'));
    if (row.direction === 'out') return;
    try {
      await compare(row, heldTokens);
    } catch (error) {
      log.error({ err: error, on }, 'a row of the reconciliation failed');
      // When the database itself is down, this fails too and the job is retried.
      await noteFailedRow(row, on, "could not be taken: the error is in the worker's log.");
    }
  }

  return {
    /** Covers the last three days, so that a night without a response of the gateway is caught up. */
    async run(now = Date.now()): Promise<void> {
      if (gateway.readiness('list').length > 0) return;
      const heldTokens = await readHeldTokens();
      const days = new Map<string, { listed: ListedRow[]; numbers: Set<string> }>();
      const listOf = async (on: string) => {
        const known = days.get(on);
        if (known) return known;
        const listed = await gateway.list(on);
        const day = { listed, numbers: new Set(listed.map(({ chargeId }) => chargeId)) };
        days.set(on, day);
        return day;
      };
      /** A charge of late evening can be on the next day's list. */
      const isListed = async (on: string, chargeId: string): Promise<boolean> => {
        const at = Date.parse(on);
        for (const day of [at, at - DAY_MS, at + DAY_MS]) {
          if ((await listOf(dayOf(day))).numbers.has(chargeId)) return true;
        }
        return false;
      };
      for (const daysBack of DAYS_BACK) {
        const on = dayOf(now + HOURS_AHEAD_MS - daysBack * DAY_MS);
        const { listed } = await listOf(on);
        for (const row of listed) await processRow(row, on, heldTokens);
        for (const { gatewayReference, userId } of await store.listChargedOn(database.db, on)) {
          if (await isListed(on, gatewayReference!)) continue;
          await noteDifference(database.db, {
            kind: 'charge-missing',
            subject: gatewayReference!,
            detail: 'We have a charge that the gateway does not list.',
            userId,
          });
        }
      }
    },
  };
}

/** Compares the gateway's daily list with our payments: applies missing charges and records mismatches for staff. */
import type { Database } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Charges } from '../subscriptions/charges.ts';
import type { Gateway, ListedCharge, ListedRow } from '../payments/gateway.ts';
import { listHeldNotices, recordDifference, settleFoundCharge } from '../payments/notices-store.ts';
import * as store from '../store.ts';

interface Deps {
  database: Database;
  log: Log;
  charges: Charges;
  gateway: Gateway;
}

const MAX_HELD_NOTICES = 1000;
const DAYS_BACK = [1, 2, 3];
const DAY_MS = 86_400_000;
/** Two hours ahead of UTC all year. */
const UTC_OFFSET_MS = 2 * 3_600_000;

const toDateString = (time: number): string => new Date(time).toISOString().slice(0, 10);

export function createReconciliation({ database, log, charges, gateway }: Deps) {
  /** The list has no tokens; a held notice has one, and its signature was valid. */
  async function readHeldTokens(): Promise<Map<string, string>> {
    const heldNotices = await listHeldNotices(database.db, MAX_HELD_NOTICES);
    return new Map(
      heldNotices.flatMap(({ body }): [string, string][] => {
        const verified = gateway.verify(body, new Headers(), '');
        return !('refused' in verified) && verified.chargeId && verified.token
          ? [[verified.chargeId, verified.token]]
          : [];
      }),
    );
  }

  async function reconcileCharge(
    { chargeId, agreementId, gross, fee }: ListedCharge,
    heldTokens: ReadonlyMap<string, string>,
  ): Promise<void> {
    const payment = await store.findByGatewayReference(database.db, chargeId);
    if (payment && payment.amountCents === gross.cents) return;
    if (payment) {
      await recordDifference(database.db, {
        kind: 'charge-missing',
        subject: chargeId,
        detail: `The gateway lists ${gross.cents} cents, we have ${payment.amountCents}.`,
        amountCents: gross.cents,
      });
      return;
    }
    // The list is authoritative: the notification was lost, held or never sent.
    const token = heldTokens.get(chargeId);
    const charge = { chargeId, agreementId, token, grossCents: gross.cents, feeCents: fee.cents };
    await database.transaction(async (tx) => {
      await charges.applyCharge(tx, charge);
      await settleFoundCharge(tx, chargeId);
    });
  }

  /** Records a difference for staff. It is settled automatically when the row succeeds in one of the next nights. */
  const recordFailedRow = ({ chargeId }: ListedRow, date: string, reason: string) =>
    recordDifference(database.db, {
      kind: 'charge-missing',
      subject: chargeId.replaceAll('\0', ''),
      detail: `A row of the gateway's list of ${date} ${reason}`,
    });

  /** A row that fails does not stop the other rows. */
  async function processRow(row: ListedRow, date: string, heldTokens: ReadonlyMap<string, string>): Promise<void> {
    if (row.direction === 'unreadable') return void (await recordFailedRow(row, date, 'cannot be read.'));
    if (row.direction === 'out') return;
    try {
      await reconcileCharge(row, heldTokens);
    } catch (error) {
      log.error({ err: error, on: date }, 'a row of the reconciliation failed');
      // When the database itself is down, this fails too and the job is retried.
      await recordFailedRow(row, date, "could not be taken: the error is in the worker's log.");
    }
  }

  return {
    /** Covers the last three days, so that a night without a response of the gateway is caught up. */
    async run(now = Date.now()): Promise<void> {
      if (gateway.listMissingSettings('list').length > 0) return;
      const heldTokens = await readHeldTokens();
      const days = new Map<string, { listed: ListedRow[]; chargeIds: Set<string> }>();
      const getDayList = async (date: string) => {
        const cached = days.get(date);
        if (cached) return cached;
        const listed = await gateway.listCharges(date);
        const day = { listed, chargeIds: new Set(listed.map(({ chargeId }) => chargeId)) };
        days.set(date, day);
        return day;
      };
      /** A charge of late evening can be on the next day's list. */
      const isListed = async (date: string, chargeId: string): Promise<boolean> => {
        const at = Date.parse(date);
        for (const day of [at, at - DAY_MS, at + DAY_MS]) {
          if ((await getDayList(toDateString(day))).chargeIds.has(chargeId)) return true;
        }
        return false;
      };
      for (const daysBack of DAYS_BACK) {
        const date = toDateString(now + UTC_OFFSET_MS - daysBack * DAY_MS);
        const { listed } = await getDayList(date);
        for (const row of listed) await processRow(row, date, heldTokens);
        for (const { gatewayReference, userId } of await store.listCardPaymentsOn(database.db, date)) {
          if (await isListed(date, gatewayReference!)) continue;
          await recordDifference(database.db, {
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

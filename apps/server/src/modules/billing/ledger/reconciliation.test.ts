/** The nightly comparison with the gateway's list, when one row is not as expected. */
import { afterEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { startTestPayfast, createPayers } from '../../../../test/support/payments.ts';
import { useServer } from '../../../../test/support/server.ts';
import * as agreementsStore from '../subscriptions/agreements-store.ts';

const test = useDatabase();
const { payfast, settings } = await startTestPayfast();
const server = useServer(test, { settings });
const { signUp, runLedgerCheck } = createPayers(test, server, payfast);

/** Runs as in the following night: everything of today is on the list. */
const reconcile = () => server.running.services.billing.reconciliation.run(Date.now() + 86_400_000);
const openDifferences = () =>
  test.sql(`select kind, subject, detail, amount_cents from differences where settled_at is null order by created_at`);

/** Pays by card while no notification gets through, so that only the list has the charge. */
async function payUnnoticed() {
  const buyer = await signUp();
  payfast.hold();
  await buyer.payByCard();
  return buyer;
}

afterEach(() => test.sql('update differences set settled_at = now()'));

describe('an agreement id that is no UUID', () => {
  it.each(['INV-2026-001', '', ' ', "' or 1=1", '01936f6e-1111-7000-8000-00000000000', 'x'.repeat(100)])(
    'finds no agreement and raises no error: %j',
    async (agreementId) => {
      expect(await agreementsStore.findByKey(test.database.db, { agreementId })).toBeUndefined();
      expect(await agreementsStore.lockByKey(test.database.db, { agreementId, token: 'unknown' })).toBeUndefined();
    },
  );

  it('records a charge of another shop as a difference and applies the charges after it [DEC-41]', async () => {
    const chargeId = payfast.receiveElsewhere('INV-2026-001', 50_000);
    const buyer = await payUnnoticed();
    await reconcile();
    expect(await openDifferences()).toContainEqual({
      kind: 'charge-unexpected',
      subject: chargeId,
      detail: 'Charged for an agreement that we do not know.',
      amount_cents: 50_000,
    });
    expect((await buyer.readPlan()).subscriptionTier).toBe('premium');
    expect(await runLedgerCheck()).toEqual([]);
  });
});

describe('a row of the list that fails', () => {
  it('records a failed row, applies the rows after it, and settles the difference when the row succeeds the next night [DEC-41]', async () => {
    const chargeId = payfast.receiveElsewhere('INV-2026-002', 12_345);
    const buyer = await payUnnoticed();
    // Stands for any failure within one transaction.
    await test.sql(`alter table ledger_entries add constraint broken check (amount not in (12345, -12345)) not valid`);
    await reconcile();
    expect(await openDifferences()).toContainEqual({
      kind: 'charge-missing',
      subject: chargeId,
      detail: expect.stringMatching(
        /^A row of the gateway's list of \d{4}-\d\d-\d\d could not be taken: the error is in the worker's log\.$/,
      ),
      amount_cents: null,
    });
    expect((await buyer.readPlan()).subscriptionTier).toBe('premium');

    await test.sql('alter table ledger_entries drop constraint broken');
    await reconcile();
    const ofCharge = (await openDifferences()).filter(({ subject }) => subject === chargeId);
    expect(ofCharge.map(({ kind }) => kind)).toEqual(['charge-unexpected']);
    expect(await runLedgerCheck()).toEqual([]);
  });

  it('records a row whose amount cannot be parsed, and applies the rows after it [DEC-41]', async () => {
    const chargeId = payfast.receiveElsewhere('INV-2026-003', Number.NaN);
    const buyer = await payUnnoticed();
    await reconcile();
    expect(await openDifferences()).toContainEqual({
      kind: 'charge-missing',
      subject: chargeId,
      detail: expect.stringMatching(/^A row of the gateway's list of \d{4}-\d\d-\d\d cannot be read\.$/),
      amount_cents: null,
    });
    expect((await buyer.readPlan()).subscriptionTier).toBe('premium');
  });
});

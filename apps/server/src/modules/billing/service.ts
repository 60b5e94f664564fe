/** Billing: payments become months of a plan. Each part is documented in its own file. */
import type { generateTestPayment } from '@hakiki/contract/billing';
import type { MoneyFigures } from '@hakiki/contract/billing-admin';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { sandboxCents } from '@hakiki/contract/payment-values';
import { notFound } from '../../platform/app-error.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { AuditService } from '../audit/service.ts';
import type { DecisionsService } from '../moderation/workflow/service.ts';
import type { ReferralsService } from './referrals/service.ts';
import { createAgreements } from './subscriptions/agreements.ts';
import { insertAgreement } from './subscriptions/agreements-store.ts';
import { createBooking } from './ledger/booking.ts';
import { createCharges } from './subscriptions/charges.ts';
import { createCredits } from './subscriptions/credits.ts';
import { listUsersWithUnpostedRewards } from './subscriptions/credits-store.ts';
import { createDepositProofs, type CleanFile } from './payments/deposit-proofs.ts';
import { createDeposits } from './payments/deposits.ts';
import { createDifferences } from './ledger/differences.ts';
import { createCheckoutForms, toCardForm } from './payments/checkout-forms.ts';
import type { InvoicesService } from './invoices/invoices.ts';
import type { Ledger } from './ledger/ledger.ts';
import { readMoneyFigures } from './ledger/money-store.ts';
import { createNotices } from './payments/notices.ts';
import { createPayfast } from './payfast/gateway.ts';
import { createReconciliation } from './ledger/reconciliation.ts';
import { createRefunds } from './payments/refunds.ts';
import { createRenewals } from './subscriptions/renewals.ts';
import { createSubscriptions } from './subscriptions/subscriptions.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  log: Log;
  accounts: Pick<AccountsService, 'plans'>;
  audit: AuditService;
  invoices: InvoicesService;
  ledger: Ledger;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
  referrals: Pick<ReferralsService, 'markCredited'>;
  cleanFile: CleanFile;
  settings: Pick<
    Settings,
    'appSecret' | 'payfast' | 'bankAccount' | 'financeEmail' | 'invoicing' | 'publicUrl' | 'isProduction'
  >;
}

export type BillingService = ReturnType<typeof createBillingService>;

const BATCH_SIZE = 500;

export function createBillingService(deps: Deps) {
  const { database, queue, accounts, audit, invoices, ledger, settings } = deps;
  const gateway = createPayfast(settings.payfast);
  const credits = createCredits(deps);
  const booking = createBooking({ ledger, credits, settings });
  const agreements = createAgreements({ database, queue, gateway });
  const charges = createCharges({ queue, accounts, agreements, audit, booking, credits, invoices });
  const forms = createCheckoutForms({ gateway, publicUrl: settings.publicUrl });
  const partDeps = { ...deps, agreements, booking, credits, forms, gateway, charges };

  return {
    subscriptions: createSubscriptions(partDeps),
    notices: createNotices(partDeps),
    deposits: createDeposits(partDeps),
    depositProofs: createDepositProofs(partDeps),
    refunds: createRefunds(partDeps),
    renewals: createRenewals(partDeps),
    reconciliation: createReconciliation(partDeps),
    differences: createDifferences({ database, audit }),
    agreements,

    /** Hidden in production: a sandbox payment there would be a security hole. */
    async createTestPayment(body: BodyOf<typeof generateTestPayment>) {
      if (settings.isProduction) throw notFound('NOT_FOUND');
      forms.assertCardsAccepted();
      const agreementId = await insertAgreement(database.db, {
        userId: null,
        firstCents: sandboxCents,
        monthlyCents: sandboxCents,
        isTest: true,
      });
      const { name_first: firstName, name_last: lastName, email_address: email, cell_number: phone = '' } = body;
      return toCardForm(forms.createSandboxForm({ agreementId, payer: { firstName, lastName, email, phone } }));
    },

    async figures(): Promise<MoneyFigures> {
      const [statistics, overdueInvoices] = await Promise.all([readMoneyFigures(database.db), invoices.countOverdue()]);
      return { ...statistics, overdueInvoices, provenAt: statistics.provenAt?.toISOString() ?? null };
    },

    /** Posts pending referral rewards; runs before the ledger check. */
    async collectRewards(): Promise<void> {
      for (;;) {
        const earners = await listUsersWithUnpostedRewards(database.db, BATCH_SIZE);
        for (const { userId } of earners) await database.transaction((tx) => credits.postRewards(tx, userId));
        if (earners.length < BATCH_SIZE) return;
      }
    },
  };
}

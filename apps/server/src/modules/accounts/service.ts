/** Accounts and authentication. Other modules only ask this service who the actor is and what they may do. */
import type { AdminUser, listAdminUsers } from '@hakiki/contract/accounts-admin';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { AppSecret } from '../../platform/app-secret.ts';
import type { Database } from '../../platform/db/database.ts';
import type { LastRow } from '../../platform/db/newest-list.ts';
import type { Authenticate } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import { createDerivedTokens } from '../../platform/derived-token.ts';
import type { AuditService } from '../audit/service.ts';
import { countToday, listUsers, readCounts, readStartStatus } from './admin-lists.ts';
import { presentAdminUser } from './admin-present.ts';
import { createAdministration } from './profile/administration.ts';
import { createFactorResets } from './factors/factor-resets.ts';
import { createFactors } from './factors/factors.ts';
import { createGoogleSignInFlow } from './auth/google-sign-in.ts';
import { createKnownBrowsers } from './auth/known-browsers.ts';
import { accountEmailJobs } from './emails.ts';
import { createEmailedLinks } from './auth/emailed-links.ts';
import { createOwnAccount, type DeleteUserData, type ExportUserData } from './profile/own-account.ts';
import { createPasswords } from './auth/passwords.ts';
import { createPlanExpiry } from './plans/plan-expiry.ts';
import { type CreatePlanWorkflow, createPlans, type OnPlanEnded } from './plans/plans.ts';
import { createReferralCodes } from './profile/referral-codes.ts';
import { createRegistration, type ReferralHooks } from './auth/registration.ts';
import { createKeyRotations } from './key-rotation.ts';
import { createDeletionEmails } from './profile/deletion-email.ts';
import { createRoles, type ReleaseClaims } from './profile/roles.ts';
import { createSessions } from './auth/sessions.ts';
import { createSignIn } from './auth/sign-in.ts';
import { repairCounts } from './store.ts';
import { createMailedTokens } from './auth/tokens.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  audit: AuditService;
  createPlanWorkflow: CreatePlanWorkflow;
  log: Log;
  exportUserData: ExportUserData;
  releaseClaims: ReleaseClaims;
  deleteUserData: DeleteUserData;
  onPlanEnded: OnPlanEnded;
  referralHooks: ReferralHooks;
  settings: {
    appSecret: AppSecret;
    publicUrl: string;
    isProduction: boolean;
    needsAdminSecondFactor: boolean;
    google: { clientId: string; clientSecret: string; issuerUrl: string } | undefined;
  };
}

export { isBackupCode } from './factors/backup-codes.ts';
export type { FactorProof } from './factors/factors.ts';
export { planIncludesSql as planIncludes } from './plans/effective-plan.ts';
export { enqueuePlanEmail as tellPlan } from './plans/plan-emails.ts';
export type AccountsService = ReturnType<typeof createAccountsService>;

export function createAccountsService(deps: Deps) {
  const { database, queue, limiter, audit, createPlanWorkflow, log, settings } = deps;
  const { exportUserData, releaseClaims, deleteUserData, onPlanEnded, referralHooks } = deps;
  const { appSecret, publicUrl, isProduction: isSecure, needsAdminSecondFactor } = settings;
  const sessions = createSessions({ database, log, isSecure, needsAdminSecondFactor });
  const sharedDeps = {
    database,
    queue,
    limiter,
    audit,
    passwords: createPasswords(),
    sessions,
    knownBrowsers: createKnownBrowsers({ appSecret, isSecure }),
    tokens: createMailedTokens(appSecret),
  };
  const resetTokens = createDerivedTokens(appSecret, 'keep-factor');
  const deletionEmails = createDeletionEmails({ appSecret, publicUrl });
  const links = createEmailedLinks(sharedDeps);
  const factors = createFactors({ ...sharedDeps, appSecret, publicUrl });
  const signIn = createSignIn({ ...sharedDeps, factors });
  const authenticate: Authenticate = (request, call) => sessions.authenticate(request, call);
  return {
    authenticate,
    registration: createRegistration({ ...sharedDeps, links, referralHooks }),
    signIn,
    factors,
    ownAccount: createOwnAccount({
      ...sharedDeps,
      factors,
      links,
      exportUserData,
      deleteUserData,
      onPlanEnded,
      deletionEmails,
    }),
    googleSignIn: createGoogleSignInFlow({ signIn, log, settings }),
    /** For the console. */
    async listForAdmin(
      query: QueryOf<typeof listAdminUsers>,
      after?: LastRow,
    ): Promise<{ rows: AdminUser[]; total: number }> {
      const { rows, total } = await listUsers(database, query, after);
      return { rows: rows.map(presentAdminUser), total };
    },
    readCounts: () => readCounts(database),
    countToday: () => countToday(database),
    readStartStatus: () => readStartStatus(database),
    /** Corrects the stored counts and returns the number of corrections. */
    reconcile: () => database.transaction(repairCounts),
    plans: createPlans({ database, audit, createPlanWorkflow, onPlanEnded }),
    planExpiry: createPlanExpiry({ ...sharedDeps, log, onPlanEnded }),
    roles: createRoles({ ...sharedDeps, releaseClaims }),
    referralCodes: createReferralCodes(sharedDeps),
    factorResets: createFactorResets({ ...sharedDeps, resetTokens }),
    administration: createAdministration({ ...sharedDeps, links, publicUrl, releaseClaims }),
    keyRotations: createKeyRotations({ database, appSecret, tokens: sharedDeps.tokens, resetTokens }),
    emailJobs: (sendMail: SendMail) => [
      ...accountEmailJobs({ ...sharedDeps, resetTokens, sendMail, publicUrl }),
      deletionEmails.job(sendMail),
    ],
  };
}

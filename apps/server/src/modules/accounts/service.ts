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
import type { DecisionsService } from '../decisions/service.ts';
import { countToday, listUsers, readCounts } from './admin-lists.ts';
import { presentAdminUser } from './admin-present.ts';
import { createAdministration } from './administration.ts';
import { createFactorResets } from './factor-resets.ts';
import { createFactors } from './factors.ts';
import { createGoogleDoor } from './google-door.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { accountLetterJobs } from './letters.ts';
import { createMailedLinks } from './mailed-links.ts';
import { createOwnAccount, type ForgetKept, type TellKept } from './own-account.ts';
import { createPasswords } from './passwords.ts';
import { createPlanEnds } from './plan-ends.ts';
import { createPlans, type PlanEnded } from './plans.ts';
import { createReferralCodes } from './referral-codes.ts';
import { createRegistration, type Invitations } from './registration.ts';
import { createRenewal } from './renewal.ts';
import { createRoles, type LayDown } from './roles.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { repairCounts } from './store.ts';
import { createMailedTokens } from './tokens.ts';

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  audit: AuditService;
  decisions: DecisionsService;
  log: Log;
  tellKept: TellKept;
  layDown: LayDown;
  forget: ForgetKept;
  planEnded: PlanEnded;
  invitations: Invitations;
  settings: {
    appSecret: AppSecret;
    publicUrl: string;
    isProduction: boolean;
    needsAdminSecondFactor: boolean;
    google: { clientId: string; clientSecret: string; issuerUrl: string } | undefined;
  };
}

export { isBackupCode } from './backup-codes.ts';
export type { FactorProof } from './factors.ts';
export { planIncludes } from './open-plan.ts';
export { tellPlan } from './plan-letters.ts';
export type AccountsService = ReturnType<typeof createAccountsService>;

export function createAccountsService(given: Needs) {
  const { database, queue, limiter, audit, decisions, log, settings } = given;
  const { tellKept, layDown, forget, planEnded, invitations } = given;
  const { appSecret, publicUrl, isProduction: isSecure, needsAdminSecondFactor } = settings;
  const sessions = createSessions({ database, log, isSecure, needsAdminSecondFactor });
  const needs = {
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
  const links = createMailedLinks(needs);
  const factors = createFactors({ ...needs, appSecret, publicUrl });
  const signIn = createSignIn({ ...needs, factors });
  const authenticate: Authenticate = (request, call) => sessions.authenticate(request, call);
  return {
    authenticate,
    registration: createRegistration({ ...needs, links, invitations }),
    signIn,
    factors,
    own: createOwnAccount({ ...needs, factors, links, tellKept, forget, planEnded }),
    google: createGoogleDoor({ signIn, log, settings }),
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
    /** Corrects the stored counts and returns the number of corrections. */
    reconcile: () => database.transaction(repairCounts),
    plans: createPlans({ database, audit, decisions, planEnded }),
    planEnds: createPlanEnds({ ...needs, log, planEnded }),
    roles: createRoles({ ...needs, layDown }),
    referralCodes: createReferralCodes(needs),
    factorResets: createFactorResets({ ...needs, resetTokens }),
    administration: createAdministration({ ...needs, links, publicUrl, layDown }),
    underSecret: createRenewal({ database, appSecret, tokens: needs.tokens, resetTokens }),
    letterJobs: (sendMail: SendMail) => accountLetterJobs({ ...needs, resetTokens, sendMail, publicUrl }),
  };
}

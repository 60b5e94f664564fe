/** Dependencies that the services of this module share. */
import type { Database } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import type { AuditService } from '../audit/service.ts';
import type { KnownBrowsers } from './auth/known-browsers.ts';
import type { Passwords } from './auth/passwords.ts';
import type { Sessions } from './auth/sessions.ts';
import type { DerivedTokens } from '../../platform/derived-token.ts';

export interface AccountDeps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  audit: AuditService;
  passwords: Passwords;
  sessions: Sessions;
  knownBrowsers: KnownBrowsers;
  tokens: DerivedTokens;
}

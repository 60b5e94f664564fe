/** The product's table of contents: which rooms there are and what each needs. */
import type { Settings } from './platform/config/settings.ts';
import type { Database } from './platform/db/database.ts';
import type { Route } from './platform/http/route.ts';
import type { Queue } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log/log.ts';
import { createRateLimiter, type RateLimiter } from './platform/rate-limit/rate-limiter.ts';
import { accountLetters } from './modules/accounts/letters.ts';
import { accountsRoutes } from './modules/accounts/routes.ts';
import { createAccountsService } from './modules/accounts/service.ts';
import { createAuditService } from './modules/audit/service.ts';
import { salesLetter } from './modules/contact/letters.ts';
import { contactRoutes } from './modules/contact/routes.ts';
import { createContactService } from './modules/contact/service.ts';
import { directoryRoutes } from './modules/directory/routes.ts';
import { createDirectoryService } from './modules/directory/service.ts';
import { experiencesRoutes } from './modules/experiences/routes.ts';
import { createExperiencesService } from './modules/experiences/service.ts';
import { confirmationLetter } from './modules/public-forms/letters.ts';
import { publicFormsRoutes } from './modules/public-forms/routes.ts';
import { createPublicFormsService } from './modules/public-forms/service.ts';
import { reviewsRoutes } from './modules/reviews/routes.ts';
import { createReviewsService } from './modules/reviews/service.ts';

export type Services = ReturnType<typeof createServices>;

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  log: Log;
  settings: Settings;
}

export function createServices({ database, queue, limiter, log, settings }: Needs) {
  const audit = createAuditService();
  const accounts = createAccountsService({ database, queue, limiter, audit, log, settings });
  const directory = createDirectoryService({ database });
  const reviews = createReviewsService({ database, audit, directory });
  const experiences = createExperiencesService({ database, audit });
  const contact = createContactService({ database, queue, audit, settings });
  const publicForms = createPublicFormsService({ database, queue, limiter, contact, experiences, settings });
  return { accounts, audit, contact, directory, experiences, publicForms, reviews };
}

export const createLimiter = ({ database, log, settings }: Pick<Needs, 'database' | 'log' | 'settings'>): RateLimiter =>
  createRateLimiter({
    database,
    log,
    redisUrl: settings.redisUrl,
    secret: settings.appSecret,
    scale: settings.rateLimitScale,
  });

export const createRoutes = (services: Services): Route[] => [
  ...accountsRoutes(services),
  ...directoryRoutes(services),
  ...reviewsRoutes(services),
  ...experiencesRoutes(services),
  ...contactRoutes(services),
  ...publicFormsRoutes(services),
];

/** Jobs that requests enqueue. */
export const requestedJobs = [...accountLetters, confirmationLetter.job, salesLetter.job];

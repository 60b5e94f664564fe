/** The product's table of contents: which rooms there are and what each needs. */
import type { Database } from './platform/db/database.ts';
import type { Route } from './platform/http/route.ts';
import { accountsRoutes } from './modules/accounts/routes.ts';
import { createAccountsService } from './modules/accounts/service.ts';
import { directoryRoutes } from './modules/directory/routes.ts';
import { createDirectoryService } from './modules/directory/service.ts';
import { reviewsRoutes } from './modules/reviews/routes.ts';
import { createReviewsService } from './modules/reviews/service.ts';

export type Services = ReturnType<typeof createServices>;

export function createServices({ database }: { database: Database }) {
  const accounts = createAccountsService();
  const directory = createDirectoryService({ database });
  const reviews = createReviewsService({ database, directory });
  return { accounts, directory, reviews };
}

export const createRoutes = (services: Services): Route[] => [
  ...accountsRoutes(),
  ...directoryRoutes(services),
  ...reviewsRoutes(services),
];

import { defineQuery } from '../api/queries.ts';

/** How the person pays for the plan. */
export const subscriptionQuery = defineQuery('/api/subscription');

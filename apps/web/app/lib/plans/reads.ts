import { read } from '../api/reads.ts';

/** How the person pays for the plan. */
export const subscriptionRead = read('/api/subscription');

import { read } from '../api/reads.ts';

/** How the person's plan is paid. */
export const subscriptionRead = read('/api/subscription');

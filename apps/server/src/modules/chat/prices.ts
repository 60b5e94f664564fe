/**
 * What answers cost. Nobody tells us the price of a single answer, so these are the highest of the countries we serve;
 * an operator gives others to `hakiki doors connect`. In millionths of a US dollar.
 */

/**
 * Since 2026-10-01 each answer costs the utility rate of the person's country: South Africa 0.0076, Nigeria 0.0067,
 * Egypt 0.0052, most others 0.0040 dollars (from Plivo's card of 2026-04-01 less its 10 %); the first 1,000 of a number
 * and month are free (one source). Confirm both at Meta's rate card.
 */
export const whatsappPrice = { answerCost: 7600, freeAnswersPerMonth: 1000 };

/** Kenya, paid by us: at most 1.6 KSh a session (mspace.co.ke, undated), at 129 KSh a dollar. */
export const USSD_SESSION_COST = 12_400;

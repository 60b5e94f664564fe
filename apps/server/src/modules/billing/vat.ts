/** Value-added tax of South Africa. Prices contain it; a company that is not registered must not show any. */
const PERCENT = 15;
/** Above it a tax invoice names its recipient and the quantity, too. */
const FULL_ABOVE_CENTS = 500_000;

export const vatWithin = (totalCents: number): number => Math.round((totalCents * PERCENT) / (100 + PERCENT));

export const needsFullInvoice = (totalCents: number): boolean => Math.abs(totalCents) > FULL_ABOVE_CENTS;

export const vatWords = `VAT at ${PERCENT} %`;

/** South African value-added tax. Prices include it; a company that is not registered must not show it. */
const PERCENT = 15;
/** Above this amount a tax invoice must name its recipient and the quantity. */
const FULL_ABOVE_CENTS = 500_000;

export const vatWithin = (totalCents: number): number => Math.round((totalCents * PERCENT) / (100 + PERCENT));

export const needsFullInvoice = (totalCents: number): boolean => Math.abs(totalCents) > FULL_ABOVE_CENTS;

export const vatWords = `VAT at ${PERCENT} %`;

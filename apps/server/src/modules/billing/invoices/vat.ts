/** South African value-added tax. Prices include it; a company that is not registered must not show it. */
const VAT_PERCENT = 15;
/** Above this amount a tax invoice must name its recipient and the quantity. */
const FULL_INVOICE_ABOVE_CENTS = 500_000;

export const computeIncludedVat = (totalCents: number): number =>
  Math.round((totalCents * VAT_PERCENT) / (100 + VAT_PERCENT));

export const requiresFullInvoice = (totalCents: number): boolean => Math.abs(totalCents) > FULL_INVOICE_ABOVE_CENTS;

export const vatLabel = `VAT at ${VAT_PERCENT} %`;

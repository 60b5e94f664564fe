/** Prices include value-added tax; a company that is not registered must not charge it. */

/** Above this amount a South African tax invoice must name its recipient and the quantity. */
const FULL_INVOICE_ABOVE_CENTS = 500_000;

export interface VatSettings {
  vatNumber: string | undefined;
  vatPercent: number;
}

/** The VAT inside a price; null while the company is not registered. */
export const computeIncludedVat = (totalCents: number, { vatNumber, vatPercent }: VatSettings): number | null =>
  vatNumber ? Math.round((totalCents * vatPercent) / (100 + vatPercent)) : null;

export const requiresFullInvoice = (totalCents: number): boolean => Math.abs(totalCents) > FULL_INVOICE_ABOVE_CENTS;

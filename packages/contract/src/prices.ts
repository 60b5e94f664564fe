/** What things cost, in rand, in this one place: every screen, letter and payment reads it here. */
export const prices = {
  free: 0,
  premiumPerMonth: 250,
  providerListingPerYear: 25_000,
  apiPerYear: 100_000,
  consultingFrom: 50_000,
  businessFromPerYear: 25_000,
  regtechFromPerYear: 50_000,
  sandboxPayment: 5,
} as const;

/** All prices in rand, used by screens, emails and payments. */
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

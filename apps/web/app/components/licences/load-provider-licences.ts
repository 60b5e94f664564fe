/** Only the overview of a provider needs it. */
export const loadProviderLicences = async () => ({
  default: (await import('./provider-licences.tsx')).ProviderLicences,
});

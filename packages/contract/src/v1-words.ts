/** Descriptions of the public API's parameters, for the OpenAPI document and the English documentation. */
export const v1ParameterDescriptions = {
  id: 'The id of a provider, as the list of providers gives it.',
  search: 'Words in the name, other names, description or website of a provider.',
  within: 'names searches in what a provider is called, and nowhere else.',
  country: 'A country in which the provider works, by its English name.',
  type: 'One or more kinds of provider, joined by commas.',
  verificationStatus: 'One or more verdicts, joined by commas.',
  riskScore: 'One or more levels of risk, joined by commas.',
  sort: 'In which order.',
  limit: 'How many at most in one answer.',
  offset: 'How many to pass over. The header Link has the address of the next page ready.',
  updated_since: 'Only what changed since then, the oldest change first; the next page is in Link.',
  after: 'Where the page before ended, as Link gives it; belongs to updated_since.',
  reportType: 'What the issue is.',
  description: 'What happened, in the words of who reports it.',
  severity: 'How bad it is.',
  reporterLocation: 'Where the person is. It is never public.',
  providerId: 'Whom it is about.',
} as const satisfies Record<string, string>;
export type V1ParameterName = keyof typeof v1ParameterDescriptions;

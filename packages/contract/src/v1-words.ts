/** Descriptions of the public API's parameters, for the OpenAPI document and the English documentation. */
export const v1ParameterDescriptions = {
  id: 'The id of a provider, as the list of providers gives it.',
  search: 'Words in the name, other names, description or website of a provider.',
  within: 'names searches only in the names of a provider.',
  country: 'A country in which the provider works, by its English name.',
  type: 'One or more kinds of provider, joined by commas.',
  verificationStatus: 'One or more verdicts, joined by commas.',
  riskScore:
    'One or more of Low, Medium, High and Unassessed (not scored yet), joined by commas. A flagged provider is High.',
  sort: 'Sort order.',
  limit: 'Maximum number of results per page.',
  offset: 'Number of results to skip. The Link header contains the next page.',
  updated_since: 'Only changes since this time, oldest first. The Link header contains the next page.',
  after: 'Where the previous page ended, as given in Link. Only with updated_since.',
  reportType: 'The type of issue.',
  description: 'What happened, in the words of the reporter.',
  severity: 'How serious it is.',
  reporterLocation: 'Where the person is. It is never public.',
  providerId: 'The provider it is about.',
} as const satisfies Record<string, string>;
export type V1ParameterName = keyof typeof v1ParameterDescriptions;

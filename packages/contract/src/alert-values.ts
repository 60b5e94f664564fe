/** The values of alerts without their schemas: what a screen needs to show and offer them. */

export const severities = ['Low', 'Medium', 'High', 'Critical'] as const;
export type Severity = (typeof severities)[number];

/** Stored and sent capitalised; what comes in may be written in any case. */
export const toSeverity = (given: string): Severity | undefined =>
  severities.find((severity) => severity.toLowerCase() === given.trim().toLowerCase());

/** In the order of the form. */
export const alertTypes = [
  'ponzi_scheme',
  'fake_platform',
  'phishing',
  'rug_pull',
  'exchange_hack',
  'wallet_compromise',
  'fraud',
  'scam',
] as const;
export type AlertType = (typeof alertTypes)[number];

/** What an alert can be edited to. */
export const editedAlertStatuses = ['pending', 'approved', 'rejected'] as const;
/** `merged`: confirmed, and counted into the one alert that is public about the same thing. */
export const alertStatuses = [...editedAlertStatuses, 'merged'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** As the forms offer them; they are sent in lowercase. */
export const scamCountriesAlone = [
  'Nigeria',
  'South Africa',
  'Kenya',
  'Ghana',
  'Uganda',
  'Tanzania',
  'Zimbabwe',
  'Botswana',
  'Zambia',
  'Rwanda',
  'Malawi',
  'Mozambique',
] as const;
export const scamCountries = [...scamCountriesAlone, 'Other'] as const;

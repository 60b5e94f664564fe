/** Constants of alerts without their schemas, for screens. */

export const severities = ['Low', 'Medium', 'High', 'Critical'] as const;
export type Severity = (typeof severities)[number];

/** Severities are stored and sent capitalised; input may have any letter case. */
export const toSeverity = (value: string): Severity | undefined =>
  severities.find((severity) => severity.toLowerCase() === value.trim().toLowerCase());

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

/** The statuses that an edit can set. */
export const editableAlertStatuses = ['pending', 'approved', 'rejected'] as const;
/** `merged`: confirmed, and counted in the public alert about the same scam. */
export const alertStatuses = [...editableAlertStatuses, 'merged'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** As shown in the forms, which send them in lowercase. */
export const scamCountriesWithoutOther = [
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
export const scamCountries = [...scamCountriesWithoutOther, 'Other'] as const;

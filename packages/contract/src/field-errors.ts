/**
 * Errors of single fields: the code for site and programs, and the English sentence in the API response. Sentences with
 * parameters are functions. Pages load only the codes (`field-error.ts`).
 */
const formatCount = (number: number): string => number.toLocaleString('en');

/** Errors that a user can cause; the site translates each of them. */
export const formErrors = {
  INVALID_EMAIL: 'Please enter a valid email address',
  PASSWORD_REQUIRED: 'Password is required',
  PASSWORD_TOO_SHORT: 'Password must be at least 8 characters',
  PASSWORD_TOO_LONG: 'Password must be at most 200 characters',
  PASSWORD_COMMON: 'This password is too easy to guess. Please choose another one',
  CONFIRMATION_REQUIRED: 'Please confirm your password',
  PASSWORDS_DIFFER: "Passwords don't match",
  FIRST_NAME_REQUIRED: 'First name is required',
  LAST_NAME_REQUIRED: 'Last name is required',
  BUSINESS_NAME_REQUIRED: 'Business name is required',
  REPRESENTATIVE_NAME_REQUIRED: 'Representative name is required',
  REPRESENTATIVE_SURNAME_REQUIRED: 'Representative surname is required',
  ORGANIZATION_NAME_REQUIRED: 'Organization name is required',
  CONTACT_NAME_REQUIRED: 'Contact person name is required',
  CONTACT_SURNAME_REQUIRED: 'Contact person surname is required',
  LICENSE_REQUIRED: 'Regulatory license number is required',
  ORGANIZATION_TYPE_REQUIRED: 'Organization type is required',
  INVALID_PHONE: 'Please enter a valid cellphone number',
  TOKEN_REQUIRED: 'Please enter your verification token',
  CODE_REQUIRED: 'Please enter the code',
  RATING_REQUIRED: 'Please select a rating',
  EXPERIENCE_REQUIRED: 'Please describe your experience',
  PROVIDER_NAME_REQUIRED: 'Provider name is required',
  NAME_REQUIRED: 'Name is required',
  SUBJECT_REQUIRED: 'Subject is required',
  MESSAGE_REQUIRED: 'Message is required',
  PASSKEY_NAME_REQUIRED: 'Please give the passkey a name',
  TITLE_TOO_SHORT: 'Title must be at least 10 characters',
  ALERT_TYPE_REQUIRED: 'Please select a scam type',
  SEVERITY_REQUIRED: 'Please select severity level',
  SCAM_DESCRIPTION_TOO_SHORT: 'Description must be at least 50 characters',
  COUNTRY_REQUIRED: 'Please specify at least one country',
  COUNTRY_UNKNOWN: 'Please use countries of Africa by their English names, such as Kenya, or their codes, such as KE',
  TOO_MANY_COUNTRIES: 'Too many countries: at most 30',
  ALL_REQUIRED: 'Please fill in all required fields.',
  SUBMISSION_NAME_TOO_SHORT: 'Provider name must be at least 2 characters',
  SUBMISSION_TYPE_REQUIRED: 'Please select a provider type',
  SUBMISSION_DESCRIPTION_TOO_SHORT: 'Description must be at least 100 characters',
  INVALID_URL: 'Please enter a valid URL',
  NAME_TOO_COMMON: 'This name is too short or too common to be protected: honest sites contain it, too',
  OFFICIAL_HOST_REQUIRED: 'Please enter at least one official address',
  YOUR_NAME_TOO_SHORT: 'Your name must be at least 2 characters',
  RELATIONSHIP_REQUIRED: 'Please select your relationship to the provider',
  TERMS_REQUIRED: 'You must agree to the terms',
  ANSWER_REQUIRED: 'Please write an answer',
  APPELLANT_REQUIRED: 'Please say who is asking',
  APPEAL_WISH_REQUIRED: 'Please say what should happen',
  DISPUTE_ABOUT_REQUIRED: 'Please enter the link, wallet, number or name',
  DISPUTE_UNREADABLE: 'We could not read this. Write a phone number with its country code, such as +254',
  DISPUTE_GROUND_REQUIRED: 'Please say what is wrong',
  DISPUTE_TOO_SHORT: 'Please say in at least 20 characters why it is wrong',
  APPEAL_TOO_SHORT: 'Please say in at least 20 characters what is wrong',
  FILE_NAME_REQUIRED: 'The file needs a name',
  YEAR_OUT_OF_RANGE: ({ max }: { max: number }) => `Year must be between 1990 and ${max}`,
  /** Never shows the message about a too short text: after pasting too much, people must read by how much. */
  TOO_LONG: ({ max, given }: { max: number; given: number }) =>
    `Too long: at most ${formatCount(max)} characters, and you wrote ${formatCount(given)}`,
  /** Used for messages of the schema library. */
  INVALID_VALUE: 'Invalid input',
} as const;

export const staffFormErrors = {
  BACKUP_CODE_REFUSED: 'Backup codes do not open contact details. Use your authenticator app or a passkey',
  TITLE_REQUIRED: 'Title is required',
  DESCRIPTION_REQUIRED: 'Description is required',
  REASON_REQUIRED: 'Please give a reason',
  SNOOZE_DAY: 'Please choose a day within the next two weeks',
  PLAN_END_DAY: 'Please choose a day within the next five years',
  QUESTION_REQUIRED: 'Please write a question',
  TEXT_STRUCK_OUT: 'This text contains characters that strike out or cover letters. Please remove them.',
  AUTHORITY_REQUIRED: 'Please say who says so',
  CHECKED_DAY_INVALID: 'Please give the day on which you saw it, not a day in the future',
  EVIDENCE_SOURCE_REQUIRED: 'Please give the link, the number under which it can be found, or a picture',
  FEATURE_NAME_REQUIRED: 'Please name the security feature',
  ALERTS_REQUIRED: 'Choose at least one alert.',
} as const;

export const businessFormErrors = {
  USER_COUNT_INVALID: 'Please enter the number of users in digits, such as 120000',
  TEXT_REQUIRED: 'Text is required',
  USSD_INVALID: 'A code looks like *123*4#: a star or # first, # last',
  COMPANY_NAME_REQUIRED: 'Company name is required',
  FILES_REQUIRED: 'Choose at least one file.',
  TOO_MANY_AT_ONCE: 'Too many files at once.',
  FILE_NOT_AS_NAMED: 'The content does not match the name, or the file is too large.',
} as const;

export const apiKeyFormErrors = {
  WEBHOOK_URL_REQUIRED: 'Please enter an address that begins with https:// and can be reached from the internet',
  WEBHOOK_EVENTS_REQUIRED: 'Please choose at least one event',
  TIME_REQUIRED: 'Please give a date and time',
  API_KEY_NAME_REQUIRED: 'Please provide a name for your API key',
  ADDRESS_REQUIRED: 'Please write an address such as 203.0.113.7, or a block such as 203.0.113.0/24',
} as const;

/** Errors that only a program can cause; in English only. */
export const programErrors = {
  TOO_DEEP: ({ max }: { max: number }) =>
    `Lists can be read to entry ${formatCount(max)}. Please use filters to see more`,
  UNKNOWN_PARAMETER: 'Not a parameter of this call.',
  INVALID_TIME: 'Must be a date and time with its time zone, such as 2026-11-19T08:00:00Z.',
  UNKNOWN_FIELD: 'Not a field of this call.',
  UNKNOWN_NAME: 'Not a field name.',
  NOT_JSON: 'Must be JSON.',
  NOT_TEXT: 'Must be plain text.',
  NESTED_TOO_DEEP: 'Must not be nested so deep.',
  NOT_MULTIPART: 'Must be sent as multipart/form-data.',
  NOT_SIGNED: 'The signature is not valid.',
  NOT_BY_CONTRACT: 'Only API and Enterprise plans have an agreed end.',
  NOT_A_QUERY: 'Must be the query of this list.',
  NOT_A_PUBLIC_KEY: 'Must be a P-256 public key.',
  MAILBOX_OF_LETTERS: 'Required for proof by email, and not allowed otherwise.',
  NOT_A_KEY: ({ min, max }: { min: number; max: number }) => `Must be ${min} to ${max} printable characters.`,
} as const;

export const fieldErrors = {
  ...formErrors,
  ...staffFormErrors,
  ...businessFormErrors,
  ...apiKeyFormErrors,
  ...programErrors,
};

export type FieldCode = keyof typeof fieldErrors;

export type ParamsOf<Code> = Code extends FieldCode
  ? (typeof fieldErrors)[Code] extends (params: infer Params) => string
    ? Params
    : undefined
  : undefined;

/** A code whose sentence has no parameters. */
export type PlainFieldCode = { [Code in FieldCode]: ParamsOf<Code> extends undefined ? Code : never }[FieldCode];

export type FieldError =
  | { code: PlainFieldCode }
  | { [Code in Exclude<FieldCode, PlainFieldCode>]: { code: Code; params: ParamsOf<Code> } }[Exclude<
      FieldCode,
      PlainFieldCode
    >];

export function toSentence(error: FieldError): string {
  const sentence: string | ((params: never) => string) = fieldErrors[error.code];
  return typeof sentence === 'string' ? sentence : sentence(('params' in error ? error.params : {}) as never);
}

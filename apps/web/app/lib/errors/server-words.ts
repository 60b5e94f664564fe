/**
 * The server speaks English. Its sentences are fixed in the contract, so that the site can say the same in the reader's
 * language; a sentence it does not know is shown as it came. In English every sentence stays as it is.
 */
import type { apiKeyErrors, v1Errors } from '@hakiki/contract/api-errors';
import type { businessErrors } from '@hakiki/contract/business-errors';
import type { ErrorCode } from '@hakiki/contract/errors';
import { publicErrors } from '@hakiki/contract/public-errors';
import { tooLong, words, yearOutOfRange } from '@hakiki/contract/words';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../language/format.ts';
import type { apiKeyFieldWords } from './api-key-words.ts';
import type { businessFieldWords } from './business-words.ts';
import type { staffErrorWords, staffFieldWords } from './staff-words.ts';

/** What the schema library says where the contract has no words of its own. */
const INVALID_VALUE = 'Invalid input';

type OfOneScreen = keyof typeof staffFieldWords | keyof typeof apiKeyFieldWords | keyof typeof businessFieldWords;

const fieldWords: Record<Exclude<keyof typeof words, OfOneScreen>, () => string> = {
  invalidEmail: m.server_invalid_email,
  passwordRequired: m.server_password_required,
  passwordTooShort: m.server_password_too_short,
  passwordTooLong: m.server_password_too_long,
  passwordCommon: m.server_password_common,
  confirmationRequired: m.server_confirmation_required,
  passwordsDiffer: m.server_passwords_differ,
  firstNameRequired: m.server_first_name_required,
  lastNameRequired: m.server_last_name_required,
  businessNameRequired: m.server_business_name_required,
  representativeNameRequired: m.server_representative_name_required,
  representativeSurnameRequired: m.server_representative_surname_required,
  organizationNameRequired: m.server_organization_name_required,
  contactNameRequired: m.server_contact_name_required,
  contactSurnameRequired: m.server_contact_surname_required,
  licenseRequired: m.server_license_required,
  organizationTypeRequired: m.server_organization_type_required,
  invalidPhone: m.server_invalid_phone,
  tokenRequired: m.server_token_required,
  codeRequired: m.server_code_required,
  ratingRequired: m.server_rating_required,
  experienceRequired: m.server_experience_required,
  providerNameRequired: m.server_provider_name_required,
  nameRequired: m.server_name_required,
  subjectRequired: m.server_subject_required,
  messageRequired: m.server_message_required,
  passkeyNameRequired: m.server_passkey_name_required,
  titleTooShort: m.server_title_too_short,
  alertTypeRequired: m.server_alert_type_required,
  severityRequired: m.server_severity_required,
  scamDescriptionTooShort: m.server_scam_description_too_short,
  countryRequired: m.server_country_required,
  tooManyCountries: m.server_too_many_countries,
  allRequired: m.server_all_required,
  submissionNameTooShort: m.server_submission_name_too_short,
  submissionTypeRequired: m.server_submission_type_required,
  submissionDescriptionTooShort: m.server_submission_description_too_short,
  invalidUrl: m.server_invalid_url,
  yourNameTooShort: m.server_your_name_too_short,
  relationshipRequired: m.server_relationship_required,
  termsRequired: m.server_terms_required,
  answerRequired: m.server_answer_required,
  appellantRequired: m.server_appellant_required,
  appealWishRequired: m.server_appeal_wish_required,
  appealTooShort: m.server_appeal_too_short,
  fileNameRequired: m.server_file_name_required,
};

/** Those of programs have no words here: they are told in English. */
type ToldElsewhere =
  | keyof typeof staffErrorWords
  | keyof typeof apiKeyErrors
  | keyof typeof businessErrors
  | keyof typeof v1Errors;

const errorWords: Record<Exclude<ErrorCode, ToldElsewhere>, () => string> = {
  INVALID_INPUT: m.server_invalid_input,
  NOT_SIGNED_IN: m.server_not_signed_in,
  WRONG_CREDENTIALS: m.server_wrong_credentials,
  WRONG_ADMIN_CREDENTIALS: m.server_wrong_admin_credentials,
  SECOND_FACTOR_REQUIRED: m.server_second_factor_required,
  WRONG_CODE: m.server_wrong_code,
  TOO_MANY_WRONG_CODES: m.server_too_many_wrong_codes,
  PASSKEY_REFUSED: m.server_passkey_refused,
  EMAIL_NOT_VERIFIED: m.server_email_not_verified,
  ADMIN_SECOND_FACTOR_REQUIRED: m.server_admin_second_factor_required,
  WRONG_PASSWORD: m.server_wrong_password,
  EMAIL_TAKEN: m.server_email_taken,
  REVIEW_EXISTS: m.server_review_exists,
  NEWS_FEED_NOT_FOUND: m.server_news_feed_not_found,
  ALREADY_DECIDED: m.server_already_decided,
  ALREADY_ANSWERED: m.server_already_answered,
  TOO_MANY_FILES: m.server_too_many_files,
  KEY_REUSED: m.server_key_reused,
  TOO_MANY_APPEALS: m.server_too_many_appeals,
  FILE_REFUSED: m.server_file_refused,
  PROOF_MISSING: m.server_proof_missing,
  VERIFICATION_LINK_INVALID: m.server_verification_link_invalid,
  EMAIL_ALREADY_VERIFIED: m.server_email_already_verified,
  LINK_INVALID: m.server_link_invalid,
  FORBIDDEN: m.server_forbidden,
  NOT_FOUND: m.server_not_found,
  METHOD_NOT_ALLOWED: m.server_method_not_allowed,
  PROVIDER_NOT_FOUND: m.provider_not_found_text,
  REVIEW_NOT_FOUND: m.server_review_not_found,
  EXPERIENCE_NOT_FOUND: m.server_experience_not_found,
  ALERT_NOT_FOUND: m.server_alert_not_found,
  REPORT_NOT_FOUND: m.server_report_not_found,
  FILING_NOT_FOUND: m.server_filing_not_found,
  SESSION_NOT_FOUND: m.server_session_not_found,
  PASSKEY_NOT_FOUND: m.server_passkey_not_found,
  PLAN_ACTIVE: m.server_plan_active,
  ALREADY_SUBSCRIBED: m.server_already_subscribed,
  NOT_SUBSCRIBED: m.server_not_subscribed,
  NOTHING_TO_REFUND: m.server_nothing_to_refund,
  PAYMENTS_CLOSED: m.server_payments_closed,
  INVOICE_NOT_FOUND: m.server_invoice_not_found,
  TOO_LARGE: m.server_too_large,
  RATE_LIMITED: m.server_rate_limited,
  UNEXPECTED: m.server_unexpected,
  UNAVAILABLE: m.server_unavailable,
};

type Say = () => string;
const known = new Map<string, Say>([[INVALID_VALUE, m.server_invalid_value]]);

/** Registers sentences that only a part of the site can receive. */
export function learn(
  fields: Partial<Record<keyof typeof words, Say>>,
  refusals: Partial<Record<ErrorCode, Say>>,
  sentences: Partial<Record<ErrorCode, { message: string }>>,
): void {
  for (const [name, say] of Object.entries(fields)) known.set(words[name as keyof typeof words], say);
  for (const [code, say] of Object.entries(refusals)) known.set(sentences[code as ErrorCode]?.message ?? '', say);
}
learn(fieldWords, errorWords, publicErrors);

export const inWords = (sentence: string): string =>
  known.get(sentence)?.() ?? yearInWords(sentence) ?? lengthInWords(sentence) ?? sentence;

function yearInWords(sentence: string): string | undefined {
  const year = /\d{4}$/.exec(sentence)?.[0] ?? '';
  return sentence === yearOutOfRange(Number(year)) ? m.server_year_out_of_range({ year }) : undefined;
}

function lengthInWords(sentence: string): string | undefined {
  const [max = 0, given = 0] = [...sentence.matchAll(/\d[\d,]*/g)].map(([figure]) =>
    Number(figure.replaceAll(',', '')),
  );
  if (sentence !== tooLong(max, given)) return undefined;
  return m.server_too_long({ max: formatNumber(max), given: formatNumber(given) });
}

/**
 * Texts for the server's error codes in the reader's language. The form schemas use the same codes. The contract's
 * types name every code: a code without a text does not compile.
 */
import type { v1Errors } from '@hakiki/contract/api-errors';
import type { programErrors } from '@hakiki/contract/field-errors';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../language/format.ts';
import type { apiKeyErrorTexts } from './api-key-error-texts.ts';
import type { businessErrorTexts } from './business-error-texts.ts';
import type { staffErrorTexts } from './staff-error-texts.ts';
import type { Code, ErrorTexts, ErrorTextsFor } from './error-text-types.ts';

type ScreenSpecificCode =
  | keyof typeof staffErrorTexts
  | keyof typeof apiKeyErrorTexts
  | keyof typeof businessErrorTexts;
/** Errors for API clients are in English. */
type ApiClientCode = keyof typeof v1Errors | keyof typeof programErrors;

const publicErrorTexts: ErrorTextsFor<Exclude<Code, ScreenSpecificCode | ApiClientCode>> = {
  INVALID_EMAIL: m.server_invalid_email,
  PASSWORD_REQUIRED: m.server_password_required,
  PASSWORD_TOO_SHORT: m.server_password_too_short,
  PASSWORD_TOO_LONG: m.server_password_too_long,
  PASSWORD_COMMON: m.server_password_common,
  CONFIRMATION_REQUIRED: m.server_confirmation_required,
  PASSWORDS_DIFFER: m.server_passwords_differ,
  FIRST_NAME_REQUIRED: m.server_first_name_required,
  LAST_NAME_REQUIRED: m.server_last_name_required,
  BUSINESS_NAME_REQUIRED: m.server_business_name_required,
  REPRESENTATIVE_NAME_REQUIRED: m.server_representative_name_required,
  REPRESENTATIVE_SURNAME_REQUIRED: m.server_representative_surname_required,
  ORGANIZATION_NAME_REQUIRED: m.server_organization_name_required,
  CONTACT_NAME_REQUIRED: m.server_contact_name_required,
  CONTACT_SURNAME_REQUIRED: m.server_contact_surname_required,
  LICENSE_REQUIRED: m.server_license_required,
  ORGANIZATION_TYPE_REQUIRED: m.server_organization_type_required,
  INVALID_PHONE: m.server_invalid_phone,
  TOKEN_REQUIRED: m.server_token_required,
  CODE_REQUIRED: m.server_code_required,
  RATING_REQUIRED: m.server_rating_required,
  EXPERIENCE_REQUIRED: m.server_experience_required,
  PROVIDER_NAME_REQUIRED: m.server_provider_name_required,
  NAME_REQUIRED: m.server_name_required,
  SUBJECT_REQUIRED: m.server_subject_required,
  MESSAGE_REQUIRED: m.server_message_required,
  PASSKEY_NAME_REQUIRED: m.server_passkey_name_required,
  TITLE_TOO_SHORT: m.server_title_too_short,
  ALERT_TYPE_REQUIRED: m.server_alert_type_required,
  SEVERITY_REQUIRED: m.server_severity_required,
  SCAM_DESCRIPTION_TOO_SHORT: m.server_scam_description_too_short,
  COUNTRY_REQUIRED: m.server_country_required,
  TOO_MANY_COUNTRIES: m.server_too_many_countries,
  ALL_REQUIRED: m.server_all_required,
  SUBMISSION_NAME_TOO_SHORT: m.server_submission_name_too_short,
  SUBMISSION_TYPE_REQUIRED: m.server_submission_type_required,
  SUBMISSION_DESCRIPTION_TOO_SHORT: m.server_submission_description_too_short,
  INVALID_URL: m.server_invalid_url,
  YOUR_NAME_TOO_SHORT: m.server_your_name_too_short,
  RELATIONSHIP_REQUIRED: m.server_relationship_required,
  TERMS_REQUIRED: m.server_terms_required,
  ANSWER_REQUIRED: m.server_answer_required,
  APPELLANT_REQUIRED: m.server_appellant_required,
  APPEAL_WISH_REQUIRED: m.server_appeal_wish_required,
  APPEAL_TOO_SHORT: m.server_appeal_too_short,
  FILE_NAME_REQUIRED: m.server_file_name_required,
  YEAR_OUT_OF_RANGE: ({ max }) => m.server_year_out_of_range({ year: String(max) }),
  TOO_LONG: ({ max, given }) => m.server_too_long({ max: formatNumber(max), given: formatNumber(given) }),
  INVALID_VALUE: m.server_invalid_value,
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
  STEP_UP_REQUIRED: m.server_step_up_required,
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

type ToText = (params: unknown) => string;
const textsByCode = new Map<string, ToText>();

/** Registers texts that only a part of the site needs. */
export function registerErrorTexts(texts: ErrorTexts): void {
  for (const [code, toText] of Object.entries(texts)) textsByCode.set(code, toText as ToText);
}
registerErrorTexts(publicErrorTexts);

/** The text for a code; undefined for an unknown code, e.g. of a newer server or one for API clients. */
export const getErrorText = (code: string | undefined, params?: unknown): string | undefined =>
  code === undefined ? undefined : textsByCode.get(code)?.(params);

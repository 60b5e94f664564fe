/** What the server says to administrators alone. The pages of everybody else do without these words. */
import { m } from '../paraglide/messages.js';

export const staffFieldWords = {
  titleRequired: m.admin_refused_title_required,
  descriptionRequired: m.admin_refused_description_required,
  textRequired: m.admin_refused_text_required,
  reasonRequired: m.admin_refused_reason_required,
  questionRequired: m.admin_refused_question_required,
  putOffDay: m.admin_refused_put_off_day,
} as const;

export const staffErrorWords = {
  STEP_UP_REQUIRED: m.admin_refused_step_up_required,
  TOO_LATE: m.admin_refused_too_late,
  ALREADY_PROPOSED: m.admin_refused_already_proposed,
  ROLE_OF_ADMINISTRATOR: m.admin_refused_role_of_administrator,
  ADDRESS_NOT_VERIFIED: m.admin_refused_address_not_verified,
  OWN_PROPOSAL: m.admin_refused_own_proposal,
  APPEAL_OWN_VERDICT: m.admin_refused_appeal_own_verdict,
  APPEAL_CHANGES_NOTHING: m.admin_refused_appeal_changes_nothing,
  APPEAL_NOT_FOUND: m.admin_refused_appeal_not_found,
  PROPOSAL_OVERTAKEN: m.admin_refused_proposal_overtaken,
  TEXT_OVERTAKEN: m.admin_refused_text_overtaken,
  CASE_CLAIMED: m.admin_refused_case_claimed,
  PROVIDER_KNOWN: m.admin_refused_provider_known,
  FILING_NOT_SHOWN: m.admin_refused_filing_not_shown,
  SAMPLE_NOT_READ: m.admin_refused_sample_not_read,
  NO_ALERT_TO_JOIN: m.admin_refused_no_alert_to_join,
  NOTHING_ASKED: m.admin_refused_nothing_asked,
  FILING_NOT_IN_CASE: m.admin_refused_filing_not_in_case,
  NOTHING_LEFT_BEHIND: m.admin_refused_nothing_left_behind,
  PAYMENT_NOT_FOUND: m.admin_refused_payment_not_found,
  CHANGE_NOT_FOUND: m.admin_refused_change_not_found,
  DOCUMENT_NOT_FOUND: m.admin_refused_document_not_found,
  USER_NOT_FOUND: m.admin_refused_user_not_found,
  DECISION_NOT_FOUND: m.admin_refused_decision_not_found,
  PROPOSAL_NOT_FOUND: m.admin_refused_proposal_not_found,
  MESSAGE_NOT_FOUND: m.admin_refused_message_not_found,
  CASE_NOT_FOUND: m.admin_refused_case_not_found,
  TEMPLATE_NOT_FOUND: m.admin_refused_template_not_found,
  VIEW_NOT_FOUND: m.admin_refused_view_not_found,
  TASK_NOT_FOUND: m.admin_refused_task_not_found,
} as const;

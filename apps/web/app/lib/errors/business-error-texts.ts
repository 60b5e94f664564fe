/** Error texts for businesses, used in the portal and the console (server-error-texts.ts). */
import { m } from '../../paraglide/messages.js';
import type { ErrorTexts } from './error-text-types.ts';

export const businessErrorTexts = {
  COMPANY_NAME_REQUIRED: m.business_refused_company_name,
  TEXT_REQUIRED: m.business_refused_text_required,
  FILES_REQUIRED: m.business_refused_files_required,
  TOO_MANY_AT_ONCE: m.business_refused_too_many_at_once,
  FILE_NOT_AS_NAMED: m.business_refused_file_not_as_named,
  DOCUMENT_REFUSED: m.business_refused_document_refused,
  LISTING_TAKEN: m.business_refused_listing_taken,
  LISTING_WITHOUT_DOMAIN: m.business_refused_listing_without_domain,
  HAS_LISTING: m.business_refused_has_listing,
  CLAIM_NOT_FOUND: m.business_refused_claim_not_found,
  TOO_MANY_DOCUMENTS: m.business_refused_too_many_documents,
  TOO_MANY_COLLEAGUES: m.business_refused_too_many_colleagues,
  IS_COLLEAGUE: m.business_refused_is_colleague,
  COLLEAGUE_NOT_FOUND: m.business_refused_colleague_not_found,
  INVITATION_NOT_FOUND: m.business_refused_invitation_not_found,
  HAS_BUSINESS: m.business_refused_has_business,
  LAST_OWNER: m.business_refused_last_owner,
  NOTHING_TO_REPLY_TO: m.business_refused_nothing_to_reply_to,
  REPLY_NOT_FOUND: m.business_refused_reply_not_found,
} satisfies ErrorTexts;

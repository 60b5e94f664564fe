/** What is said when one of the forms could not be sent. */
import { m } from '../../paraglide/messages.js';

export const scamFailure = { title: m.scam_failed, fallback: m.scam_failed_text };
export const appealFailure = { title: m.appeal_failed, fallback: m.appeal_failed_text };
export const submissionFailure = { title: m.submit_failed, fallback: m.submit_failed_text };

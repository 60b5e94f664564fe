/** Why a third-party document could not be fetched; an unknown reason is shown as stored. */
import { m } from '../../../paraglide/messages.js';

const faultLabels: Record<string, () => string> = {
  redirect: m.newsdesk_fault_redirect,
  'too-slow': m.newsdesk_fault_too_slow,
  'too-large': m.newsdesk_fault_too_large,
  unreachable: m.newsdesk_fault_unreachable,
  status: m.newsdesk_fault_status,
  unreadable: m.newsdesk_fault_unreadable,
};

/** Of 'too-slow' or 'unreadable: format'. */
export const fetchFaultLabel = (fault: string): string => faultLabels[fault.split(': ')[0]!]?.() ?? fault;

/** Errors of the admin console. */
import type { ErrorKind } from './public-errors.ts';

export const staffErrors = {
  TOO_LATE: { kind: 'conflict', message: 'It is too late to undo this.' },
  ALREADY_PROPOSED: { kind: 'conflict', message: 'This change is already waiting for a second administrator.' },
  ROLE_OF_ADMINISTRATOR: {
    kind: 'conflict',
    message: 'This person is an administrator. Only the operator can change that role.',
  },
  ADDRESS_NOT_VERIFIED: { kind: 'conflict', message: 'This person has not verified their email address yet.' },
  OWN_REPORT: { kind: 'forbidden', message: 'You sent this yourself. Another person must decide it.' },
  OWN_PROPOSAL: { kind: 'forbidden', message: 'Another administrator must confirm your proposal.' },
  PROPOSAL_OVERTAKEN: {
    kind: 'conflict',
    message: 'This has changed since you opened it. Please check it again.',
  },
  APPEAL_OWN_VERDICT: {
    kind: 'forbidden',
    message: 'You decided on this verdict before. Another person must decide the appeal.',
  },
  APPEAL_CHANGES_NOTHING: {
    kind: 'conflict',
    message: 'The verdict has not changed since this appeal arrived. Change the verdict, or dismiss the appeal.',
  },
  TEXT_OVERTAKEN: {
    kind: 'conflict',
    message: 'Someone else has edited this text. Please check it again.',
  },
  PRIVATE_DATA_FOUND: {
    kind: 'conflict',
    message: 'Not published: the text may contain private data. Remove it, or confirm that it stays.',
  },
  NOTHING_TO_MASK: { kind: 'conflict', message: 'The public text does not contain these words.' },
  MASK_TOO_LARGE: {
    kind: 'conflict',
    message:
      'A mask can cover only short private details, not most of a text or the name of a provider. Propose an edit instead.',
  },
  MASKS_OVERDUE: {
    kind: 'conflict',
    message: 'One of your masks is overdue. Another person must confirm or remove it first.',
  },
  OWN_MASK: { kind: 'forbidden', message: 'Another person must confirm or remove your mask.' },
  MASK_NOT_FOUND: { kind: 'not_found', message: 'There is no such mask.' },
  PUBLIC_TEXT_NOT_FOUND: { kind: 'not_found', message: 'There is no such public text.' },
  CASE_CLAIMED: { kind: 'conflict', message: 'Another moderator is working on this case.' },
  PROVIDER_KNOWN: { kind: 'conflict', message: 'A provider with this name or website already exists.' },
  FILING_NOT_SHOWN: { kind: 'conflict', message: 'Please read it before you decide.' },
  SAMPLE_NOT_READ: { kind: 'conflict', message: 'Please read the whole sample, then decide it all at once.' },
  NOTHING_ASKED: { kind: 'conflict', message: 'No question is waiting for an answer.' },
  FILING_NOT_IN_CASE: { kind: 'conflict', message: 'Only undecided reports can be moved out of this case.' },
  NOTHING_LEFT_BEHIND: { kind: 'conflict', message: 'At least one report has to stay in the case.' },
  NO_ALERT_TO_JOIN: {
    kind: 'conflict',
    message: 'There is no scam report to publish here, so the other reports cannot be added to an alert.',
  },
  CREDITS_USED: {
    kind: 'conflict',
    message: 'The credits for this payment have been used in the meantime. Decline it, and ask for the difference.',
  },
  PAYMENT_NOT_FOUND: { kind: 'not_found', message: 'There is no such payment.' },
  CHANGE_NOT_FOUND: { kind: 'not_found', message: 'There is no such change.' },
  DOCUMENT_NOT_FOUND: { kind: 'not_found', message: 'There is no such document.' },
  USER_NOT_FOUND: { kind: 'not_found', message: 'This account no longer exists.' },
  DECISION_NOT_FOUND: { kind: 'not_found', message: 'There is no such decision.' },
  PROPOSAL_NOT_FOUND: { kind: 'not_found', message: 'There is no such proposal.' },
  MESSAGE_NOT_FOUND: { kind: 'not_found', message: 'This message no longer exists.' },
  CASE_NOT_FOUND: { kind: 'not_found', message: 'This case is not open.' },
  TEMPLATE_NOT_FOUND: { kind: 'not_found', message: 'There is no such template.' },
  VIEW_NOT_FOUND: { kind: 'not_found', message: 'There is no such view.' },
  TASK_NOT_FOUND: { kind: 'not_found', message: 'You have no such task.' },
  WATCH_NOT_FOUND: { kind: 'not_found', message: 'This withdrawal warning does not exist.' },
  APPEAL_NOT_FOUND: { kind: 'not_found', message: 'There is no such appeal.' },
  REFUND_NOT_FOUND: { kind: 'not_found', message: 'This refund no longer exists.' },
  REFERRALS_NOT_FOUND: { kind: 'not_found', message: 'These invitations no longer exist.' },
  NEWS_SOURCE_NOT_FOUND: { kind: 'not_found', message: 'There is no such news source.' },
  NEWS_NOT_FETCHED: { kind: 'conflict', message: 'This installation does not fetch news.' },
  NEWS_BATCH_NOT_FOUND: { kind: 'not_found', message: 'Nothing from this source is waiting.' },
  NEWS_BATCH_CHANGED: {
    kind: 'conflict',
    message: 'The source has sent new items. Please check again.',
  },
  NEWS_NOT_FOUND: { kind: 'not_found', message: 'There is no such announcement.' },
  DIFFERENCE_NOT_FOUND: { kind: 'not_found', message: 'This difference no longer exists.' },
} as const satisfies Record<string, { kind: ErrorKind; message: string }>;

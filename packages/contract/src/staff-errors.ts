/** Errors of the admin console. */
import type { ErrorKind } from './public-errors.ts';

export const staffErrors = {
  TOO_LATE: { kind: 'conflict', message: 'It is too late to undo this.' },
  ALREADY_PROPOSED: { kind: 'conflict', message: 'Such a change already waits for a second administrator.' },
  ROLE_OF_ADMINISTRATOR: {
    kind: 'conflict',
    message: 'This is an administrator. Only the operator changes that role.',
  },
  ADDRESS_NOT_VERIFIED: { kind: 'conflict', message: 'This person has not verified their email address yet.' },
  OWN_REPORT: { kind: 'forbidden', message: 'You sent this yourself. Somebody else has to decide it.' },
  OWN_PROPOSAL: { kind: 'forbidden', message: 'Somebody else has to confirm what you proposed.' },
  PROPOSAL_OVERTAKEN: {
    kind: 'conflict',
    message: 'This is no longer what you were shown. Please look at it again.',
  },
  APPEAL_OWN_VERDICT: {
    kind: 'forbidden',
    message: 'You have decided on this verdict before. Somebody else has to decide the appeal.',
  },
  APPEAL_CHANGES_NOTHING: {
    kind: 'conflict',
    message:
      'Nothing about the verdict has changed since this appeal arrived. Say what becomes of it, or dismiss the appeal.',
  },
  TEXT_OVERTAKEN: {
    kind: 'conflict',
    message: 'Somebody else has edited this text meanwhile. Please look at it again.',
  },
  PRIVATE_DATA_FOUND: {
    kind: 'conflict',
    message: 'Nothing was published: there may be private data in the text. Take it out, or say that it stays.',
  },
  NOTHING_TO_MASK: { kind: 'conflict', message: 'These words do not stand in what people can read.' },
  MASK_TOO_LARGE: {
    kind: 'conflict',
    message:
      'A mask covers short private details and never most of a text or the name of a provider. Propose an edit instead.',
  },
  MASKS_OVERDUE: {
    kind: 'conflict',
    message: 'A mask of yours is overdue. Somebody else has to confirm it or take it back first.',
  },
  OWN_MASK: { kind: 'forbidden', message: 'Somebody else has to confirm your mask or take it back.' },
  MASK_NOT_FOUND: { kind: 'not_found', message: 'There is no such mask.' },
  PUBLIC_TEXT_NOT_FOUND: { kind: 'not_found', message: 'There is no such public text.' },
  CASE_CLAIMED: { kind: 'conflict', message: 'Another moderator is working on this case.' },
  PROVIDER_KNOWN: { kind: 'conflict', message: 'A provider of this name or website is known already.' },
  FILING_NOT_SHOWN: { kind: 'conflict', message: 'Please read it first: it was not shown to you yet.' },
  SAMPLE_NOT_READ: { kind: 'conflict', message: 'Please read the whole sample, and decide all of it together.' },
  NOTHING_ASKED: { kind: 'conflict', message: 'No question is waiting for an answer.' },
  FILING_NOT_IN_CASE: { kind: 'conflict', message: 'Only undecided reports of this case can be taken out of it.' },
  NOTHING_LEFT_BEHIND: { kind: 'conflict', message: 'At least one report has to stay in the case.' },
  NO_ALERT_TO_JOIN: {
    kind: 'conflict',
    message: 'There is no scam report to publish here, so the others have nothing to be counted into.',
  },
  CREDITS_USED: {
    kind: 'conflict',
    message: 'The credits that this payment counts on were used meanwhile. Decline it, and ask for the rest.',
  },
  PAYMENT_NOT_FOUND: { kind: 'not_found', message: 'There is no such payment.' },
  CHANGE_NOT_FOUND: { kind: 'not_found', message: 'There is no such change.' },
  DOCUMENT_NOT_FOUND: { kind: 'not_found', message: 'There is no such document.' },
  USER_NOT_FOUND: { kind: 'not_found', message: 'This account no longer exists.' },
  DECISION_NOT_FOUND: { kind: 'not_found', message: 'There is no such decision.' },
  PROPOSAL_NOT_FOUND: { kind: 'not_found', message: 'There is no such proposal.' },
  MESSAGE_NOT_FOUND: { kind: 'not_found', message: 'This message no longer exists.' },
  CASE_NOT_FOUND: { kind: 'not_found', message: 'There is no such open case.' },
  TEMPLATE_NOT_FOUND: { kind: 'not_found', message: 'There is no such text.' },
  VIEW_NOT_FOUND: { kind: 'not_found', message: 'There is no such view.' },
  TASK_NOT_FOUND: { kind: 'not_found', message: 'There is no such job of yours.' },
  WATCH_NOT_FOUND: { kind: 'not_found', message: 'There is no such rise of reports.' },
  APPEAL_NOT_FOUND: { kind: 'not_found', message: 'There is no such appeal.' },
  REFUND_NOT_FOUND: { kind: 'not_found', message: 'This refund no longer exists.' },
  REFERRALS_NOT_FOUND: { kind: 'not_found', message: 'These invitations no longer exist.' },
  NEWS_SOURCE_NOT_FOUND: { kind: 'not_found', message: 'There is no such source of news.' },
  NEWS_NOT_FETCHED: { kind: 'conflict', message: 'This installation asks no sources of news.' },
  NEWS_BATCH_NOT_FOUND: { kind: 'not_found', message: 'Nothing of this source waits any more.' },
  NEWS_BATCH_CHANGED: {
    kind: 'conflict',
    message: 'The source has sent more meanwhile. Please look at it again.',
  },
  NEWS_NOT_FOUND: { kind: 'not_found', message: 'There is no such announcement.' },
  DIFFERENCE_NOT_FOUND: { kind: 'not_found', message: 'This difference no longer exists.' },
} as const satisfies Record<string, { kind: ErrorKind; message: string }>;

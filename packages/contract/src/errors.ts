/**
 * All errors of the API: the code, the kind that decides the HTTP status, and the message. Every error response has the
 * same shape. The site shows its own text for the code; in English it is the message given here.
 */
import * as z from 'zod/mini';
import { apiKeyFormErrors, businessFormErrors, formErrors, staffFormErrors } from './field-errors.ts';
import { text } from './schema.ts';

export const errorKinds = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  not_allowed: 405,
  conflict: 409,
  too_large: 413,
  limited: 429,
  unexpected: 500,
  unavailable: 503,
} as const;

type ErrorTable = Record<string, { kind: keyof typeof errorKinds; message: string }>;

/** Any user can get these. */
const publicErrors = {
  INVALID_INPUT: { kind: 'invalid', message: 'Please check what you entered.' },
  NOT_SIGNED_IN: { kind: 'unauthenticated', message: 'Please log in to continue.' },
  WRONG_CREDENTIALS: { kind: 'unauthenticated', message: 'Invalid email or password. Please try again.' },
  WRONG_ADMIN_CREDENTIALS: { kind: 'unauthenticated', message: 'Invalid admin credentials. Please try again.' },
  SECOND_FACTOR_REQUIRED: {
    kind: 'unauthenticated',
    message: 'Please enter the code from your authenticator app.',
  },
  WRONG_CODE: { kind: 'unauthenticated', message: 'This code is wrong or was already used. Please try again.' },
  TOO_MANY_WRONG_CODES: {
    kind: 'limited',
    message:
      'Ten wrong codes were entered within a day. Use a passkey or a backup code, or wait until tomorrow. We sent you an email.',
  },
  PASSKEY_REFUSED: { kind: 'unauthenticated', message: 'This passkey was not accepted.' },
  EMAIL_NOT_VERIFIED: { kind: 'forbidden', message: 'Please verify your email before logging in.' },
  ADMIN_SECOND_FACTOR_REQUIRED: {
    kind: 'forbidden',
    message: 'The console needs a second factor. Please set one up on your account page.',
  },
  STEP_UP_REQUIRED: { kind: 'forbidden', message: 'Please confirm with your second factor to do this.' },
  WRONG_PASSWORD: { kind: 'forbidden', message: 'Your password is not correct.' },
  EMAIL_TAKEN: { kind: 'conflict', message: 'An account with this email already exists.' },
  REVIEW_EXISTS: { kind: 'conflict', message: 'You have already reviewed this provider.' },
  NEWS_FEED_NOT_FOUND: { kind: 'not_found', message: 'This feed does not exist or was turned off.' },
  ALREADY_DECIDED: { kind: 'conflict', message: 'This was already decided.' },
  ALREADY_ANSWERED: { kind: 'conflict', message: 'This question was already answered.' },
  TOO_MANY_FILES: { kind: 'conflict', message: 'A report can hold 10 files. Please leave out the least important.' },
  KEY_REUSED: { kind: 'conflict', message: 'This was already sent with other content. Please send it again.' },
  FILE_REFUSED: {
    kind: 'invalid',
    message:
      'We could not read this file. We accept pictures (JPEG, PNG, WebP) and PDF files up to 10 MB. A screenshot usually works.',
  },
  ALREADY_DISPUTED: {
    kind: 'conflict',
    message: 'You have an open dispute about this already. Follow it with your receipt.',
  },
  TOO_MANY_DISPUTES: {
    kind: 'conflict',
    message: 'Many people have disputed this already, and we decide it within 72 hours. Please come back then.',
  },
  TOO_MANY_APPEALS: {
    kind: 'conflict',
    message:
      'Many appeals against this verdict are already waiting. We decide them within 14 days. Please come back after that if you still want to appeal.',
  },
  PROOF_MISSING: {
    kind: 'invalid',
    message: 'We could not confirm that a person sent this. Please send it again or give an email address.',
  },
  VERIFICATION_LINK_INVALID: { kind: 'invalid', message: 'The verification link may be invalid or expired.' },
  /** Only sent to the person with the emailed token. */
  EMAIL_ALREADY_VERIFIED: { kind: 'conflict', message: 'Your address is already verified. Log in.' },
  LINK_INVALID: { kind: 'invalid', message: 'This link may be invalid or expired. Please ask for a new one.' },
  FORBIDDEN: { kind: 'forbidden', message: 'Your account may not do this.' },
  NOT_FOUND: { kind: 'not_found', message: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { kind: 'not_allowed', message: 'This address does not accept this kind of request.' },
  PROVIDER_NOT_FOUND: {
    kind: 'not_found',
    message: "The provider you're looking for doesn't exist or has been removed.",
  },
  REVIEW_NOT_FOUND: { kind: 'not_found', message: 'This review no longer exists.' },
  EXPERIENCE_NOT_FOUND: { kind: 'not_found', message: 'This experience no longer exists.' },
  ALERT_NOT_FOUND: { kind: 'not_found', message: 'This alert no longer exists.' },
  RESCUE_CONTACT_NOT_FOUND: { kind: 'not_found', message: 'There is no such contact.' },
  REPORT_NOT_FOUND: { kind: 'not_found', message: 'This report no longer exists.' },
  FILING_NOT_FOUND: {
    kind: 'not_found',
    message: 'Code not found. It has 20 characters: compare them one by one.',
  },
  SESSION_NOT_FOUND: { kind: 'not_found', message: 'This session has already ended.' },
  PASSKEY_NOT_FOUND: { kind: 'not_found', message: 'This passkey was already removed.' },
  PLAN_ACTIVE: {
    kind: 'conflict',
    message: 'Your plan already includes more than Premium. Please contact sales to change it.',
  },
  ALREADY_SUBSCRIBED: { kind: 'conflict', message: 'You already have Premium, and it renews automatically.' },
  NOT_SUBSCRIBED: { kind: 'conflict', message: 'There is no active Premium plan to cancel.' },
  TOO_MANY_WATCHES: { kind: 'conflict', message: 'You watch 50 providers already. Stop watching one first.' },
  NO_PENDING_DEPOSIT: { kind: 'conflict', message: 'No deposit is waiting for a proof of payment.' },
  DEPOSIT_PENDING: {
    kind: 'conflict',
    message: 'You told us that you are paying by deposit. Withdraw the deposit before you pay by card.',
  },
  NOTHING_TO_REFUND: { kind: 'conflict', message: 'No payment of the last 30 days can be refunded.' },
  PAYMENTS_CLOSED: {
    kind: 'conflict',
    message: 'Card payments are not available at the moment. Please pay by bank deposit.',
  },
  INVOICE_NOT_FOUND: { kind: 'not_found', message: 'There is no such invoice.' },
  TOO_LARGE: { kind: 'too_large', message: 'This is too large.' },
  RATE_LIMITED: { kind: 'limited', message: 'Too many requests. Please wait a moment.' },
  UNEXPECTED: { kind: 'unexpected', message: 'Something went wrong. Please try again.' },
  UNAVAILABLE: { kind: 'unavailable', message: 'We are very busy right now. Please try again in a moment.' },
} as const satisfies ErrorTable;

/** Only in the admin console. */
const staffErrors = {
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
  RESCUE_CHANGE_NOT_FOUND: { kind: 'not_found', message: 'There is no such change of a contact.' },
  RESCUE_CHANGE_PENDING: { kind: 'conflict', message: 'A change of this contact already waits for a second person.' },
  OWN_RESCUE_CHANGE: { kind: 'forbidden', message: 'Another person must confirm your change.' },
  MASK_NOT_FOUND: { kind: 'not_found', message: 'There is no such mask.' },
  PUBLIC_TEXT_NOT_FOUND: { kind: 'not_found', message: 'There is no such public text.' },
  CASE_CLAIMED: { kind: 'conflict', message: 'Another moderator is working on this case.' },
  PICTURE_REFUSED: {
    kind: 'invalid',
    message: 'We could not read this picture. Please choose a PNG, JPEG or WebP file of up to 5 MB.',
  },
  EVIDENCE_NOT_FOUND: { kind: 'not_found', message: 'There is no such evidence, or it was withdrawn.' },
  EVIDENCE_REQUIRED: {
    kind: 'conflict',
    message: 'Please add what you checked first: nobody becomes Verified without evidence of the last 180 days.',
  },
  EVIDENCE_OF_WARNING: {
    kind: 'conflict',
    message: 'This warning of an authority stays while the provider carries a warning. Change the verdict first.',
  },
  PROVIDER_KNOWN: { kind: 'conflict', message: 'A provider with this name or website already exists.' },
  FILING_NOT_SHOWN: { kind: 'conflict', message: 'Please read it before you decide.' },
  SAMPLE_NOT_READ: { kind: 'conflict', message: 'Please read the whole sample, then decide it all at once.' },
  NOTHING_TO_REOPEN: {
    kind: 'conflict',
    message: 'Only rejected reports can be reopened, and this case has none.',
  },
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
  REGISTER_NOT_FOUND: { kind: 'not_found', message: 'There is no such register, or no such entry in it.' },
  REGISTER_FILE_REFUSED: {
    kind: 'invalid',
    message: 'This file could not be read as a register. See the columns that it needs, and try again.',
  },
  WATCH_NOT_FOUND: { kind: 'not_found', message: 'This withdrawal warning does not exist.' },
  DISPUTE_NOT_FOUND: { kind: 'not_found', message: 'There is no such dispute.' },
  FAMILY_NOT_FOUND: { kind: 'not_found', message: 'No item of a family matches this.' },
  JUDGEMENT_NOT_FOUND: { kind: 'not_found', message: 'This was already undone.' },
  LOOKALIKE_NOT_FOUND: { kind: 'not_found', message: 'This look-alike is not in the list any more.' },
  LOOKALIKE_WARNED: {
    kind: 'conflict',
    message: 'There is a warning about this address now. Only a dispute can remove it.',
  },
  PROTECTED_NAME_NOT_FOUND: { kind: 'not_found', message: 'This name is not protected any more.' },
  TOO_MANY_PROTECTED_NAMES: { kind: 'conflict', message: 'No more names can be protected. Remove one first.' },
  APPEAL_NOT_FOUND: { kind: 'not_found', message: 'There is no such appeal.' },
  REFUND_NOT_FOUND: { kind: 'not_found', message: 'This refund no longer exists.' },
  REFERRALS_NOT_FOUND: { kind: 'not_found', message: 'These invitations no longer exist.' },
  LIST_SOURCE_NOT_FOUND: { kind: 'not_found', message: 'There is no such list.' },
  SOURCE_TURNED_OFF: { kind: 'conflict', message: 'This list is turned off. Turn it on first.' },
  SOURCE_BANNED: { kind: 'conflict', message: 'This list has three strikes. It stays turned off.' },
  LISTS_NOT_FETCHED: {
    kind: 'conflict',
    message: 'This installation does not fetch lists. The operator can import a snapshot file.',
  },
  SNAPSHOT_NOT_FOUND: { kind: 'not_found', message: 'Nothing from this list is waiting.' },
  SNAPSHOT_UNREADABLE: { kind: 'conflict', message: 'This file could not be read, so it can only be refused.' },
  NEWS_SOURCE_NOT_FOUND: { kind: 'not_found', message: 'There is no such news source.' },
  NEWS_NOT_FETCHED: { kind: 'conflict', message: 'This installation does not fetch news.' },
  NEWS_BATCH_NOT_FOUND: { kind: 'not_found', message: 'Nothing from this source is waiting.' },
  NEWS_BATCH_CHANGED: {
    kind: 'conflict',
    message: 'The source has sent new items. Please check again.',
  },
  NEWS_NOT_FOUND: { kind: 'not_found', message: 'There is no such announcement.' },
  DIFFERENCE_NOT_FOUND: { kind: 'not_found', message: 'This difference no longer exists.' },
} as const satisfies ErrorTable;

/** In the business portal and the console. */
const businessErrors = {
  DOCUMENT_REFUSED: {
    kind: 'invalid',
    message: 'We accept .pdf, .doc, .docx, .jpg and .png files up to 10 MB. The content must match the file name.',
  },
  LOGO_REFUSED: {
    kind: 'invalid',
    message: 'We could not read this picture. Please choose a PNG, JPEG or WebP file of up to 2 MB.',
  },
  LISTING_TAKEN: {
    kind: 'conflict',
    message: 'This listing already belongs to another business. Please write to us if that is wrong.',
  },
  LISTING_WITHOUT_DOMAIN: {
    kind: 'conflict',
    message: 'This listing has no website with its own domain, so you cannot prove it this way. Please write to us.',
  },
  HAS_LISTING: { kind: 'conflict', message: 'Your business already has a listing.' },
  CLAIM_NOT_FOUND: { kind: 'not_found', message: 'This claim no longer exists.' },
  TOO_MANY_DOCUMENTS: {
    kind: 'conflict',
    message: 'Your business already has 200 documents. Please write to us if you need to send more.',
  },
  TOO_MANY_COLLEAGUES: {
    kind: 'conflict',
    message:
      'A business can have 20 colleagues, open invitations included. Please remove a colleague or withdraw an invitation.',
  },
  IS_COLLEAGUE: { kind: 'conflict', message: 'This address already belongs to your business.' },
  COLLEAGUE_NOT_FOUND: { kind: 'not_found', message: 'This person does not belong to your business.' },
  INVITATION_NOT_FOUND: {
    kind: 'not_found',
    message:
      'This invitation has expired, was withdrawn, or is for another address. Log in with the address that received the email, or ask for a new invitation.',
  },
  HAS_BUSINESS: {
    kind: 'conflict',
    message: 'Your account already belongs to a business. Please leave it first, or use another account.',
  },
  LAST_OWNER: {
    kind: 'conflict',
    message: 'A business needs an owner. Please make a colleague an owner first.',
  },
  NOTHING_TO_REPLY_TO: { kind: 'not_found', message: 'There is nothing public here that you could reply to.' },
  REPLY_NOT_FOUND: { kind: 'not_found', message: 'This reply no longer exists.' },
} as const satisfies ErrorTable;

/** On the page of API keys and webhooks. */
const apiKeyErrors = {
  API_KEY_NOT_FOUND: { kind: 'not_found', message: 'You have no such API key.' },
  API_KEY_NOT_WORKING: { kind: 'conflict', message: 'This API key no longer works. Please create a new one.' },
  TOO_MANY_API_KEYS: {
    kind: 'conflict',
    message: 'Ten API keys can work at the same time. Please revoke one that you no longer use.',
  },
  WEBHOOK_NOT_FOUND: { kind: 'not_found', message: 'You have no such webhook.' },
  DELIVERY_NOT_FOUND: { kind: 'not_found', message: 'This delivery is no longer stored.' },
  WEBHOOK_PAUSED: { kind: 'conflict', message: 'This webhook is paused. Please resume it first.' },
  TOO_MANY_WEBHOOKS: {
    kind: 'conflict',
    message: 'An account can have ten webhooks. Please delete one that you no longer use.',
  },
} as const satisfies ErrorTable;

/** Only for programs, in English. */
const v1Errors = {
  API_KEY_INVALID: {
    kind: 'unauthenticated',
    message: "No valid API key was sent. Send yours as 'Authorization: Bearer hk_live_…'.",
  },
  API_KEY_ENDED: {
    kind: 'unauthenticated',
    message: 'This API key was revoked, has expired or was replaced. Create or rotate a key on /api.',
  },
  PERMISSION_MISSING: { kind: 'forbidden', message: 'This API key does not have the permission that the call needs.' },
  ADDRESS_REFUSED: { kind: 'forbidden', message: 'This API key may not be used from this address.' },
  API_PLAN_ENDED: {
    kind: 'forbidden',
    message: 'The plan behind this API key does not include the API, or has ended.',
  },
  LIVE_KEY_IN_BROWSER: {
    kind: 'forbidden',
    message: 'A live key must stay on your server: anyone who opens the page can read it. Use a test key in a browser.',
  },
  QUOTA_EXCEEDED: {
    kind: 'limited',
    message: 'Your requests for this month are used up. The next month begins at midnight UTC on its first day.',
  },
} as const satisfies ErrorTable;

export const errors = { ...publicErrors, ...staffErrors, ...businessErrors, ...apiKeyErrors, ...v1Errors };

export type ErrorCode = keyof typeof errors;

/** The errors that the site shows, by the part of it that loads their texts; pages of other parts do not. */
export const siteErrors = {
  public: { ...publicErrors, ...formErrors },
  staff: { ...staffErrors, ...staffFormErrors },
  business: { ...businessErrors, ...businessFormErrors },
  apiKey: { ...apiKeyErrors, ...apiKeyFormErrors },
};

export const ErrorReply = z.object({
  message: text(500),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), text(500))),
  /** The same for programs: the code of each message and its parameters. */
  fieldErrors: z.optional(
    z.record(z.string(), z.object({ code: text(50), params: z.optional(z.record(z.string(), z.number())) })),
  ),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

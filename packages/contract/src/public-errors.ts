/**
 * Errors that any user can get: the code, the kind that decides the HTTP status, and the message. Errors of staff are
 * in their own file, since every page with a form loads these.
 */
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

export type ErrorKind = keyof typeof errorKinds;

export const publicErrors = {
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
  TOO_MANY_APPEALS: {
    kind: 'conflict',
    message:
      'Many appeals against this verdict are already waiting. We decide them within 14 days. Please come back after that if you still want to appeal.',
  },
  PROOF_MISSING: {
    kind: 'invalid',
    message: 'We could not confirm that a person sent this. Please try again or give an email address.',
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
  REPORT_NOT_FOUND: { kind: 'not_found', message: 'This report no longer exists.' },
  FILING_NOT_FOUND: {
    kind: 'not_found',
    message: 'We found no report with this receipt code. Please check each character.',
  },
  SESSION_NOT_FOUND: { kind: 'not_found', message: 'This session has already ended.' },
  PASSKEY_NOT_FOUND: { kind: 'not_found', message: 'This passkey was already removed.' },
  PLAN_ACTIVE: {
    kind: 'conflict',
    message: 'Your plan already includes more than Premium. Please contact sales to change it.',
  },
  ALREADY_SUBSCRIBED: { kind: 'conflict', message: 'You already have Premium, and it renews automatically.' },
  NOT_SUBSCRIBED: { kind: 'conflict', message: 'There is no active Premium plan to cancel.' },
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
} as const satisfies Record<string, { kind: ErrorKind; message: string }>;

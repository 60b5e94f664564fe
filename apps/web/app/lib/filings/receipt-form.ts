/** The form that opens a report by its receipt; several pages have it. */
export const RECEIPT_FORM = 'look-up';
/** Not called 'code', which forms drop as a secret: a mistyped receipt comes back to be corrected. */
export const RECEIPT_FIELD = 'receipt';

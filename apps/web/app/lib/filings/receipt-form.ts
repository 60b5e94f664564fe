/** The form that opens a report by its receipt; several pages have it. */
export const LOOK_UP = 'look-up';
/** Not called 'code', which forms drop as a secret: a mistyped receipt comes back to be corrected. */
export const RECEIPT = 'receipt';

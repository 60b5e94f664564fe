/** The form that opens a report by its receipt, which stands on more than one page. */
export const LOOK_UP = 'look-up';
/** Named so that it is not taken for a secret to be dropped: a mistyped receipt comes back to be corrected. */
export const RECEIPT = 'receipt';

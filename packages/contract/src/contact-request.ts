/**
 * The text that an administrator signs to decrypt contact data: its hash is the challenge of their passkey. The page
 * and the worker compute it independently, so that a signature for one report, page or reason is invalid for another.
 */
export interface ContactRequest {
  filingId: string;
  /** The user id of the administrator. */
  askedBy: string;
  /** The public key of the page, generated for this request. */
  publicKey: string;
  reason: string;
  /** ISO 8601, from the server's clock. */
  askedAt: string;
}

export const contactRequestText = ({ filingId, askedBy, publicKey, reason, askedAt }: ContactRequest): string =>
  JSON.stringify(['hakiki/contact-request/v1', filingId, askedBy, publicKey, reason, askedAt]);

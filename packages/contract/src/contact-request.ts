/**
 * What an administrator agrees to when they open sealed contact data: this text, hashed, is the challenge that their passkey signs. The
 * page computes it and the worker computes it again, so that what was signed for one report, page or reason is worth nothing for another.
 */
export interface ContactRequest {
  filingId: string;
  /** The account of whoever asks. */
  askedBy: string;
  /** Of the page, made for this one request. */
  publicKey: string;
  reason: string;
  /** In ISO 8601, by the server's clock. */
  askedAt: string;
}

export const contactRequestText = ({ filingId, askedBy, publicKey, reason, askedAt }: ContactRequest): string =>
  JSON.stringify(['hakiki/contact-request/v1', filingId, askedBy, publicKey, reason, askedAt]);

/** Signed URLs: links to a file that anyone can use for a few minutes. Nothing about them is stored. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { evidenceLimits } from '@hakiki/contract/limits';
import { type AppSecret, deriveKeys } from '../../platform/app-secret.ts';

type TicketPurpose = 'upload' | 'download';

const LIFETIME_MS = evidenceLimits.linkMinutes * 60_000;
const TICKET = /^(\d{13})\.([\w-]{43})$/;

export function createSignedUrls(secret: AppSecret) {
  const { current, all } = deriveKeys(secret, 'filings/evidence-ticket');
  const sign = (key: Buffer, purpose: TicketPurpose, fileId: string, expiresAt: string) =>
    createHmac('sha256', key).update(`${purpose}\0${fileId}\0${expiresAt}`).digest();

  /** Checks the signature only, not the expiry. */
  const isSigned = (purpose: TicketPurpose, fileId: string, ticket: string): boolean => {
    const [, expiresAt = '', signature = ''] = TICKET.exec(ticket) ?? [];
    const signatureBytes = Buffer.from(signature, 'base64url');
    return all.some(({ key }) => {
      const expected = sign(key, purpose, fileId, expiresAt);
      return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected);
    });
  };

  return {
    createUrl(purpose: TicketPurpose, fileId: string, now: Date): string {
      const expiresAt = String(now.getTime() + LIFETIME_MS);
      const ticket = `${expiresAt}.${sign(current.key, purpose, fileId, expiresAt).toString('base64url')}`;
      return `/api/evidence/${fileId}?ticket=${ticket}`;
    },

    isSigned,

    isValid: (purpose: TicketPurpose, fileId: string, ticket: string, now: Date): boolean =>
      isSigned(purpose, fileId, ticket) && Number(TICKET.exec(ticket)?.[1]) > now.getTime(),
  };
}

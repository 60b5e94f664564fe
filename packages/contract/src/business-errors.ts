/** Error messages of the business portal and console, in their own file so that no other page loads them. */
import type { ErrorKind } from './public-errors.ts';

export const businessErrors = {
  DOCUMENT_REFUSED: {
    kind: 'invalid',
    message: 'We accept .pdf, .doc, .docx, .jpg and .png files up to 10 MB. The content must match the file name.',
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
} as const satisfies Record<string, { kind: ErrorKind; message: string }>;

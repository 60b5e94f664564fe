/** Error messages of the business portal and console, in their own file so that no other page loads them. */
import type { ErrorKind } from './public-errors.ts';

export const businessErrors = {
  DOCUMENT_REFUSED: {
    kind: 'invalid',
    message: 'We take .pdf, .doc, .docx, .jpg and .png files of up to 10 MB whose content is what the name says.',
  },
  LISTING_TAKEN: {
    kind: 'conflict',
    message: 'This listing belongs to another business already. Please write to us if that is wrong.',
  },
  LISTING_WITHOUT_DOMAIN: {
    kind: 'conflict',
    message:
      'This listing shows no website with a domain of its own, so there is nothing to prove. Please write to us.',
  },
  HAS_LISTING: { kind: 'conflict', message: 'Your business has a listing already.' },
  CLAIM_NOT_FOUND: { kind: 'not_found', message: 'This claim no longer exists.' },
  TOO_MANY_DOCUMENTS: {
    kind: 'conflict',
    message: 'Your business already has 200 documents. Please write to us if you need to send more.',
  },
  TOO_MANY_COLLEAGUES: {
    kind: 'conflict',
    message: 'A business can have 20 colleagues, open invitations included. Please remove one or take one back.',
  },
  IS_COLLEAGUE: { kind: 'conflict', message: 'This address belongs to your business already.' },
  COLLEAGUE_NOT_FOUND: { kind: 'not_found', message: 'This person does not belong to your business.' },
  INVITATION_NOT_FOUND: {
    kind: 'not_found',
    message:
      'This invitation has ended, was taken back, or is for another address. Please log in with the address that the letter went to, or ask for a new invitation.',
  },
  HAS_BUSINESS: {
    kind: 'conflict',
    message: 'Your account belongs to a business already. Please leave that one first, or use another account.',
  },
  LAST_OWNER: {
    kind: 'conflict',
    message: 'A business needs an owner. Please make a colleague an owner first.',
  },
  NOTHING_TO_REPLY_TO: { kind: 'not_found', message: 'There is nothing public here that you could reply to.' },
  REPLY_NOT_FOUND: { kind: 'not_found', message: 'This reply no longer exists.' },
} as const satisfies Record<string, { kind: ErrorKind; message: string }>;

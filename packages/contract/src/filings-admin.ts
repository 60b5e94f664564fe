/** Requests of staff to a reporter: a question, or their contact data. */
import * as z from 'zod/mini';
import { contactDenialReasons } from './admin-values.ts';
import { endpoint } from './endpoint.ts';
import { FilingId } from './filings.ts';
import { textLimits } from './limits.ts';
import { IsoTime, required, text } from './schema.ts';
import { PasskeyAssertion, SecondFactor } from './sign-in.ts';
import { Message } from './sign-up.ts';
import { queueWriteDefaults, staffReadDefaults, staffCommonErrors, staffWriteDefaults } from './staff.ts';

export const askReporter = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/filings/:id/questions',
  summary: 'Asks the reporter a question; they answer with their receipt code.',
  params: z.object({ id: FilingId }),
  body: z.object({ question: required('QUESTION_REQUIRED', textLimits.text) }),
  reply: Message,
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'FILING_NOT_FOUND', 'RATE_LIMITED'],
});

/**
 * The browser generates a key pair (ECDH, P-256) and sends its public key as an uncompressed point (65 bytes,
 * base64url); the worker encrypts the contact data for it. No page and no server log contains the plain data.
 *
 * `sealed` is base64url of: version 1 (one byte), the worker's ephemeral public point (65), then the content under
 * AES-256-GCM with its tag (16) at the end. Key (32) and nonce (12) are, in this order, the 44 bytes of HKDF-SHA256
 * over the shared secret, with the salt 'ephemeral point, browser's point' and the info 'hakiki/browser-box/v1'. The
 * additional data is version and ephemeral point, then 'contact-opening', a zero byte and the id of the opening. The
 * content is a JSON object of strings, named as in the reporter's form; trailing blanks are padding.
 */
export const askForContact = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/filings/:id/contact',
  summary:
    'Requests the sealed contact details of a report, with a written reason and the second factor for this request. The request is recorded.',
  params: z.object({ id: FilingId }),
  body: z.object({
    reason: required('REASON_REQUIRED', textLimits.text),
    publicKey: text(500),
    /** From the server's clock, in the format of `Date.toISOString`. */
    askedAt: IsoTime,
    /** Either a code or a passkey's signature of the request's hash (`contactRequestText`). The worker checks it. */
    code: z.optional(SecondFactor.shape.code),
    passkey: z.optional(PasskeyAssertion),
  }),
  reply: z.object({ id: z.uuid() }),
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'ADMIN_SECOND_FACTOR_REQUIRED', 'FILING_NOT_FOUND', 'RATE_LIMITED'],
});

export const getOpenedContact = endpoint({
  ...staffReadDefaults,
  cache: 'never',
  path: '/api/admin/contact-openings/:id',
  summary:
    'The contact details, encrypted for the requesting browser, once the worker has opened them, or the reason for refusal.',
  params: z.object({ id: z.uuid() }),
  reply: z.object({ sealed: z.nullable(text(5000)), refusal: z.nullable(z.enum(contactDenialReasons)) }),
  errors: [...staffCommonErrors, 'FILING_NOT_FOUND'],
});

export const filingAdminEndpoints = [askReporter, askForContact, getOpenedContact] as const;

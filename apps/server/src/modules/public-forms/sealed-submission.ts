/**
 * An unconfirmed submission contains a reporter's text and address, so it is encrypted with a key derived from the
 * token of its link. Neither a copy of the table nor we can read it before the link is opened or the email is sent.
 */
import * as z from 'zod/mini';
import { deriveKey } from '../../platform/derive-key.ts';
import { createByteBox } from '../../platform/sealing/secret-box.ts';

const UnconfirmedContent = z.object({ content: z.unknown(), email: z.string() });
type UnconfirmedContent = z.infer<typeof UnconfirmedContent>;

const createBox = (token: string) => createByteBox(deriveKey(token, 'unconfirmed-submission'));

export const sealSubmission = (unconfirmed: UnconfirmedContent, token: string, id: string): Buffer =>
  createBox(token).seal(Buffer.from(JSON.stringify(unconfirmed)), id);

export const openSubmission = (sealed: Uint8Array, token: string, id: string): UnconfirmedContent =>
  z.parse(UnconfirmedContent, JSON.parse(createBox(token).open(sealed, id).toString()));

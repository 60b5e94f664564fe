/**
 * An unconfirmed submission contains a reporter's text and address, so it is encrypted with a key derived from the
 * token of its link. Neither a copy of the table nor we can read it before the link is opened or the email is sent.
 */
import * as z from 'zod/mini';
import { deriveKey } from '../../platform/derive-key.ts';
import { createByteBox } from '../../platform/sealing/secret-box.ts';

const Waiting = z.object({ content: z.unknown(), email: z.string() });
type Waiting = z.infer<typeof Waiting>;

const boxOf = (token: string) => createByteBox(deriveKey(token, 'unconfirmed-submission'));

export const sealSubmission = (waiting: Waiting, token: string, id: string): Buffer =>
  boxOf(token).seal(Buffer.from(JSON.stringify(waiting)), id);

export const openSubmission = (sealed: Uint8Array, token: string, id: string): Waiting =>
  z.parse(Waiting, JSON.parse(boxOf(token).open(sealed, id).toString()));

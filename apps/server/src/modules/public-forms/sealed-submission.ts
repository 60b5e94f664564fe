/**
 * What waits for its confirmation holds a reporter's words and address, so it lies under a key made from its link's token: whoever
 * copies the table reads nothing, and neither do we, before the link is opened or its letter written.
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

/**
 * Creates UUIDv7 ids (RFC 9562): not guessable, and ordered by time so that new rows go to the end of an index.
 * PostgreSQL has them only from version 18 on. Ids of one process always increase: the 12 bits after the time count up
 * within a millisecond, and a clock that is set back is ignored.
 */
import { randomFillSync } from 'node:crypto';

const COUNTER_LIMIT = 0x1000;
const bytes = Buffer.alloc(16);
let lastMs = 0;
let counter = 0;

export function uuidv7<Id extends string = string>(now: number = Date.now()): Id {
  randomFillSync(bytes);
  if (now > lastMs) {
    lastMs = now;
    // Starting in the lower half leaves space to count up.
    counter = bytes.readUInt16BE(6) & 0x7ff;
  } else if (++counter === COUNTER_LIMIT) {
    lastMs += 1;
    counter = 0;
  }
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  // The caller chooses the branded id type.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Id;
}

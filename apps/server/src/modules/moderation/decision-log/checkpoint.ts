/** The signed head of the public log (c2sp.org/tlog-checkpoint): origin, number of lines, root of the Merkle tree. */
import { NoteError, openNote, type OpenedNote, type VerifierKey } from '../../../platform/signing/signed-note.ts';

export interface Checkpoint {
  /** The name of the log: its address without the scheme. */
  origin: string;
  size: number;
  root: Buffer;
}

const HASH_BYTES = 32;

export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', encoded = '', ...rest] = text.split('\n');
  const root = Buffer.from(encoded, 'base64');
  const isWellFormed =
    origin !== '' &&
    /^(?:0|[1-9]\d{0,14})$/.test(size) &&
    root.length === HASH_BYTES &&
    root.toString('base64') === encoded &&
    rest.at(-1) === '';
  if (!isWellFormed) throw new NoteError('This is no checkpoint of a log.');
  return { origin, size: Number(size), root };
}

/** Parses a signed checkpoint; `signers` are those of the given keys that have signed it. */
export function openCheckpoint(note: string, keys: readonly VerifierKey[]): Checkpoint & Pick<OpenedNote, 'signers'> {
  const { text, signers } = openNote(note, keys);
  return { ...parseCheckpoint(text), signers };
}

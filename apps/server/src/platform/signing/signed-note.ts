/**
 * Signed notes with Ed25519 keys, as c2sp.org/signed-note defines them: a text, an empty line and one line for each
 * signature. Witnesses and monitors of transparency logs read this format.
 *
 * Verifier key: `<name>+<key id>+base64(0x01 ‖ public key)`. Signing key, as Go's sumdb/note writes it:
 * `PRIVATE+KEY+<name>+<key id>+base64(0x01 ‖ seed)`.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';

const ED25519 = 0x01;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
/** A verifier must accept 16 signatures; more than this is not a note of ours. */
const MAX_SIGNATURES = 100;
/** The DER headers of a raw Ed25519 key (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SIGNING_KEY_PREFIX = 'PRIVATE+KEY+';

export interface VerifierKey {
  name: string;
  id: string;
  /** The published form of the key. */
  text: string;
  publicKey: KeyObject;
}

export interface SigningKey extends VerifierKey {
  privateKey: KeyObject;
}

export class NoteError extends Error {}

/** No white space and no plus sign; a comma would end the key in a list of settings. */
const isKeyName = (name: string): boolean => /^[^\s+,]+$/u.test(name);

const computeKeyId = (name: string, publicKey: Uint8Array): string =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(ED25519))
    .update(publicKey)
    .digest('hex')
    .slice(0, KEY_ID_BYTES * 2);

function parseKey(text: string): { name: string; id: string; key: Buffer } {
  const [name = '', id = '', ...encodedParts] = text.split('+');
  // Base64 may contain plus signs.
  const encoded = encodedParts.join('+');
  const bytes = Buffer.from(encoded, 'base64');
  const isWellFormed =
    isKeyName(name) && /^[0-9a-f]{8}$/.test(id) && bytes.toString('base64') === encoded && bytes[0] === ED25519;
  if (!isWellFormed || bytes.length !== 1 + KEY_BYTES) throw new NoteError('Not a key for signed notes.');
  return { name, id, key: bytes.subarray(1) };
}

const toPublicKey = (key: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, key]), format: 'der', type: 'spki' });

function toVerifierKey(name: string, key: Uint8Array): VerifierKey {
  const id = computeKeyId(name, key);
  const encoded = Buffer.concat([Buffer.of(ED25519), key]).toString('base64');
  return { name, id, text: `${name}+${id}+${encoded}`, publicKey: toPublicKey(key) };
}

export function parseVerifierKey(text: string): VerifierKey {
  const { name, id, key } = parseKey(text);
  const verifier = toVerifierKey(name, key);
  if (verifier.id !== id) throw new NoteError('The id of this key does not match its name and its bytes.');
  return verifier;
}

function toSigningKey(name: string, seed: Uint8Array): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { ...toVerifierKey(name, spki.subarray(PUBLIC_PREFIX.length)), privateKey };
}

export function parseSigningKey(text: string): SigningKey {
  if (!text.startsWith(SIGNING_KEY_PREFIX)) throw new NoteError('Not a signing key.');
  const { name, id, key } = parseKey(text.slice(SIGNING_KEY_PREFIX.length));
  const signer = toSigningKey(name, key);
  if (signer.id !== id) throw new NoteError('The id of this key does not match its name and its bytes.');
  return signer;
}

export const isSigningKey = (text: string): boolean => {
  try {
    return parseSigningKey(text).name.length > 0;
  } catch {
    return false;
  }
};

/** Formats a signing key for the settings. */
export function formatSigningKey(name: string, seed: Buffer = randomBytes(KEY_BYTES)): string {
  if (!isKeyName(name)) throw new NoteError('The name of a key has no white space, plus sign or comma.');
  const { id } = toSigningKey(name, seed);
  return `${SIGNING_KEY_PREFIX}${name}+${id}+${Buffer.concat([Buffer.of(ED25519), seed]).toString('base64')}`;
}

export function signNote(text: string, keys: readonly SigningKey[]): string {
  if (!text.endsWith('\n') || keys.length === 0)
    throw new NoteError('A note must end in a newline and have a signature.');
  const lines = keys.map(({ name, id, privateKey }) => {
    const signature = Buffer.concat([Buffer.from(id, 'hex'), sign(null, Buffer.from(text), privateKey)]);
    return `— ${name} ${signature.toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

export interface OpenedNote {
  text: string;
  /** The given keys whose signatures are valid. Without one, the text proves nothing. */
  signers: VerifierKey[];
}

/** Ignores signatures of other keys, and rejects a note on which a given key's signature is wrong. */
export function openNote(note: string, keys: readonly VerifierKey[]): OpenedNote {
  const end = note.lastIndexOf('\n\n');
  // eslint-disable-next-line no-control-regex -- The format forbids control characters other than the newline.
  if (end === -1 || !note.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(note)) {
    throw new NoteError('Not a signed note.');
  }
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) throw new NoteError('This note has too many signatures.');
  const signers = lines.flatMap((line) => {
    const [, name, encoded = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
    const signature = Buffer.from(encoded, 'base64');
    if (!name || signature.length <= KEY_ID_BYTES || signature.toString('base64') !== encoded) {
      throw new NoteError('This note has a malformed signature line.');
    }
    const id = signature.subarray(0, KEY_ID_BYTES).toString('hex');
    const key = keys.find((one) => one.name === name && one.id === id);
    if (!key) return [];
    const bytes = signature.subarray(KEY_ID_BYTES);
    if (bytes.length !== SIGNATURE_BYTES || !verify(null, Buffer.from(text), key.publicKey, bytes)) {
      throw new NoteError(`The signature of ${name} with key ${id} is wrong.`);
    }
    return [key];
  });
  return { text, signers };
}

/**
 * Signatures in the format of minisign (jedisct1.github.io/minisign), with Ed25519 over a BLAKE2b-512 hash, so that
 * anybody can check a file with a common program.
 */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { SigningKey } from './signed-note.ts';

const KEY_ID_BYTES = 8;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The DER header of a raw Ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_ALGORITHM = 'Ed';
/** The signature is over the hash of the file. */
const HASHED_ALGORITHM = 'ED';
const TRUSTED = 'trusted comment: ';

export class SignatureError extends Error {}

const hash = (content: Uint8Array): Buffer => createHash('blake2b512').update(content).digest();

const toRawKey = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length);

const computeKeyId = (publicKey: Uint8Array): Buffer =>
  createHash('sha256').update('hakiki/minisign').update(publicKey).digest().subarray(0, KEY_ID_BYTES);

/** The published key, as minisign's option -P takes it. */
export function formatPublicKey({ publicKey }: Pick<SigningKey, 'publicKey'>): string {
  const raw = toRawKey(publicKey);
  return Buffer.concat([Buffer.from(KEY_ALGORITHM), computeKeyId(raw), raw]).toString('base64');
}

/** The trusted comment is signed, too. */
export function createSignature(content: Uint8Array, key: SigningKey, trustedComment: string): string {
  const raw = toRawKey(key.publicKey);
  const signature = sign(null, hash(content), key.privateKey);
  const comment = sign(null, Buffer.concat([signature, Buffer.from(trustedComment)]), key.privateKey);
  return [
    'untrusted comment: signature of a file of Hakiki open data',
    Buffer.concat([Buffer.from(HASHED_ALGORITHM), computeKeyId(raw), signature]).toString('base64'),
    `${TRUSTED}${trustedComment}`,
    comment.toString('base64'),
    '',
  ].join('\n');
}

/** Returns the trusted comment; throws if the signature is not by this key or not of this content. */
export function verifySignature(content: Uint8Array, signatureFile: string, publicKey: string): string {
  const key = Buffer.from(publicKey, 'base64');
  if (key.length !== 2 + KEY_ID_BYTES + PUBLIC_KEY_BYTES || key.toString('latin1', 0, 2) !== KEY_ALGORITHM) {
    throw new SignatureError('Not a public key of minisign.');
  }
  const [, encoded = '', commentLine = '', commentSignature = ''] = signatureFile.split('\n');
  const bytes = Buffer.from(encoded, 'base64');
  const isWellFormed =
    bytes.length === 2 + KEY_ID_BYTES + SIGNATURE_BYTES &&
    bytes.toString('latin1', 0, 2) === HASHED_ALGORITHM &&
    commentLine.startsWith(TRUSTED);
  if (!isWellFormed) throw new SignatureError('Not a signature of minisign.');
  if (!bytes.subarray(2, 2 + KEY_ID_BYTES).equals(key.subarray(2, 2 + KEY_ID_BYTES))) {
    throw new SignatureError('Signed with another key.');
  }
  const verifier = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, key.subarray(2 + KEY_ID_BYTES)]),
    format: 'der',
    type: 'spki',
  });
  const signature = bytes.subarray(2 + KEY_ID_BYTES);
  const comment = commentLine.slice(TRUSTED.length);
  const isValid =
    verify(null, hash(content), verifier, signature) &&
    verify(null, Buffer.concat([signature, Buffer.from(comment)]), verifier, Buffer.from(commentSignature, 'base64'));
  if (!isValid) throw new SignatureError('The signature is wrong.');
  return comment;
}

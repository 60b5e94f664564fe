/**
 * Opens a reporter's contact data for one browser: it generates a key pair, the worker seals the data for the public
 * key, and only this page can decrypt it. Neither the private key nor the data is ever stored. The format is described
 * at `askForContact` in the contract.
 */
import type { ContactDenialReason } from '@hakiki/contract/admin-values';
import { contactRequestText, type ContactRequest } from '@hakiki/contract/contact-request';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { call, type Api } from '../../../lib/api/api.ts';
import { defineQuery } from '../../../lib/api/queries.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';

/** By the field names of the reporter's form. */
export type OpenedContact = Record<string, string>;

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const VERSION = 1;
const PUBLIC_KEY_BYTES = 65;
const HEADER_BYTES = 1 + PUBLIC_KEY_BYTES;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const INFO = 'hakiki/browser-box/v1';

const POLL_INTERVAL_MS = 700;
const TIMEOUT_MS = 60_000;

/** The worker has not responded: it may be busy, or not running. */
export class OpeningTimeoutError extends Error {}

/** The worker has rejected the request. */
export class OpeningRejectedError extends Error {
  readonly reason: ContactDenialReason;

  constructor(reason: ContactDenialReason) {
    super(reason);
    this.reason = reason;
  }
}

interface ContactKeyPair {
  /** Base64url, as sent to the server. */
  publicKey: string;
  open: (sealed: string, openingId: string) => Promise<OpenedContact>;
}

/** The private key is not extractable, not even by a script of this page. */
export async function createContactKeyPair(): Promise<ContactKeyPair> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const ownPublicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  return {
    publicKey: toBase64Url(ownPublicKey),
    async open(sealed, openingId) {
      const bytes = fromBase64Url(sealed);
      const header = bytes.slice(0, HEADER_BYTES);
      if (header[0] !== VERSION) throw new Error('Unknown format version of the sealed contact data.');
      const material = await deriveKeyMaterial(pair.privateKey, header.slice(1), ownPublicKey);
      const key = await crypto.subtle.importKey('raw', material.slice(0, KEY_BYTES), 'AES-GCM', false, ['decrypt']);
      const cipher = {
        name: 'AES-GCM',
        iv: material.slice(KEY_BYTES),
        additionalData: new Uint8Array([...header, ...new TextEncoder().encode(`contact-opening\0${openingId}`)]),
      };
      const content = await crypto.subtle.decrypt(cipher, key, bytes.slice(HEADER_BYTES));
      return JSON.parse(new TextDecoder().decode(content)) as OpenedContact;
    },
  };
}

/** Derives key and nonce of the one sealed message. */
async function deriveKeyMaterial(
  privateKey: CryptoKey,
  otherPublicKey: Uint8Array<ArrayBuffer>,
  ownPublicKey: Uint8Array,
): Promise<Uint8Array> {
  const other = await crypto.subtle.importKey('raw', otherPublicKey, CURVE, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, privateKey, KEY_BYTES * 8);
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']);
  const salt = new Uint8Array([...otherPublicKey, ...ownPublicKey]);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode(INFO) };
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, secret, (KEY_BYTES + IV_BYTES) * 8));
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const askForContact = defineMutation('POST', '/api/admin/filings/:id/contact');

interface OpenContactOptions {
  api: Api;
  filingId: string;
  /** The requesting user. */
  userId: string;
  /** Recorded in the audit with the user. */
  reason: string;
  /** The code of the authenticator app; without it the passkey is used. */
  code?: string | undefined;
  /** Aborted when the dialog closes. */
  signal?: AbortSignal;
  sleep?: (ms: number) => Promise<void>;
  signWithPasskey?: (challenge: string) => Promise<AuthenticationResponseJSON>;
}

/** Sends the request, polls until the worker has responded, and decrypts the data. */
export async function openContact(options: OpenContactOptions): Promise<OpenedContact> {
  const { api, filingId, userId, reason, code, signal, sleep = sleepMs, signWithPasskey = promptPasskey } = options;
  const key = await createContactKeyPair();
  const { publicKey } = key;
  const askedAt = await fetchServerTime(api);
  const request = { filingId, askedBy: userId, publicKey, reason, askedAt };
  const factor =
    code === undefined ? { passkey: { ...(await signWithPasskey(await computeChallenge(request))) } } : { code };
  const { id } = await askForContact.send(api, {
    params: { id: filingId },
    body: { reason, publicKey, askedAt, ...factor },
  });
  const openingQuery = defineQuery('/api/admin/contact-openings/:id', { params: { id } });
  for (let waitedMs = 0; waitedMs <= TIMEOUT_MS; waitedMs += POLL_INTERVAL_MS) {
    signal?.throwIfAborted();
    const { sealed, refusal } = await openingQuery.load(api);
    if (refusal !== null) throw new OpeningRejectedError(refusal);
    if (sealed !== null) return key.open(sealed, id);
    await sleep(POLL_INTERVAL_MS);
  }
  throw new OpeningTimeoutError();
}

/** The worker rejects old requests by its own clock, and the clock of a phone may be hours off. */
async function fetchServerTime(api: Api): Promise<string> {
  const response = await call(api, 'GET', '/api/admin/access');
  // An unread body would keep the connection open.
  await response.text();
  const serverMs = Date.parse(response.headers.get('date') ?? '');
  return new Date(Number.isNaN(serverMs) ? Date.now() : serverMs).toISOString();
}

/** The challenge that the passkey signs is computed here from the request. */
async function computeChallenge(request: ContactRequest): Promise<string> {
  const text = new TextEncoder().encode(contactRequestText(request));
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}

async function promptPasskey(challenge: string): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({
    optionsJSON: { challenge, rpId: location.hostname, userVerification: 'required', timeout: TIMEOUT_MS },
  });
}

const sleepMs = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

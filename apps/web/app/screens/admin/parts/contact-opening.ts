/**
 * Opens a reporter's contact data for one browser: it generates a key pair, the worker seals the data for the public
 * key, and only this page can decrypt it. Neither the private key nor the data is ever stored. The format is described
 * at `askForContact` in the contract.
 */
import type { ContactRefusal } from '@hakiki/contract/admin-values';
import { contactRequestText, type ContactRequest } from '@hakiki/contract/contact-request';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { call, type Api } from '../../../lib/api/api.ts';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';

/** By the field names of the reporter's form. */
export type OpenedContact = Record<string, string>;

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const VERSION = 1;
const POINT_BYTES = 65;
const HEADER_BYTES = 1 + POINT_BYTES;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const INFO = 'hakiki/browser-box/v1';

const POLL_MS = 700;
const GIVE_UP_MS = 60_000;

/** The worker has not responded: it may be busy, or not running. */
export class NotOpenedYet extends Error {}

/** The worker has rejected the request. */
export class NotOpened extends Error {
  readonly why: ContactRefusal;

  constructor(why: ContactRefusal) {
    super(why);
    this.why = why;
  }
}

interface OpeningKey {
  /** Base64url, as sent to the server. */
  publicKey: string;
  open: (sealed: string, openingId: string) => Promise<OpenedContact>;
}

/** The private key is not extractable, not even by a script of this page. */
export async function newOpeningKey(): Promise<OpeningKey> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const ownPoint = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  return {
    publicKey: toBase64Url(ownPoint),
    async open(sealed, openingId) {
      const bytes = fromBase64Url(sealed);
      const header = bytes.slice(0, HEADER_BYTES);
      if (header[0] !== VERSION) throw new Error('Unknown format version of the sealed contact data.');
      const material = await agree(pair.privateKey, header.slice(1), ownPoint);
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
async function agree(privateKey: CryptoKey, theirs: Uint8Array<ArrayBuffer>, own: Uint8Array): Promise<Uint8Array> {
  const other = await crypto.subtle.importKey('raw', theirs, CURVE, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, privateKey, KEY_BYTES * 8);
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']);
  const salt = new Uint8Array([...theirs, ...own]);
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode(INFO) };
  return new Uint8Array(await crypto.subtle.deriveBits(how, secret, (KEY_BYTES + IV_BYTES) * 8));
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const askForContact = write('POST', '/api/admin/filings/:id/contact');

interface Asking {
  api: Api;
  filingId: string;
  /** The requesting user. */
  userId: string;
  /** Recorded in the audit with the user. */
  reason: string;
  /** Of the authenticator app; without it the passkey is used. */
  code?: string | undefined;
  /** Aborted when the dialog closes. */
  signal?: AbortSignal;
  pause?: (ms: number) => Promise<void>;
  askPasskey?: (challenge: string) => Promise<AuthenticationResponseJSON>;
}

/** Sends the request, polls until the worker has responded, and decrypts the data. */
export async function openContact(asking: Asking): Promise<OpenedContact> {
  const { api, filingId, userId, reason, code, signal, pause = wait, askPasskey = startPasskey } = asking;
  const key = await newOpeningKey();
  const { publicKey } = key;
  const askedAt = await serverTime(api);
  const request = { filingId, askedBy: userId, publicKey, reason, askedAt };
  const factor = code === undefined ? { passkey: { ...(await askPasskey(await challengeOf(request))) } } : { code };
  const { id } = await askForContact.send(api, {
    params: { id: filingId },
    body: { reason, publicKey, askedAt, ...factor },
  });
  const opening = read('/api/admin/contact-openings/:id', { params: { id } });
  for (let waitedMs = 0; waitedMs <= GIVE_UP_MS; waitedMs += POLL_MS) {
    signal?.throwIfAborted();
    const { sealed, refusal } = await opening.load(api);
    if (refusal !== null) throw new NotOpened(refusal);
    if (sealed !== null) return key.open(sealed, id);
    await pause(POLL_MS);
  }
  throw new NotOpenedYet();
}

/** The worker rejects old requests by its own clock, and the clock of a phone may be hours off. */
async function serverTime(api: Api): Promise<string> {
  const answer = await call(api, 'GET', '/api/admin/access');
  // An unread body would keep the connection open.
  await answer.text();
  const told = Date.parse(answer.headers.get('date') ?? '');
  return new Date(Number.isNaN(told) ? Date.now() : told).toISOString();
}

/** The challenge that the passkey signs is computed here from the request. */
async function challengeOf(request: ContactRequest): Promise<string> {
  const text = new TextEncoder().encode(contactRequestText(request));
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}

async function startPasskey(challenge: string): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({
    optionsJSON: { challenge, rpId: location.hostname, userVerification: 'required', timeout: GIVE_UP_MS },
  });
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

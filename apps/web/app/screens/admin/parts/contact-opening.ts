/**
 * How a reporter can be reached, opened for one browser: it makes a pair of keys, the worker seals the contact data for the
 * public one, and only this page can read it. Neither the private key nor what is read is ever written down.
 * The layout is told at `askForContact` in the contract.
 */
import type { ContactRefusal } from '@hakiki/contract/admin-values';
import { contactRequestText, type ContactRequest } from '@hakiki/contract/contact-request';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { call, type Api } from '../../../lib/api/api.ts';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';

/** Under the names the reporter's form gave them. */
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

/** The worker has not answered: it may be busy, or not running. */
export class NotOpenedYet extends Error {}

/** The worker has looked at the request and opens nothing. */
export class NotOpened extends Error {
  readonly why: ContactRefusal;

  constructor(why: ContactRefusal) {
    super(why);
    this.why = why;
  }
}

interface OpeningKey {
  /** As it goes over the wire. */
  publicKey: string;
  open: (sealed: string, openingId: string) => Promise<OpenedContact>;
}

/** The private half cannot leave the browser, not even by a script of this page. */
export async function newOpeningKey(): Promise<OpeningKey> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const ownPoint = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  return {
    publicKey: toBase64Url(ownPoint),
    async open(sealed, openingId) {
      const bytes = fromBase64Url(sealed);
      const header = bytes.slice(0, HEADER_BYTES);
      if (header[0] !== VERSION) throw new Error('The contact data is sealed in a way that is not known here.');
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

/** Key and nonce of the one message that is sealed with them. */
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
  /** Who asks. */
  userId: string;
  /** Recorded with who asked. */
  reason: string;
  /** Of the authenticator app; without one the passkey is asked. */
  code?: string | undefined;
  /** The person has closed the dialog. */
  signal?: AbortSignal;
  pause?: (ms: number) => Promise<void>;
  askPasskey?: (challenge: string) => Promise<AuthenticationResponseJSON>;
}

/** Asks, waits for the worker, and opens what comes. */
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

/** The worker takes what is new by its own clock, and the clock of a phone may be hours off. */
async function serverTime(api: Api): Promise<string> {
  const answer = await call(api, 'GET', '/api/admin/access');
  // An answer that nobody reads to its end keeps its connection.
  await answer.text();
  const told = Date.parse(answer.headers.get('date') ?? '');
  return new Date(Number.isNaN(told) ? Date.now() : told).toISOString();
}

/** What the passkey signs is made here, of what this page asks for. */
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

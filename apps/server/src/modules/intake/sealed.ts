/**
 * Encrypts what reporters write: contact data for a key that the web process does not have, other texts under the
 * application's own key, because reporters and moderators read them again. Each value is bound to its row.
 */
import { createHash } from 'node:crypto';
import type { Settings } from '../../platform/config/settings.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { sealForBrowser } from '../../platform/sealing/browser-box.ts';
import { createOpener, createSealer } from '../../platform/sealing/sealed-box.ts';
import { createRotatingBox } from '../../platform/sealing/secret-box.ts';

/** The reporter's contact data; `email` is the address they gave, `account` the id of their account. */
export interface Contact {
  email?: string | undefined;
  account?: string | undefined;
  accountEmail?: string | undefined;
  [name: string]: string | undefined;
}

/** The reporter's texts that become public; an issue report has no title. */
export interface FilingTexts {
  title: string | null;
  description: string;
  /** The typed name of a provider that is not in the register. */
  providerName: string | null;
}

/** A hash of the texts: an editor sends it to prove which version they saw. */
export const hashTexts = ({ title, description, providerName }: FilingTexts): string =>
  createHash('sha256')
    .update(JSON.stringify([title, description, providerName]))
    .digest('base64url')
    .slice(0, 22);

/** The account of a signed-in reporter is protected like contact data: opening it needs a recorded reason. */
export const toAccountContact = (actor: Actor): Contact =>
  actor.kind === 'user' ? { account: actor.user.id, accountEmail: actor.user.email } : {};

export type Details = Record<string, string | undefined>;

const CONTACT_PURPOSE = 'reporter-contact';
const PROOF_PURPOSE = 'contact-proof';
/** Pads to multiples of this size, so that the length reveals little. */
const PADDED_TO_BYTES = 128;

/** Drops empty values; returns undefined if nothing is left. */
function toJsonBuffer(fields: Record<string, string | undefined>): Buffer | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value);
  if (entries.length === 0) return undefined;
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)));
}

/** JSON ignores trailing blanks. */
const pad = (text: Buffer): Buffer =>
  Buffer.concat([text, Buffer.alloc((PADDED_TO_BYTES - (text.length % PADDED_TO_BYTES)) % PADDED_TO_BYTES, ' ')]);

export type Sealing = ReturnType<typeof createSealing>;

export function createSealing({ appSecret, reporterKeys }: Pick<Settings, 'appSecret' | 'reporterKeys'>) {
  const sealForWorker = reporterKeys.public === undefined ? undefined : createSealer(reporterKeys.public);
  const openAsWorker = createOpener(reporterKeys.private);
  const createBox = (purpose: string) => createRotatingBox(appSecret, `filings/${purpose}`);
  const details = createBox('details');
  const originals = createBox('original');
  const answers = createBox('answer');
  const fileNames = createBox('file-name');
  const files = createBox('file');

  return {
    async sealContact(contact: Contact, filingId: string): Promise<Buffer | undefined> {
      const text = toJsonBuffer(contact);
      if (!text) return undefined;
      if (!sealForWorker) throw new Error('REPORTER_PUBLIC_KEY is not set: contact data cannot be encrypted.');
      return sealForWorker(pad(text), { purpose: CONTACT_PURPOSE, id: filingId });
    },
    /** Needs a private key. */
    openContact: async (sealed: Buffer, filingId: string) =>
      JSON.parse((await openAsWorker(sealed, { purpose: CONTACT_PURPOSE, id: filingId })).toString()) as Contact,

    /** Encrypts the administrator's second factor for one opening; only the worker can read it. */
    async sealProof(proof: object, openingId: string): Promise<Buffer> {
      if (!sealForWorker) throw new Error('REPORTER_PUBLIC_KEY is not set: contact data cannot be requested.');
      return sealForWorker(pad(Buffer.from(JSON.stringify(proof))), { purpose: PROOF_PURPOSE, id: openingId });
    },
    /** Needs a private key. */
    openProof: async (sealed: Buffer, openingId: string): Promise<unknown> =>
      JSON.parse((await openAsWorker(sealed, { purpose: PROOF_PURPOSE, id: openingId })).toString()),

    /** Encrypts the contact data for the page's key, as padded JSON. Needs a private key. */
    resealContact: async (
      sealed: Buffer,
      filingId: string,
      page: { publicKey: string; openingId: string },
    ): Promise<Buffer> =>
      sealForBrowser(page.publicKey, await openAsWorker(sealed, { purpose: CONTACT_PURPOSE, id: filingId }), {
        purpose: 'contact-opening',
        id: page.openingId,
      }),

    sealDetails(fields: Details, filingId: string): Buffer | undefined {
      const text = toJsonBuffer(fields);
      return text && details.seal(text, filingId);
    },
    openDetails: (sealed: Buffer | null, filingId: string): Details =>
      sealed ? (JSON.parse(details.open(sealed, filingId).toString()) as Details) : {},

    sealOriginal: (texts: FilingTexts, filingId: string) =>
      originals.seal(Buffer.from(JSON.stringify(texts)), filingId),
    openOriginal: (sealed: Buffer, filingId: string) =>
      JSON.parse(originals.open(sealed, filingId).toString()) as FilingTexts,

    sealAnswer: (answer: string, questionId: string) => answers.seal(Buffer.from(answer), questionId),
    openAnswer: (sealed: Buffer, questionId: string) => answers.open(sealed, questionId).toString(),

    sealFileName: (name: string, fileId: string) => fileNames.seal(Buffer.from(name), fileId),
    openFileName: (sealed: Buffer, fileId: string) => fileNames.open(sealed, fileId).toString(),

    /** For key rotation. */
    boxes: { details, originals, answers, fileNames, files },
    files,
  };
}

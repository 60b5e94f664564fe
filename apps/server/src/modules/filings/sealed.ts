/**
 * What a reporter says, made unreadable in the database: contact data for a key that is not here while pages are served, the
 * rest, which the reporter and moderators see again, under the application's own. Each is bound to its row.
 */
import type { Settings } from '../../platform/config/settings.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { sealForBrowser } from '../../platform/sealing/browser-box.ts';
import { createOpener, createSealer } from '../../platform/sealing/sealed-box.ts';
import { createByteBox } from '../../platform/sealing/secret-box.ts';

/** What a reporter says about themselves; `email` is where they want to be written to. */
export interface Contact {
  email?: string | undefined;
  [name: string]: string | undefined;
}

export type Details = Record<string, string | undefined>;

const CONTACT = 'reporter-contact';
/** Filled up to multiples of this, so that the length of a box says little about a name. */
const PADDED_TO_BYTES = 128;

/** Without what was left empty; nothing when nothing is left. */
function filled(given: Record<string, string | undefined>): Buffer | undefined {
  const entries = Object.entries(given).filter(([, value]) => value);
  if (entries.length === 0) return undefined;
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)));
}

/** Blanks after JSON mean nothing. */
const pad = (text: Buffer): Buffer =>
  Buffer.concat([text, Buffer.alloc((PADDED_TO_BYTES - (text.length % PADDED_TO_BYTES)) % PADDED_TO_BYTES, ' ')]);

export type Sealing = ReturnType<typeof createSealing>;

export function createSealing({ appSecret, reporterKeys }: Pick<Settings, 'appSecret' | 'reporterKeys'>) {
  const sealForReaders = reporterKeys.public === undefined ? undefined : createSealer(reporterKeys.public);
  const openAsReader = createOpener(reporterKeys.private);
  const boxOf = (purpose: string) => createByteBox(deriveKey(appSecret, `filings/${purpose}`));
  const details = boxOf('details');
  const answers = boxOf('answer');
  const fileNames = boxOf('file-name');

  return {
    sealContact(contact: Contact, filingId: string): Buffer | undefined {
      const text = filled(contact);
      if (!text) return undefined;
      if (!sealForReaders) throw new Error('REPORTER_PUBLIC_KEY is not set: contact data cannot be taken.');
      return sealForReaders(pad(text), { purpose: CONTACT, id: filingId });
    },
    /** Only where a private key is. */
    openContact: (sealed: Buffer, filingId: string) =>
      JSON.parse(openAsReader(sealed, { purpose: CONTACT, id: filingId }).toString()) as Contact,

    /** The same contact data for a page that has shown its key, as JSON filled up with blanks. Only where a private key is. */
    resealContact: (sealed: Buffer, filingId: string, page: { publicKey: string; openingId: string }): Buffer =>
      sealForBrowser(page.publicKey, openAsReader(sealed, { purpose: CONTACT, id: filingId }), {
        purpose: 'contact-opening',
        id: page.openingId,
      }),

    sealDetails(given: Details, filingId: string): Buffer | undefined {
      const text = filled(given);
      return text && details.seal(text, filingId);
    },
    openDetails: (sealed: Buffer | null, filingId: string): Details =>
      sealed ? (JSON.parse(details.open(sealed, filingId).toString()) as Details) : {},

    sealAnswer: (answer: string, questionId: string) => answers.seal(Buffer.from(answer), questionId),
    openAnswer: (sealed: Buffer, questionId: string) => answers.open(sealed, questionId).toString(),

    sealFileName: (name: string, fileId: string) => fileNames.seal(Buffer.from(name), fileId),
    openFileName: (sealed: Buffer, fileId: string) => fileNames.open(sealed, fileId).toString(),

    files: boxOf('file'),
  };
}

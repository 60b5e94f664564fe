/**
 * What a reporter says, made unreadable in the database: contact data for a key that is not here while pages are served, the
 * rest, which the reporter and moderators see again, under the application's own. Each is bound to its row.
 */
import type { Settings } from '../../platform/config/settings.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { createOpener, createSealer } from '../../platform/sealing/sealed-box.ts';
import { createByteBox } from '../../platform/sealing/secret-box.ts';

/** What a reporter says about themselves; `email` is where they want to be written to. */
export interface Contact {
  email?: string | undefined;
  [name: string]: string | undefined;
}

export type Details = Record<string, string | undefined>;

const PURPOSE = 'reporter-contact';
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

export function createSealing({ appSecret, reporterKeys }: Pick<Settings, 'appSecret' | 'reporterKeys'>) {
  const sealFor = reporterKeys.public === undefined ? undefined : createSealer(reporterKeys.public);
  const open = createOpener(reporterKeys.private);
  const box = (purpose: string) => createByteBox(deriveKey(appSecret, `filings/${purpose}`));
  const boxes = { details: box('details'), answer: box('answer'), fileName: box('file-name'), file: box('file') };
  const ofText = ({ seal, open: openBox }: ReturnType<typeof box>) => ({
    seal: (text: string, id: string) => seal(Buffer.from(text), id),
    open: (sealed: Buffer, id: string) => openBox(sealed, id).toString(),
  });

  return {
    contact: {
      seal(contact: Contact, id: string): Buffer | undefined {
        const text = filled(contact);
        if (!text) return undefined;
        if (!sealFor) throw new Error('REPORTER_PUBLIC_KEY is not set: contact data cannot be taken.');
        return sealFor(pad(text), { purpose: PURPOSE, id });
      },
      /** Only where the private key is. */
      open: (sealed: Buffer, id: string) => JSON.parse(open(sealed, { purpose: PURPOSE, id }).toString()) as Contact,
    },
    details: {
      seal(details: Details, id: string): Buffer | undefined {
        const text = filled(details);
        return text && boxes.details.seal(text, id);
      },
      open: (sealed: Buffer | null, id: string): Details =>
        sealed ? (JSON.parse(boxes.details.open(sealed, id).toString()) as Details) : {},
    },
    answer: ofText(boxes.answer),
    fileName: ofText(boxes.fileName),
    file: boxes.file,
  };
}

export type Sealing = ReturnType<typeof createSealing>;

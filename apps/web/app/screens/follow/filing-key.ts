/** Which report a form is about: what its page carries, and how it is read again. */
import type { FilingRef } from '../../lib/evidence/upload.ts';
import type { Values } from '../../lib/forms/forms.ts';
import { RECEIPT } from '../../lib/filings/receipt-form.ts';

const ID = 'filing';

/** The hidden fields that say which report a plain post is about. The code stands in no address. */
export const hiddenFields = ({ code, id }: FilingRef): Values => (id ? { [ID]: id } : { [RECEIPT]: code ?? '' });

export const filingOf = ({ [RECEIPT]: receipt = '', [ID]: id }: Values): FilingRef =>
  id ? { id } : { code: receipt.trim() };

/** The form that adds a file by a plain post. */
export const ADD_FILE = 'add-file';
export const FILE = 'file';

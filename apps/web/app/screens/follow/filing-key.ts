/** Identifies the report of a form: writes it into hidden fields and reads it back. */
import type { FilingRef } from '../../lib/evidence/upload.ts';
import type { Values } from '../../lib/forms/forms.ts';
import { RECEIPT_FIELD } from '../../lib/filings/receipt-form.ts';

const ID = 'filing';

/** The hidden fields that identify the report in a form post. The receipt code must not be in a URL. */
export const hiddenFields = ({ code, id }: FilingRef): Values => (id ? { [ID]: id } : { [RECEIPT_FIELD]: code ?? '' });

export const filingOf = ({ [RECEIPT_FIELD]: receipt = '', [ID]: id }: Values): FilingRef =>
  id ? { id } : { code: receipt.trim() };

export const ADD_FILE = 'add-file';
export const FILE = 'file';

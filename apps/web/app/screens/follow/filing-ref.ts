/** Identifies the report of a form: writes it into hidden fields and reads it back. */
import type { FilingRef } from '../../lib/evidence/upload.ts';
import type { Values } from '../../lib/forms/forms.ts';
import { RECEIPT_FIELD } from '../../lib/filings/receipt-form.ts';

const ID_FIELD = 'filing';

/** The hidden fields that identify the report in a form post. The receipt code must not be in a URL. */
export const toHiddenFields = ({ code, id }: FilingRef): Values =>
  id ? { [ID_FIELD]: id } : { [RECEIPT_FIELD]: code ?? '' };

export const parseFilingRef = ({ [RECEIPT_FIELD]: receipt = '', [ID_FIELD]: id }: Values): FilingRef =>
  id ? { id } : { code: receipt.trim() };

export const ADD_FILE_FORM = 'add-file';
export const FILE_FIELD = 'file';

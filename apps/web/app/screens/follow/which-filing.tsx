import type { FilingRef } from '../../lib/evidence/upload.ts';
import { hiddenFields } from './filing-key.ts';

/** Says which report a form is about. */
export const WhichFiling = ({ filing }: { filing: FilingRef }) =>
  Object.entries(hiddenFields(filing)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));

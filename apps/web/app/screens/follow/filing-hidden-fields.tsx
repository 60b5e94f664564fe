import type { FilingRef } from '../../lib/evidence/upload.ts';
import { toHiddenFields } from './filing-ref.ts';

export const FilingHiddenFields = ({ filing }: { filing: FilingRef }) =>
  Object.entries(toHiddenFields(filing)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));

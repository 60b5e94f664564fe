import type { FilingRef } from '../../lib/evidence/upload.ts';
import { hiddenFields } from './filing-key.ts';

export const WhichFiling = ({ filing }: { filing: FilingRef }) =>
  Object.entries(hiddenFields(filing)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));

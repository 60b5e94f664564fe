import { lazy } from 'react';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { m } from '../../paraglide/messages.js';
import type { EvidenceFileInputProps } from './file-input.tsx';
import { LazyPart } from '../lazy-part.tsx';

const EvidenceChoice = lazy(async () => ({ default: (await import('./file-input.tsx')).EvidenceFileInput }));

/** Lets people choose files for their report. Does not upload them. */
export function EvidencePicker(props: EvidenceFileInputProps) {
  const fallback = <div className="skeleton h-40" aria-hidden="true" />;
  if (!useBrowserValue(() => true)) return <div className="needs-scripts">{fallback}</div>;
  return (
    <LazyPart fallback={fallback}>
      <EvidenceChoice {...props} />
    </LazyPart>
  );
}

/** Shown without scripts: files can be added later. */
export const EvidenceLaterNote = () => <p className="without-scripts text-sm text-muted">{m.files_later()}</p>;

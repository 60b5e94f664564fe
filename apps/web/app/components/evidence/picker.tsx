import { lazy } from 'react';
import { useInBrowser } from '../../lib/browser/use-in-browser.ts';
import { m } from '../../paraglide/messages.js';
import type { EvidenceChoiceProps } from './choice.tsx';
import { LazyPart } from '../lazy-part.tsx';

const EvidenceChoice = lazy(async () => ({ default: (await import('./choice.tsx')).EvidenceChoice }));

/** Lets people choose files for their report. Does not upload them. */
export function EvidencePicker(props: EvidenceChoiceProps) {
  const waiting = <div className="skeleton h-40" aria-hidden="true" />;
  if (!useInBrowser(() => true)) return <div className="needs-scripts">{waiting}</div>;
  return (
    <LazyPart waiting={waiting}>
      <EvidenceChoice {...props} />
    </LazyPart>
  );
}

/** Shown without scripts: files can be added later. */
export const EvidenceLater = () => <p className="without-scripts text-sm text-muted">{m.files_later()}</p>;

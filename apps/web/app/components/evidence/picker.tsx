import { lazy } from 'react';
import { useInBrowser } from '../../lib/browser/use-in-browser.ts';
import { m } from '../../paraglide/messages.js';
import type { EvidenceChoiceProps } from './choice.tsx';
import { LazyPart } from '../lazy-part.tsx';

const EvidenceChoice = lazy(async () => ({ default: (await import('./choice.tsx')).EvidenceChoice }));

/** Lets people choose files to be sent with their report. Nothing leaves the browser here. */
export function EvidencePicker(props: EvidenceChoiceProps) {
  const waiting = <div className="skeleton h-40" aria-hidden="true" />;
  if (!useInBrowser(() => true)) return <div className="needs-scripts">{waiting}</div>;
  return (
    <LazyPart waiting={waiting}>
      <EvidenceChoice {...props} />
    </LazyPart>
  );
}

/** Where the form is a plain post, files come later. */
export const EvidenceLater = () => <p className="without-scripts text-sm text-muted">{m.files_later()}</p>;

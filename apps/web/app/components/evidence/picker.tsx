import { lazy, useState } from 'react';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { m } from '../../paraglide/messages.js';
import type { EvidenceFileInputProps } from './file-input.tsx';
import { LazyPart } from '../lazy-part.tsx';
import { buttonClass } from '../ui/button.ts';

const EvidenceChoice = lazy(async () => ({ default: (await import('./file-input.tsx')).EvidenceFileInput }));

interface Props extends EvidenceFileInputProps {
  /** Loads it only when somebody wants to add files, on a page with little space for scripts. */
  isOnDemand?: boolean;
}

/** Lets people choose files for their report. Does not upload them. */
export function EvidencePicker({ isOnDemand = false, ...props }: Props) {
  const [isWanted, setWanted] = useState(!isOnDemand);
  const fallback = <div className="skeleton h-40" aria-hidden="true" />;
  const isInBrowser = useBrowserValue(() => true);
  if (!isWanted) {
    return (
      <button
        type="button"
        onClick={() => setWanted(true)}
        className={buttonClass('secondary', 'needs-scripts self-start')}
      >
        {m.files_add()}
      </button>
    );
  }
  if (!isInBrowser) return <div className="needs-scripts">{fallback}</div>;
  return (
    <LazyPart fallback={fallback}>
      <EvidenceChoice {...props} />
    </LazyPart>
  );
}

/** Shown without scripts: files can be added later. */
export const EvidenceLaterNote = () => <p className="without-scripts text-sm text-muted">{m.files_later()}</p>;

import { lazy, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import type { HistorySubject } from './entries.tsx';
import { LazyPart } from '../lazy-part.tsx';

const HistoryEntries = lazy(async () => ({ default: (await import('./entries.tsx')).HistoryEntries }));

interface Props {
  subject: HistorySubject;
  label: string;
  /** Distinguishes it from others for screen readers. */
  about?: string;
}

/** The history of a verdict, alert or report. Loaded when a reader opens it. */
export function History({ subject, label, about }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="needs-scripts" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
        {label}
        {about && <span className="sr-only">: {about}</span>}
      </summary>
      {isOpen && (
        <LazyPart fallback={<div className="skeleton h-24" role="status" aria-label={m.history_loading()} />}>
          <HistoryEntries subject={subject} />
        </LazyPart>
      )}
    </details>
  );
}

import { lazy, useState } from 'react';
import { Skeleton } from '../query-states.tsx';
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

/** The history of a verdict, alert or report. Loaded when it is opened. */
export function History({ subject, label, about }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="needs-scripts" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
        {label}
        {about && <span className="sr-only">: {about}</span>}
      </summary>
      {isOpen && (
        <LazyPart fallback={<Skeleton label={m.history_loading()} className="h-24" />}>
          <HistoryEntries subject={subject} />
        </LazyPart>
      )}
    </details>
  );
}

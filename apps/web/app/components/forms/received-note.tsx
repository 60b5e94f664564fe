import { waitingTimes } from '@hakiki/contract/limits';
import { useEffect, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

interface Props {
  title: string;
  /** The received data, if the page still knows it. */
  received?: string;
  /** Where it will be shown. */
  follow: string;
  /** True if it was just sent from this page. */
  takesFocus?: boolean;
  /** Depends on the surrounding headings. */
  heading?: 'h2' | 'h3';
}

/** Confirms a review or an experience, which the team reads before it becomes public. */
export function ReceivedNote({ title, received, follow, takesFocus = false, heading: Heading = 'h3' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus, received]);
  return (
    <section aria-label={title} className="flex gap-3 rounded-card bg-brand-soft p-4">
      <Icon name="check-circle" className="mt-0.5 text-brand" />
      <div className="flex min-w-0 max-w-[68ch] flex-col gap-1">
        <Heading ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {title}
        </Heading>
        {received && <p className="wrap-anywhere">{received}</p>}
        <p>{m.moderated_next(waitingTimes.moderationBusinessDays)}</p>
        <p>{follow}</p>
      </div>
    </section>
  );
}

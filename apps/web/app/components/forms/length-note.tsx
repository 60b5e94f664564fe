import { useEffect, useState } from 'react';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

/** Share of the maximum from which the length is shown. */
const NEAR_LIMIT_SHARE = 0.9;
/** The live region is debounced: screen readers announce it when the person pauses, not at every key. */
const ANNOUNCE_DELAY_MS = 800;

interface Props {
  /** Id of the field. */
  id: string;
  max: number;
  /** The text of a controlled field. */
  value?: string;
}

/**
 * Shows how much of the maximum length is used. A field with `maxLength` silently cuts pasted text; these fields accept
 * everything, show by how much it is too long, and the form is rejected until it is shorter.
 */
export function LengthNote({ id, max, value }: Props) {
  const count = useLength(id, value);
  const isOver = count > max;
  const [announced, setHeard] = useState('');
  const message = isOver ? m.length_over({ count: formatNumber(count), max: formatNumber(max) }) : '';
  useEffect(() => {
    const timer = setTimeout(() => setHeard(message), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <>
      {count > max * NEAR_LIMIT_SHARE && (
        <p
          data-length={isOver ? 'over' : 'near'}
          className={`flex items-start gap-1.5 text-sm tabular-nums ${isOver ? 'font-semibold text-flagged' : 'text-muted'}`}
        >
          {isOver && <Icon name="warning" className="mt-0.5 size-4" />}
          {message || m.length_near({ count: formatNumber(count), max: formatNumber(max) })}
        </p>
      )}
      <span aria-live="polite" className="sr-only">
        {announced}
      </span>
    </>
  );
}

/** Surrounding white space is not sent and does not count. */
const countCharacters = (text: string): number => text.trim().length;

function useLength(id: string, value: string | undefined): number {
  const [typed, setTyped] = useState(0);
  useEffect(() => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
    const measure = () => setTyped(countCharacters(field.value));
    // Counts text that was typed before hydration.
    measure();
    field.addEventListener('input', measure);
    return () => field.removeEventListener('input', measure);
  }, [id]);
  return value === undefined ? typed : countCharacters(value);
}

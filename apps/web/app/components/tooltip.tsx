import { tooltipTiming } from '@hakiki/contract/limits';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

/** When the last tooltip closed: moving on to the next one shortly after opens it at once. */
let lastClosedAt = Number.NEGATIVE_INFINITY;

/** Explains a word on hover after a moment, and on keyboard focus or tap at once. Stays while the pointer is on it; Escape closes it. */
export function Tooltip({ text, children, className = '' }: { text: string; children: ReactNode; className?: string }) {
  /** How far from the word's own left it stands; nowhere while it is closed. */
  const [left, setLeft] = useState<number>();
  const isOpen = left !== undefined;
  const word = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  const open = () => setLeft(word.current ? shiftOf(word.current) : 0);
  const openSoon = () => {
    const isMovingOn = performance.now() - lastClosedAt < tooltipTiming.skipDelayMs;
    timer.current = setTimeout(open, isMovingOn ? 0 : tooltipTiming.openDelayMs);
  };
  const close = () => {
    clearTimeout(timer.current);
    setLeft(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    // Under a mouse nothing has the focus that would hear the key.
    const closeByEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setLeft(undefined);
    document.addEventListener('keydown', closeByEscape);
    return () => {
      document.removeEventListener('keydown', closeByEscape);
      lastClosedAt = performance.now();
    };
  }, [isOpen]);

  return (
    <span
      ref={word}
      className="relative inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && openSoon()}
      onPointerLeave={close}
    >
      <button
        type="button"
        aria-describedby={isOpen ? id : undefined}
        className={`cursor-help ${className}`}
        onFocus={open}
        onBlur={close}
      >
        {children}
      </button>
      {isOpen && (
        // The gap is padding: a pointer on its way to the text does not leave.
        <span style={{ left, maxWidth: MOST_WIDTH_PX }} className="absolute bottom-full z-30 w-max pb-2">
          <span
            role="tooltip"
            id={id}
            className="block rounded-control bg-ink px-3 py-2 text-start text-sm font-normal text-paper"
          >
            {text}
          </span>
        </span>
      )}
    </span>
  );
}

const MOST_WIDTH_PX = 240;
const EDGE_PX = 8;

/** A word at the right edge of a phone is explained further to the left. */
const shiftOf = (word: HTMLElement): number =>
  Math.min(0, document.documentElement.clientWidth - EDGE_PX - MOST_WIDTH_PX - word.getBoundingClientRect().left);

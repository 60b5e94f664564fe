import { tooltipTiming } from '@hakiki/contract/limits';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

/** When the last tooltip closed: the next one opens at once if it follows shortly after. */
let lastClosedAt = Number.NEGATIVE_INFINITY;

/** Opens on hover after a delay, and on focus or tap at once. Stays open under the pointer; Escape closes it. */
export function Tooltip({ text, children, className = '' }: { text: string; children: ReactNode; className?: string }) {
  /** Horizontal offset from the word; undefined while closed. */
  const [left, setLeft] = useState<number>();
  const isOpen = left !== undefined;
  const word = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  const open = () => setLeft(word.current ? getShift(word.current) : 0);
  const openSoon = () => {
    const isNextInRow = performance.now() - lastClosedAt < tooltipTiming.skipDelayMs;
    timer.current = setTimeout(open, isNextInRow ? 0 : tooltipTiming.openDelayMs);
  };
  const close = () => {
    clearTimeout(timer.current);
    setLeft(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    // With a mouse no element has the focus, so the document listens for the key.
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
        // The gap is padding, so that the pointer can move to the text without leaving.
        <span style={{ left, maxWidth: MAX_WIDTH_PX }} className="absolute bottom-full z-30 w-max pb-2">
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

const MAX_WIDTH_PX = 240;
const SCREEN_MARGIN_PX = 8;

/** Shifts the tooltip of a word at the right edge of a phone to the left. */
const getShift = (word: HTMLElement): number =>
  Math.min(
    0,
    document.documentElement.clientWidth - SCREEN_MARGIN_PX - MAX_WIDTH_PX - word.getBoundingClientRect().left,
  );

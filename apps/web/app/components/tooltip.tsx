import { tooltipTiming } from '@hakiki/contract/limits';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

/** When the last tooltip closed: moving on to the next one shortly after opens it at once. */
let lastClosedAt = Number.NEGATIVE_INFINITY;

/** Explains a word on hover after a moment, and on keyboard focus or tap at once. Stays while the pointer is on it; Escape closes it. */
export function Tooltip({ text, children, className = '' }: { text: string; children: ReactNode; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  const open = () => setOpen(true);
  const openSoon = () => {
    const isMovingOn = performance.now() - lastClosedAt < tooltipTiming.skipDelayMs;
    timer.current = setTimeout(open, isMovingOn ? 0 : tooltipTiming.openDelayMs);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    // Under a mouse nothing has the focus that would hear the key.
    const closeByEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', closeByEscape);
    return () => {
      document.removeEventListener('keydown', closeByEscape);
      lastClosedAt = performance.now();
    };
  }, [isOpen]);

  return (
    <span
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
        <span ref={keepOnScreen} className="absolute bottom-full left-0 z-30 w-max max-w-60 pb-2">
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

const EDGE_PX = 8;

/** A word at the right edge of a phone is explained further to the left. */
function keepOnScreen(shown: HTMLElement | null) {
  if (!shown) return;
  const room = document.documentElement.clientWidth - EDGE_PX - shown.getBoundingClientRect().right;
  if (room < 0) shown.style.translate = `${room}px`;
}

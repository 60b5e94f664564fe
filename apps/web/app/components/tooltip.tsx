import { tooltipTiming } from '@hakiki/contract/limits';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

/** When the last tooltip closed: moving on to the next one shortly after opens it at once. */
let lastClosedAt = Number.NEGATIVE_INFINITY;

/** Explains a word on hover after a moment, and on keyboard focus or tap at once. */
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
    if (isOpen) lastClosedAt = performance.now();
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

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
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        {children}
      </button>
      {isOpen && (
        <span
          role="tooltip"
          id={id}
          className="absolute bottom-full left-0 z-30 mb-2 w-max max-w-60 rounded-control bg-ink px-3 py-2 text-start text-sm font-normal text-paper"
        >
          {text}
        </span>
      )}
    </span>
  );
}

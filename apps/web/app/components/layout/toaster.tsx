import { toastTiming } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { dismissToast, toastStore, type Toast } from '../../lib/browser/toast.ts';
import { m } from '../../paraglide/messages.js';
import { severityIcon } from '../alerts/severity.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

const NO_TOASTS: readonly Toast[] = [];

/**
 * Shows toasts in the free space of a sticky header, where they neither cover nor move anything. The space is reserved
 * and the live region is rendered before the first toast, so that screen readers announce it. A text that does not fit
 * is shown in full while the region is pointed at or has the focus: after a tap, or F8.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => NO_TOASTS);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const focusOnHotkey = (event: KeyboardEvent) => {
      if (event.key === toastTiming.hotkey) region.current?.focus();
    };
    document.addEventListener('keydown', focusOnHotkey);
    return () => document.removeEventListener('keydown', focusOnHotkey);
  }, []);

  return (
    <section
      ref={region}
      aria-label={m.toast_region({ key: toastTiming.hotkey })}
      tabIndex={-1}
      data-toasts
      className="@container relative ms-auto h-11 max-w-[420px] min-w-11 flex-1"
    >
      <div aria-live="polite">
        {toasts.map((toast) => toast.isOpen && <ToastItem key={toast.id} toast={toast} region={region} />)}
      </div>
    </section>
  );
}

function ToastItem({ toast, region }: { toast: Toast; region: RefObject<HTMLElement | null> }) {
  const [swipedPx, setSwipedPx] = useState(0);
  const startX = useRef<number>(undefined);

  useEffect(() => {
    const timer = setInterval(() => {
      // Somebody may still read it.
      if (!region.current?.matches(':is(:hover, :focus-within)')) dismissToast(toast.id);
    }, toast.durationMs);
    return () => clearInterval(timer);
  }, [toast, region]);

  const toSwipedPx = (clientX: number) => Math.max(0, clientX - (startX.current ?? clientX));
  const release = (clientX: number) => {
    if (toSwipedPx(clientX) >= toastTiming.swipeThresholdPx) dismissToast(toast.id);
    startX.current = undefined;
    setSwipedPx(0);
  };

  return (
    <div
      role={toast.isDestructive ? 'alert' : 'status'}
      data-toast
      data-destructive={toast.isDestructive || undefined}
      className={`absolute end-0 -top-1.5 flex min-h-14 w-max max-w-full min-w-11 touch-pan-y items-center justify-center gap-2 rounded-control border bg-surface px-2 select-none attended:max-w-[min(420px,calc(100vw-(--spacing(22))))] ${
        toast.isDestructive ? 'border-flagged-line bg-flagged-soft text-flagged' : 'border-line-strong'
      }`}
      style={swipedPx > 0 ? { transform: `translateX(${swipedPx}px)` } : undefined}
      onPointerDown={(event) => {
        startX.current = event.clientX;
      }}
      onPointerMove={(event) => startX.current !== undefined && setSwipedPx(toSwipedPx(event.clientX))}
      onPointerUp={(event) => release(event.clientX)}
      onPointerCancel={() => {
        startX.current = undefined;
        setSwipedPx(0);
      }}
    >
      <ToastText toast={toast} />
      {toast.action && <ActionButton toast={toast} {...toast.action} />}
      <button
        type="button"
        className="-m-2.5 inline-flex size-11 shrink-0 items-center justify-center rounded-control @max-[16rem]:not-attended:sr-only"
        onClick={() => dismissToast(toast.id)}
      >
        <Icon name="close" className="size-4" />
        <span className="sr-only">{m.toast_close()}</span>
      </button>
    </div>
  );
}

const getIcon = ({ alert, isDestructive }: Toast): IconName =>
  alert ? severityIcon(alert.severity) : isDestructive ? 'warning' : 'check-circle';

/**
 * As much of the text as fits the header, and only the icon on the narrowest screens. What the page shows as well is
 * left to screen readers.
 */
function ToastText({ toast }: { toast: Toast }) {
  const className = 'flex min-h-11 min-w-0 items-center justify-center gap-2 text-sm leading-tight';
  const content = (
    <>
      <Icon name={getIcon(toast)} className="size-5 shrink-0" />
      <div className="line-clamp-3 @max-[10rem]:line-clamp-1 @max-[6rem]:not-attended:sr-only attended:line-clamp-none">
        <p className="inline font-semibold">{toast.title}</p>{' '}
        {toast.description && (
          <p className={toast.alert || toast.isInline ? 'sr-only' : 'inline'}>{toast.description}</p>
        )}
      </div>
    </>
  );
  if (!toast.alert) return <div className={className}>{content}</div>;
  return (
    <Link to={toast.alert.href} onClick={() => dismissToast(toast.id)} className={className}>
      {content}
    </Link>
  );
}

const ActionButton = ({ toast, label, run }: { toast: Toast } & NonNullable<Toast['action']>) => (
  <button
    type="button"
    className={buttonClass('secondary', '-my-2 shrink-0')}
    onClick={() => {
      dismissToast(toast.id);
      run();
    }}
  >
    {label}
  </button>
);

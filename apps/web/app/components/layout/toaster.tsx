import { toastTiming } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { dismissToast, toastStore, type Toast } from '../../lib/browser/toast.ts';
import { m } from '../../paraglide/messages.js';
import { severityIcon } from '../alerts/severity.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

const NO_TOASTS: readonly Toast[] = [];

const HEADER_TOASTS_ID = 'header-toasts';

const useToasts = (isInHeader: (toast: Toast) => boolean): Toast[] =>
  useSyncExternalStore(toastStore.subscribe, toastStore.current, () => NO_TOASTS).filter(
    (toast) => toast.isOpen && isInHeader(toast),
  );

/** An alert may arrive while somebody fills in a form; a message that the page shows, too, needs no second place. */
const isForHeader = ({ alert, isInline }: Toast): boolean => Boolean(alert ?? isInline);

/**
 * Shows toasts in the free space of the header, where they neither cover nor move anything. The space is reserved and
 * rendered before the first toast, so that screen readers announce it (a live region).
 */
export function HeaderToasts() {
  return (
    <div
      id={HEADER_TOASTS_ID}
      tabIndex={-1}
      aria-live="polite"
      className="@container ms-auto flex max-w-[420px] min-w-11 flex-1 justify-end"
    >
      {useToasts(isForHeader).map((toast) => (
        <ToastItem key={toast.id} toast={toast} isInHeader />
      ))}
    </div>
  );
}

/**
 * Shows all other toasts, at the bottom of the screen. The region is always rendered and as tall as the screen; clicks
 * beside a toast pass through, and F8 focuses the toast wherever it is. The console has no header: `showsAll`.
 */
export function Toaster({ showsAll = false }: { showsAll?: boolean }) {
  const toasts = useToasts((toast) => showsAll || !isForHeader(toast));
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const focusOnHotkey = (event: KeyboardEvent) => {
      if (event.key !== toastTiming.hotkey) return;
      const inHeader = document.getElementById(HEADER_TOASTS_ID);
      (inHeader?.firstChild ? inHeader : region.current)?.focus();
    };
    document.addEventListener('keydown', focusOnHotkey);
    return () => document.removeEventListener('keydown', focusOnHotkey);
  }, []);

  return (
    <section
      ref={region}
      aria-label={m.toast_region({ key: toastTiming.hotkey })}
      tabIndex={-1}
      className="pointer-events-none fixed inset-x-0 inset-y-0 z-50 mx-auto w-full max-w-[420px] md:inset-x-auto md:end-0"
    >
      <div aria-live="polite" className="flex h-full flex-col">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  );
}

function ToastItem({ toast, isInHeader = false }: { toast: Toast; isInHeader?: boolean }) {
  const [isPaused, setPaused] = useState(false);
  const [swipedPx, setSwipedPx] = useState(0);
  const startX = useRef<number>(undefined);

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [isPaused, toast]);

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
      className={`pointer-events-auto flex touch-pan-y border select-none ${
        isInHeader
          ? 'min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2'
          : 'm-4 mt-auto items-start gap-3 rounded-card bg-surface p-4'
      } ${isInHeader && toast.isDestructive ? 'bg-flagged-soft' : ''} ${toast.isDestructive ? 'border-flagged-line text-flagged' : 'border-line-strong'}`}
      style={swipedPx > 0 ? { transform: `translateX(${swipedPx}px)` } : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
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
      {isInHeader ? (
        <ToastLine toast={toast} />
      ) : (
        <>
          <Icon name={getIcon(toast)} className="mt-0.5 size-5" />
          <div className="flex-1">
            <p className="font-semibold">{toast.title}</p>
            {toast.description && <p className="text-sm">{toast.description}</p>}
          </div>
        </>
      )}
      {toast.action && <ActionButton toast={toast} {...toast.action} />}
      <button
        type="button"
        className={`-m-2.5 inline-flex size-11 shrink-0 items-center justify-center rounded-control ${isInHeader ? '@max-[14rem]:sr-only' : ''}`}
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
 * As much of the text as fits the header, and only the icon on the narrowest screens; screen readers get the full text,
 * and the page shows it.
 */
function ToastLine({ toast }: { toast: Toast }) {
  const className = 'flex min-h-11 min-w-0 items-center justify-center gap-2 text-sm leading-tight';
  const content = (
    <>
      <Icon name={getIcon(toast)} className="size-5 shrink-0" />
      <span className="line-clamp-2 font-semibold @max-[6.5rem]:sr-only">{toast.title}</span>
      {toast.description && <span className="sr-only">{toast.description}</span>}
    </>
  );
  if (!toast.alert) return <p className={className}>{content}</p>;
  return (
    <Link to={toast.alert.href} onClick={() => dismissToast(toast.id)} className={className}>
      {content}
    </Link>
  );
}

const ActionButton = ({ toast, label, run }: { toast: Toast } & NonNullable<Toast['action']>) => (
  <button
    type="button"
    className={buttonClass('secondary', '-my-2')}
    onClick={() => {
      dismissToast(toast.id);
      run();
    }}
  >
    {label}
  </button>
);

import { toastTiming } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { dismissToast, toastStore, type Toast } from '../../lib/browser/toast.ts';
import { m } from '../../paraglide/messages.js';
import { severityIcon } from '../alerts/severity.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

const NO_TOASTS: readonly Toast[] = [];

/**
 * Shows toasts. The region is always rendered and as tall as the screen, so that screen readers announce new toasts (a
 * live region) and nothing shifts; clicks beside a toast pass through, and F8 focuses it. Toasts appear at the bottom.
 * An alert appears over the header and is no taller, so that it never covers what somebody reads or fills in.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => NO_TOASTS);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const focusOnHotkey = (event: KeyboardEvent) => event.key === toastTiming.hotkey && region.current?.focus();
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
        {toasts
          .filter((toast) => toast.isOpen)
          .map((toast) => (
            <ToastItem key={toast.id} toast={toast} />
          ))}
      </div>
    </section>
  );
}

function ToastItem({ toast }: { toast: Toast }) {
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
      data-destructive={toast.isDestructive || undefined}
      className={`pointer-events-auto flex touch-pan-y rounded-card border bg-surface select-none ${
        toast.alert ? 'm-1.5 max-h-13 items-center gap-2 px-3 py-1' : 'm-4 mt-auto items-start gap-3 p-4'
      } ${toast.isDestructive ? 'border-flagged-line text-flagged' : 'border-line-strong'}`}
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
      <Icon name={getIcon(toast)} className={toast.alert ? 'size-5' : 'mt-0.5 size-5'} />
      {toast.alert ? (
        <AlertText toast={toast} href={toast.alert.href} />
      ) : (
        <div className="flex-1">
          <p className="font-semibold">{toast.title}</p>
          {toast.description && <p className="text-sm">{toast.description}</p>}
        </div>
      )}
      {toast.action && <ActionButton toast={toast} {...toast.action} />}
      <button
        type="button"
        className="-m-2.5 inline-flex size-11 items-center justify-center rounded-control"
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

/** Cut to the height of the header; screen readers get the full text, and so does the alert's page. */
const AlertText = ({ toast, href }: { toast: Toast; href: string }) => (
  <Link
    to={href}
    onClick={() => dismissToast(toast.id)}
    className="flex min-h-11 min-w-0 flex-1 flex-col justify-center text-sm leading-tight"
  >
    <span className="line-clamp-2 font-semibold md:line-clamp-1">{toast.title}</span>
    {toast.description && (
      <span className="max-md:sr-only">
        <span className="line-clamp-1">{toast.description}</span>
      </span>
    )}
  </Link>
);

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

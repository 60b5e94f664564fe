/**
 * Handles what the server requires of staff during their work: the second factor before a risky action, a new session
 * after it has expired, and a confirmation of private data before publication. The failed call waits for the dialog and
 * is then retried, so that nothing typed is lost.
 */
import type { User } from '@hakiki/contract/accounts';
import { type MarkedText, PRIVATE_DATA_HEADER } from '@hakiki/contract/private-data';
import { lazy, useEffect, useState } from 'react';
import { setRetryHandler } from '../../lib/api/api.ts';
import { LazyPart } from '../lazy-part.tsx';

const importDialogs = () => import('./retry-dialogs.tsx');
const FactorDialog = lazy(async () => ({ default: (await importDialogs()).FactorDialog }));
const SessionDialog = lazy(async () => ({ default: (await importDialogs()).SessionDialog }));
const PrivateDataDialog = lazy(async () => ({
  default: (await import('./private-data-dialog.tsx')).PrivateDataDialog,
}));

type Requirement = { missing: 'factor' | 'session' } | { missing: 'look'; texts: readonly MarkedText[] };

type OpenRequirement = Requirement & { answer: (isConfirmed: boolean) => void };

export function RetryDialogs({ user }: { user: User }) {
  const [open, setOpen] = useState<OpenRequirement>();
  useEffect(() => handleFailedCalls(setOpen), []);
  if (!open) return null;
  const close = () => open.answer(false);
  const confirm = () => open.answer(true);
  return (
    <LazyPart fallback={null}>
      {open.missing === 'look' && <PrivateDataDialog texts={open.texts} onClose={close} onConfirm={confirm} />}
      {open.missing === 'factor' && (
        <FactorDialog
          onClose={close}
          onConfirmed={confirm}
          onSessionExpired={() => setOpen({ answer: open.answer, missing: 'session' })}
        />
      )}
      {open.missing === 'session' && <SessionDialog user={user} onClose={close} onConfirmed={confirm} />}
    </LazyPart>
  );
}

/** Animation frames to wait for the call of a disabled button after the dialog has closed. */
const MAX_FOCUS_FRAMES = 300;

/** Only if the focus is nowhere else. A button cannot take the focus while it is disabled. */
function restoreFocus(element: HTMLElement, frames = MAX_FOCUS_FRAMES): void {
  requestAnimationFrame(() => {
    const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
    if (isElsewhere || !element.isConnected || frames === 0) return;
    element.focus();
    restoreFocus(element, frames - 1);
  });
}

/** All calls that miss the same thing wait for one dialog. */
function handleFailedCalls(setOpenRequirement: (open: OpenRequirement | undefined) => void): () => void {
  let pending: Promise<boolean> | undefined;
  let wasDismissed = false;
  // The browser drops the focus of a button that is disabled during its call.
  let lastFocused: HTMLElement | undefined;
  const rememberFocus = ({ target }: FocusEvent) => {
    if (!pending && target instanceof HTMLElement) lastFocused = target;
  };
  document.addEventListener('focusin', rememberFocus);
  const openDialog = (requirement: Requirement): Promise<boolean> =>
    new Promise<boolean>((resolve) => {
      setOpenRequirement({
        ...requirement,
        answer(isConfirmed) {
          pending = undefined;
          wasDismissed = requirement.missing !== 'look' && !isConfirmed;
          setOpenRequirement(undefined);
          resolve(isConfirmed);
          if (lastFocused) restoreFocus(lastFocused);
        },
      });
    });
  const removeHandler = setRetryHandler(async ({ code, isWrite, privateData }) => {
    if (code === 'PRIVATE_DATA_FOUND' && privateData) {
      while (pending) await pending;
      pending = openDialog({ missing: 'look', texts: privateData });
      return (await pending) && { [PRIVATE_DATA_HEADER]: privateData.map(({ token }) => token).join(',') };
    }
    const missing = code === 'STEP_UP_REQUIRED' ? 'factor' : code === 'NOT_SIGNED_IN' ? 'session' : undefined;
    // After a closed dialog only a write opens it again, not every poll.
    if (!missing || (wasDismissed && !isWrite)) return false;
    pending ??= openDialog({ missing });
    return pending;
  });
  return () => {
    removeHandler();
    document.removeEventListener('focusin', rememberFocus);
  };
}

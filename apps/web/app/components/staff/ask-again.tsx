/**
 * Handles what the server requires of staff during their work: the second factor before a risky action, a new session
 * after it has expired, and a confirmation of private data before publication. The failed call waits for the dialog and
 * is then retried, so that nothing typed is lost.
 */
import type { User } from '@hakiki/contract/accounts';
import { type MarkedText, PRIVATE_DATA_HEADER } from '@hakiki/contract/private-data';
import { lazy, useEffect, useState } from 'react';
import { mendRefusals } from '../../lib/api/api.ts';
import { LazyPart } from '../lazy-part.tsx';

const dialogs = () => import('./ask-again-dialogs.tsx');
const FactorDialog = lazy(async () => ({ default: (await dialogs()).FactorDialog }));
const SessionDialog = lazy(async () => ({ default: (await dialogs()).SessionDialog }));
const PrivateDataDialog = lazy(async () => ({
  default: (await import('./private-data-dialog.tsx')).PrivateDataDialog,
}));

type Question = { missing: 'factor' | 'session' } | { missing: 'look'; texts: readonly MarkedText[] };

type Asked = Question & { answer: (isGiven: boolean) => void };

export function AskAgain({ user }: { user: User }) {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => listen(setAsked), []);
  if (!asked) return null;
  const close = () => asked.answer(false);
  const goOn = () => asked.answer(true);
  return (
    <LazyPart waiting={null}>
      {asked.missing === 'look' && <PrivateDataDialog texts={asked.texts} onClose={close} onKeep={goOn} />}
      {asked.missing === 'factor' && (
        <FactorDialog
          onClose={close}
          onGiven={goOn}
          onSessionOver={() => setAsked({ answer: asked.answer, missing: 'session' })}
        />
      )}
      {asked.missing === 'session' && <SessionDialog user={user} onClose={close} onGiven={goOn} />}
    </LazyPart>
  );
}

/** Animation frames to wait for the call of a disabled button after the dialog has closed. */
const FRAMES_TO_WAIT = 300;

/** Only if the focus is nowhere else. A button cannot take the focus while it is disabled. */
function giveFocusBack(element: HTMLElement, frames = FRAMES_TO_WAIT): void {
  requestAnimationFrame(() => {
    const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
    if (isElsewhere || !element.isConnected || frames === 0) return;
    element.focus();
    giveFocusBack(element, frames - 1);
  });
}

/** All calls that miss the same thing wait for one dialog. */
function listen(ask: (asked: Asked | undefined) => void): () => void {
  let underWay: Promise<boolean> | undefined;
  let isLeftAlone = false;
  // The browser drops the focus of a button that is disabled during its call.
  let lastFocused: HTMLElement | undefined;
  const noteFocus = ({ target }: FocusEvent) => {
    if (!underWay && target instanceof HTMLElement) lastFocused = target;
  };
  document.addEventListener('focusin', noteFocus);
  const askFor = (question: Question): Promise<boolean> =>
    new Promise<boolean>((resolve) => {
      ask({
        ...question,
        answer(isGiven) {
          underWay = undefined;
          isLeftAlone = question.missing !== 'look' && !isGiven;
          ask(undefined);
          resolve(isGiven);
          if (lastFocused) giveFocusBack(lastFocused);
        },
      });
    });
  const stopMending = mendRefusals(async ({ code, isWrite, privateData }) => {
    if (code === 'PRIVATE_DATA_FOUND' && privateData) {
      while (underWay) await underWay;
      underWay = askFor({ missing: 'look', texts: privateData });
      return (await underWay) && { [PRIVATE_DATA_HEADER]: privateData.map(({ token }) => token).join(',') };
    }
    const missing = code === 'STEP_UP_REQUIRED' ? 'factor' : code === 'NOT_SIGNED_IN' ? 'session' : undefined;
    // After a closed dialog only a write opens it again, not every poll.
    if (!missing || (isLeftAlone && !isWrite)) return false;
    underWay ??= askFor({ missing });
    return underWay;
  });
  return () => {
    stopMending();
    document.removeEventListener('focusin', noteFocus);
  };
}

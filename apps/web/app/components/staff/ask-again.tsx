/**
 * What the server asks of staff in the middle of their work: the second factor again before a risky act, a new session when theirs has
 * ended, and a look at private details before they become public. The call waits meanwhile and is then sent again, so that nothing that
 * was typed is lost.
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

/** How long a button may wait for its call after the dialog has gone. */
const FRAMES_TO_WAIT = 300;

/** Unless they are somewhere else by then. A button takes no focus while it waits for its call. */
function giveFocusBack(element: HTMLElement, frames = FRAMES_TO_WAIT): void {
  requestAnimationFrame(() => {
    const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
    if (isElsewhere || !element.isConnected || frames === 0) return;
    element.focus();
    giveFocusBack(element, frames - 1);
  });
}

/** All calls that miss something wait for the one dialog. */
function listen(ask: (asked: Asked | undefined) => void): () => void {
  let underWay: Promise<boolean> | undefined;
  let isLeftAlone = false;
  // The browser forgets it as soon as it is disabled, which a button is while its call is under way.
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
    // Who has closed the dialog is asked again when they do something, not at every poll.
    if (!missing || (isLeftAlone && !isWrite)) return false;
    underWay ??= askFor({ missing });
    return underWay;
  });
  return () => {
    stopMending();
    document.removeEventListener('focusin', noteFocus);
  };
}

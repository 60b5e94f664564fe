/**
 * What the server asks of people in the middle of their work: the second factor again before a risky act, a new session when theirs has
 * ended, and a look at private details before they become public. The call waits meanwhile and is then sent again, so that nothing that
 * was typed is lost.
 */
import type { User } from '@hakiki/contract/accounts';
import { lifetimes } from '@hakiki/contract/limits';
import { type MarkedText, PRIVATE_DATA_HEADER } from '@hakiki/contract/private-data';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextField } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { call, failureOf, mendRefusals, plainApi } from '../../../lib/api/api.ts';
import { sentenceOf } from '../../../lib/errors/failure.ts';
import { to } from '../../../lib/pages/paths.ts';
import { useInBrowser } from '../../../lib/browser/use-in-browser.ts';
import { write } from '../../../lib/api/writes.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from './dialog.tsx';
import { useFieldFocus } from './dialog-field.ts';
import { PrivateDataDialog } from './private-data-dialog.tsx';

type Question = { missing: 'factor' | 'session' } | { missing: 'look'; texts: readonly MarkedText[] };

type Asked = Question & { answer: (isGiven: boolean) => void };

export function AskAgain({ user }: { user: User }) {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => listen(setAsked), []);
  if (!asked) return null;
  const close = () => asked.answer(false);
  const goOn = () => asked.answer(true);
  if (asked.missing === 'look') return <PrivateDataDialog texts={asked.texts} onClose={close} onKeep={goOn} />;
  return asked.missing === 'factor' ? (
    <FactorDialog
      onClose={close}
      onGiven={goOn}
      onSessionOver={() => setAsked({ answer: asked.answer, missing: 'session' })}
    />
  ) : (
    <SessionDialog user={user} onClose={close} onGiven={goOn} />
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

const stepUpWithCode = write('POST', '/api/account/step-up');
const stepUpWithPasskey = write('POST', '/api/account/step-up/passkey');
const passkeyChallenge = write('POST', '/api/auth/passkey/challenge');

async function givePasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { options } = await passkeyChallenge.send(plainApi, {});
  const response = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
  await stepUpWithPasskey.send(plainApi, { body: { response: { ...response } } });
}

interface FactorProps {
  onClose: () => void;
  onGiven: () => void;
  onSessionOver: () => void;
}

function FactorDialog({ onClose, onGiven, onSessionOver }: FactorProps) {
  const field = useFieldFocus<HTMLInputElement>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const hasPasskeys = useInBrowser(() => typeof PublicKeyCredential === 'function');

  async function give(factor: () => Promise<unknown>) {
    setBusy(true);
    setError(undefined);
    try {
      await factor();
      onGiven();
    } catch (refusal) {
      if (failureOf(refusal).code === 'NOT_SIGNED_IN') return onSessionOver();
      setError(sentenceOf(refusal, m.admin_ask_factor_passkey_failed()));
      setBusy(false);
      field.current?.focus();
    }
  }
  const giveCode = (code: string) => {
    if (code) return void give(() => stepUpWithCode.send(plainApi, { body: { code } }));
    setError(m.admin_ask_factor_required());
    field.current?.focus();
  };

  return (
    <AdminDialog title={m.admin_ask_factor_title()} onClose={onClose}>
      <p className="text-muted">{m.admin_ask_factor_text({ minutes: lifetimes.stepUpMinutes })}</p>
      <DialogForm
        onSubmit={({ code }) => giveCode(code?.trim() ?? '')}
        isSaving={isBusy}
        saveLabel={m.admin_ask_go_on()}
        savingLabel={m.admin_asking()}
      >
        <TextField
          id="ask-factor-code"
          ref={field}
          name="code"
          label={m.admin_ask_factor_code()}
          error={error}
          autoComplete="one-time-code"
          required
        />
        {hasPasskeys && (
          <div>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => void give(givePasskey)}
              className={buttonClass('secondary')}
            >
              <Icon name="lock" className="size-4" />
              {m.admin_ask_factor_passkey()}
            </button>
          </div>
        )}
      </DialogForm>
    </AdminDialog>
  );
}

interface SessionProps {
  user: User;
  onClose: () => void;
  onGiven: () => void;
}

/** In a new tab, because leaving this page would lose what stands in its fields. */
function SessionDialog({ user, onClose, onGiven }: SessionProps) {
  const logIn = useFieldFocus<HTMLAnchorElement>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function look() {
    if (isBusy) return;
    setBusy(true);
    try {
      const { id } = (await (await call(plainApi, 'GET', '/api/auth/user')).json()) as User;
      if (id === user.id) return onGiven();
      setError(m.admin_session_over_other({ email: user.email }));
    } catch (refusal) {
      const isNobody = failureOf(refusal).code === 'NOT_SIGNED_IN';
      setError(isNobody ? m.admin_session_over_nobody() : sentenceOf(refusal, m.admin_access_failed()));
    }
    setBusy(false);
  }

  return (
    <AdminDialog title={m.admin_session_over()} onClose={onClose}>
      <p>{m.admin_session_over_text({ hours: lifetimes.staffSessionHours, minutes: lifetimes.staffIdleMinutes })}</p>
      {error && (
        <p role="alert" className="flex items-start gap-1.5 font-semibold text-flagged">
          <Icon name="warning" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <a ref={logIn} href={to('/admin/login')} target="_blank" rel="noopener" className={buttonClass('primary')}>
          {m.admin_session_over_log_in()}
        </a>
        <button type="button" aria-disabled={isBusy} onClick={() => void look()} className={buttonClass('secondary')}>
          {isBusy ? m.admin_asking() : m.admin_ask_go_on()}
        </button>
      </div>
    </AdminDialog>
  );
}

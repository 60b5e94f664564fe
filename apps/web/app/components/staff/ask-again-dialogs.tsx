/** Dialogs in which staff confirm the second factor again, or log in again in another tab. Loaded on demand. */
import type { User } from '@hakiki/contract/accounts';
import { lifetimes } from '@hakiki/contract/limits';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import { buttonClass } from '../ui/button.ts';
import { TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { call, failureOf, plainApi } from '../../lib/api/api.ts';
import { sentenceOf } from '../../lib/errors/failure.ts';
import { to } from '../../lib/pages/paths.ts';
import { useInBrowser } from '../../lib/browser/use-in-browser.ts';
import { write } from '../../lib/api/writes.ts';
import { m } from '../../paraglide/messages.js';
import { AdminDialog, DialogForm } from './dialog.tsx';
import { useFieldFocus } from './dialog-field.ts';

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

export function FactorDialog({ onClose, onGiven, onSessionOver }: FactorProps) {
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

/** In a new tab, because leaving this page would lose what was typed. */
export function SessionDialog({ user, onClose, onGiven }: SessionProps) {
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

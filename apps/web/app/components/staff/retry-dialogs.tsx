/** Dialogs in which staff confirm the second factor again, or log in again in another tab. Loaded on demand. */
import type { User } from '@hakiki/contract/accounts';
import { lifetimes } from '@hakiki/contract/limits';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import { buttonClass } from '../ui/button.ts';
import { TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { call, parseFailure, plainApi } from '../../lib/api/api.ts';
import { getFailureText } from '../../lib/errors/failure.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { AdminDialog, DialogForm } from './dialog.tsx';
import { useFieldFocus } from './dialog-field.ts';

const stepUpWithCode = defineMutation('POST', '/api/account/step-up');
const stepUpWithPasskey = defineMutation('POST', '/api/account/step-up/passkey');
const passkeyChallenge = defineMutation('POST', '/api/auth/passkey/challenge');

async function confirmPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { options } = await passkeyChallenge.send(plainApi, {});
  const response = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
  await stepUpWithPasskey.send(plainApi, { body: { response: { ...response } } });
}

interface FactorProps {
  onClose: () => void;
  onConfirmed: () => void;
  onSessionExpired: () => void;
}

export function FactorDialog({ onClose, onConfirmed, onSessionExpired }: FactorProps) {
  const field = useFieldFocus<HTMLInputElement>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const hasPasskeys = useBrowserValue(() => typeof PublicKeyCredential === 'function');

  async function confirm(factor: () => Promise<unknown>) {
    setBusy(true);
    setError(undefined);
    try {
      await factor();
      onConfirmed();
    } catch (requestError) {
      if (parseFailure(requestError).code === 'NOT_SIGNED_IN') return onSessionExpired();
      setError(getFailureText(requestError, m.admin_ask_factor_passkey_failed()));
      setBusy(false);
      field.current?.focus();
    }
  }
  const confirmCode = (code: string) => {
    if (code) return void confirm(() => stepUpWithCode.send(plainApi, { body: { code } }));
    setError(m.admin_ask_factor_required());
    field.current?.focus();
  };

  return (
    <AdminDialog title={m.admin_ask_factor_title()} onClose={onClose}>
      <p className="text-muted">{m.admin_ask_factor_text({ minutes: lifetimes.stepUpMinutes })}</p>
      <DialogForm
        onSubmit={({ code }) => confirmCode(code?.trim() ?? '')}
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
              onClick={() => void confirm(confirmPasskey)}
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
  onConfirmed: () => void;
}

/** In a new tab, because leaving this page would lose what was typed. */
export function SessionDialog({ user, onClose, onConfirmed }: SessionProps) {
  const loginLink = useFieldFocus<HTMLAnchorElement>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function checkSession() {
    if (isBusy) return;
    setBusy(true);
    try {
      const { id } = (await (await call(plainApi, 'GET', '/api/auth/user')).json()) as User;
      if (id === user.id) return onConfirmed();
      setError(m.admin_session_over_other({ email: user.email }));
    } catch (requestError) {
      const isSignedOut = parseFailure(requestError).code === 'NOT_SIGNED_IN';
      setError(isSignedOut ? m.admin_session_over_nobody() : getFailureText(requestError, m.admin_access_failed()));
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
        <a
          ref={loginLink}
          href={pathTo('/admin/login')}
          target="_blank"
          rel="noopener"
          className={buttonClass('primary')}
        >
          {m.admin_session_over_log_in()}
        </a>
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => void checkSession()}
          className={buttonClass('secondary')}
        >
          {isBusy ? m.admin_asking() : m.admin_ask_go_on()}
        </button>
      </div>
    </AdminDialog>
  );
}

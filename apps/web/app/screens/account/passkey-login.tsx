import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { authUser } from '../../lib/auth.ts';
import { showFailure } from '../../lib/failure.ts';
import type { ReadStore } from '../../lib/read-store.ts';
import { useInBrowser } from '../../lib/use-in-browser.ts';
import { useReadStore } from '../../lib/use-read.ts';
import { write } from '../../lib/writes.ts';
import { m } from '../../paraglide/messages.js';
import { afterLogin } from './login-forms.ts';

const challenge = write('POST', '/api/auth/passkey/challenge');
const login = write('POST', '/api/auth/passkey/login', { refreshes: [authUser] });

async function logInWithPasskey(store: ReadStore): Promise<void> {
  // Few people have passkeys, so nobody else downloads what speaks to them.
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { options } = await store.send(challenge, {});
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  });
  await store.send(login, { body: { response: { ...response } } });
}

/** Counts as both factors. Browsers without passkeys are not offered any. */
export function PasskeyLogin({ isAdmin }: { isAdmin: boolean }) {
  const store = useReadStore();
  const [isAsking, setAsking] = useState(false);
  const hasPasskeys = useInBrowser(() => typeof PublicKeyCredential === 'function');
  if (!hasPasskeys) return null;

  const ask = async () => {
    setAsking(true);
    try {
      await logInWithPasskey(store);
      location.assign(afterLogin(isAdmin));
    } catch (error) {
      showFailure(m.login_failed(), error, m.login_passkey_failed());
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-center text-sm text-muted">{m.login_or()}</p>
      <button type="button" disabled={isAsking} onClick={() => void ask()} className={buttonClass('secondary')}>
        {isAsking ? <Spinner label={m.form_sending()} className="size-4" /> : <Icon name="lock" className="size-4" />}
        {m.login_passkey()}
      </button>
    </div>
  );
}

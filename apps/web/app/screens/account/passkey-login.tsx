import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { openDocument } from '../../lib/pages/open-document.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { defineMutation, type Mutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { pathAfterLogin } from './login-forms.ts';

const requestChallenge = defineMutation('POST', '/api/auth/passkey/challenge');
const sendLogin = defineMutation('POST', '/api/auth/passkey/login');

const passkeyLogin: Mutation<unknown, unknown> = {
  refreshes: [authUser],
  async send(api) {
    // Loaded on demand, because few people use passkeys.
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const { options } = await requestChallenge.send(api, {});
    const response = await startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    });
    return sendLogin.send(api, { body: { response: { ...response } } });
  },
};

/** A passkey counts as both factors. Hidden in browsers without passkeys. */
export function PasskeyLogin({ isAdmin }: { isAdmin: boolean }) {
  const { run, isRunning } = useMutation(passkeyLogin, {
    failure: { title: m.login_failed, fallback: m.login_passkey_failed },
  });
  const hasPasskeys = useBrowserValue(() => typeof PublicKeyCredential === 'function');
  if (!hasPasskeys) return null;

  const logIn = async () => {
    if (await run()) await openDocument(pathAfterLogin(isAdmin));
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-center text-sm text-muted">{m.login_or()}</p>
      <button type="button" disabled={isRunning} onClick={() => void logIn()} className={buttonClass('secondary')}>
        {isRunning ? <Spinner label={m.form_sending()} className="size-4" /> : <Icon name="lock" className="size-4" />}
        {m.login_passkey()}
      </button>
    </div>
  );
}

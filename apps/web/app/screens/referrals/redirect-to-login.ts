import { showToast } from '../../lib/browser/toast.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

/** Long enough to read the message. */
const REDIRECT_DELAY_MS = 500;

/** Explains with a toast, then redirects to the login. Returns a function that cancels the redirect. */
export function redirectToLogin(): () => void {
  showToast({ title: m.referrals_logged_out(), description: m.referrals_logged_out_text(), isDestructive: true });
  const timer = setTimeout(() => location.assign(`/api/login?next=${pathTo('/referrals')}`), REDIRECT_DELAY_MS);
  return () => clearTimeout(timer);
}

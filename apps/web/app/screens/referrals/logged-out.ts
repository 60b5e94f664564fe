import { showToast } from '../../lib/browser/toast.ts';
import { m } from '../../paraglide/messages.js';

/** Long enough to be read before the page changes. */
const LEAVES_AFTER_MS = 500;

/** Says why, and leads to the login. Answers how to stay after all. */
export function askToLogIn(): () => void {
  showToast({ title: m.referrals_logged_out(), description: m.referrals_logged_out_text(), isDestructive: true });
  const timer = setTimeout(() => location.assign('/api/login'), LEAVES_AFTER_MS);
  return () => clearTimeout(timer);
}

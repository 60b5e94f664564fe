import { showToast } from '../lib/browser/toast.ts';
import { m } from '../paraglide/messages.js';
import { buttonClass } from './ui/button.ts';

interface Props {
  title: string;
  path: string;
  label: string;
}

/** Uses the device's share menu if there is one, otherwise the clipboard. */
export const ShareButton = ({ title, path, label }: Props) => (
  <button
    type="button"
    onClick={() => void share(title, new URL(path, location.href).href)}
    className={buttonClass('secondary', 'needs-scripts')}
  >
    {label}
  </button>
);

async function share(title: string, url: string) {
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: m.compare_share_copied(), description: m.share_copied_text() });
  } catch {
    showToast({ title: m.compare_share_failed(), description: m.compare_share_failed_text(), isDestructive: true });
  }
}

import { buttonClass } from '../../components/ui/button.ts';
import { showToast } from '../../lib/toast.ts';
import { m } from '../../paraglide/messages.js';

/** The comparison as a link for others, and on paper. The address bar has the same link for those without scripts. */
export function ShareButtons({ path, title }: { path: string; title: string }) {
  return (
    <div className="needs-scripts flex gap-2 print:hidden">
      <button
        type="button"
        onClick={() => void share(title, new URL(path, location.href).href)}
        className={buttonClass('secondary')}
      >
        {m.compare_share()}
      </button>
      <button type="button" onClick={() => print()} className={buttonClass('secondary', 'max-md:hidden')}>
        {m.compare_print()}
      </button>
    </div>
  );
}

/** By the device's own menu where there is one, otherwise by the clipboard. */
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
    showToast({ title: m.compare_share_copied(), description: m.compare_share_copied_text() });
  } catch {
    showToast({ title: m.compare_share_failed(), description: m.compare_share_failed_text(), isDestructive: true });
  }
}

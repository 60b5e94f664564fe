import { useEffect, useState } from 'react';
import { showToast } from '../lib/browser/toast.ts';
import { m } from '../paraglide/messages.js';
import { buttonClass } from './ui/button.ts';

const COPIED_LABEL_MS = 2000;

interface Props {
  text: string;
  /** Names the text for screen readers, after the label. */
  what?: string;
  /** Instead of 'Copy'. */
  label?: string;
  /** Shown as a toast in addition to the changed label. */
  toast?: string;
  /** Shown instead of the default message where the clipboard is not available. */
  failure?: { title: string; text: string };
}

/** Copies a text to the clipboard and confirms it for a moment. */
export function CopyButton({ text, what, label = m.backup_copy(), toast, failure }: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      if (toast) showToast({ title: toast, isInline: true });
    } catch {
      const { title, text: failureText } = failure ?? {
        title: m.backup_copy_failed(),
        text: m.backup_copy_failed_text(),
      };
      showToast({ title, description: failureText, isDestructive: true });
    }
  }

  return (
    <button type="button" onClick={() => void copy()} className={buttonClass('secondary')}>
      <span aria-live="polite">{isCopied ? m.backup_copied() : label}</span>
      {what && <span className="sr-only">{what}</span>}
    </button>
  );
}

import type { FilingKind } from '@hakiki/contract/filing-values';
import { useCallback, useEffect, useState } from 'react';
import { saveDraft } from '../../lib/forms/draft.ts';
import { noticeFlags } from '../../lib/filings/notice-flags.ts';
import { deviceOutbox, flagOutbox, sendKept, type Kept } from '../../lib/filings/outbox.ts';
import { postThrough } from '../../lib/filings/outbox-post.ts';
import { inWords } from '../../lib/errors/server-words.ts';
import { RESTORE } from '../../lib/forms/use-draft.ts';
import { useReadStore } from '../../lib/api/use-read.ts';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';

/** A connection without data (the browser is online) fires no event when data flows again, so this polls. */
const TRY_AGAIN_MS = 30_000;

const names: Record<FilingKind, () => string> = {
  alert: m.outbox_alert,
  report: m.outbox_report,
  submission: m.outbox_submission,
  appeal: m.outbox_appeal,
};

/** The outbox of this device. While it is shown it is sent: at once, on the `online` event, and regularly. */
export function OutboxNotice() {
  const store = useReadStore();
  const [waiting, setWaiting] = useState<readonly Kept[]>([]);

  const look = useCallback(
    () =>
      deviceOutbox.list().then(
        (kept) => {
          setWaiting(kept);
          // Another tab may have sent it, or the browser cleared its storage.
          if (kept.length === 0) flagOutbox(false);
        },
        () => setWaiting([]),
      ),
    [],
  );
  useEffect(() => {
    const send = () => {
      if (!navigator.onLine) return void look();
      void look()
        .then(() => sendKept(postThrough(store)))
        .then(look, look);
    };
    send();
    const timer = setInterval(send, TRY_AGAIN_MS);
    addEventListener('online', send);
    const stopListening = noticeFlags.subscribe(() => void look());
    return () => {
      clearInterval(timer);
      removeEventListener('online', send);
      stopListening();
    };
  }, [look, store]);

  if (waiting.length === 0) return null;
  return (
    <ul className="mx-auto flex w-full max-w-300 flex-col gap-3 px-4 pt-6">
      {waiting.map((kept) => (
        <li key={kept.key} className="rounded-card border border-line bg-surface p-4">
          <WaitingItem kept={kept} />
        </li>
      ))}
    </ul>
  );
}

export function WaitingItem({ kept }: { kept: Kept }) {
  const isRefused = kept.refusal !== undefined;

  async function open() {
    saveDraft(kept.draft, { values: kept.values, key: kept.key });
    await deviceOutbox.delete(kept.key);
    // Reloads, also if the form is open: it starts with the restored draft.
    history.replaceState(null, '', kept.page + RESTORE);
    location.reload();
  }

  return (
    <div role="status" className="flex gap-3">
      <Icon
        name={isRefused ? 'warning' : 'offline'}
        className={`mt-0.5 ${isRefused ? 'text-flagged' : 'text-brand'}`}
      />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="font-semibold">
          {isRefused ? m.outbox_refused({ what: names[kept.kind]() }) : m.outbox_waiting({ what: names[kept.kind]() })}
        </p>
        <p>
          {isRefused
            ? (inWords(kept.refusal?.code) ?? kept.refusal?.message ?? m.outbox_refused_text())
            : m.outbox_kept_text()}
        </p>
        <div className="mt-2 flex flex-wrap gap-3">
          {isRefused && (
            <button type="button" onClick={() => void open()} className={buttonClass('primary')}>
              {m.outbox_open()}
            </button>
          )}
          {!kept.receipt && (
            <button
              type="button"
              onClick={() => void deviceOutbox.delete(kept.key)}
              className={buttonClass('secondary')}
            >
              {m.outbox_delete()}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

import { useCallback, useEffect, useState } from 'react';
import { saveDraft } from '../../lib/forms/draft.ts';
import { noticeFlags } from '../../lib/filings/notice-flags.ts';
import {
  deviceOutbox,
  setOutboxFlag,
  sendOutbox,
  type OutboxItem,
  type FilingSender,
  type FilingReply,
} from '../../lib/filings/outbox.ts';
import { getErrorText } from '../../lib/errors/server-error-texts.ts';
import { useFiledNotices } from '../../lib/filings/filed-notices.ts';
import { filingKindTexts } from '../../lib/filings/filing-kinds.ts';
import { filingMutations } from '../../lib/filings/mutations.ts';
import { RESTORE_HASH } from '../../lib/pages/paths.ts';
import { useQueryStore } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { UploadStatus } from '../evidence/upload-status.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { uploadFile } from '../../lib/evidence/upload.ts';
import { startProofOfWork } from '../../lib/forms/proof-of-work.ts';
import type { QueryStore } from '../../lib/api/query-store.ts';
import type { Mutation } from '../../lib/api/mutations.ts';

/** A connection without data (the browser is online) fires no event when data flows again, so this polls. */
const RETRY_INTERVAL_MS = 30_000;

/** The outbox of this device. While it is shown it is sent: at once, on the `online` event, and regularly. */
export function OutboxNotice() {
  const store = useQueryStore();
  const [items, setWaiting] = useState<readonly OutboxItem[]>([]);

  const reload = useCallback(
    () =>
      deviceOutbox.list().then(
        (kept) => {
          setWaiting(kept);
          // Another tab may have sent it, or the browser cleared its storage.
          if (kept.length === 0) setOutboxFlag(false);
        },
        () => setWaiting([]),
      ),
    [],
  );
  useEffect(() => {
    const send = () => {
      if (!navigator.onLine) return void reload();
      void reload()
        .then(() => sendOutbox(createFilingSender(store)))
        .then(reload, reload);
    };
    send();
    const timer = setInterval(send, RETRY_INTERVAL_MS);
    addEventListener('online', send);
    // Also sends what was added meanwhile, and what the person wants to try again.
    const stopListening = noticeFlags.subscribe(send);
    return () => {
      clearInterval(timer);
      removeEventListener('online', send);
      stopListening();
    };
  }, [reload, store]);

  // The receipt shows its own files.
  const notices = useFiledNotices();
  const shownItems = items.filter(
    ({ receipt }) => !receipt || notices.every((notice) => notice.receipt?.code !== receipt.code),
  );
  if (shownItems.length === 0) return null;
  return (
    <ul className="mx-auto flex w-full max-w-300 flex-col gap-3 px-4 pt-6">
      {shownItems.map((kept) => (
        <li key={kept.key} className="rounded-card border border-line bg-surface p-4">
          <OutboxItemView kept={kept} />
        </li>
      ))}
    </ul>
  );
}

export function OutboxItemView({ kept }: { kept: OutboxItem }) {
  const isRejected = kept.refusal !== undefined;

  async function reopenForm() {
    saveDraft(kept.draft, { values: kept.values, key: kept.key });
    await deviceOutbox.delete(kept.key);
    // Reloads, also if the form is open: it starts with the restored draft.
    history.replaceState(null, '', kept.page + RESTORE_HASH);
    location.reload();
  }

  if (kept.receipt) {
    return <UploadStatus reference={kept.receipt.reference} pending={kept.files.length} isNamed />;
  }
  return (
    <div role="status" className="flex gap-3">
      <Icon
        name={isRejected ? 'warning' : 'offline'}
        className={`mt-0.5 ${isRejected ? 'text-flagged' : 'text-brand'}`}
      />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="font-semibold">
          {isRejected
            ? m.outbox_refused({ what: filingKindTexts[kept.kind].own() })
            : m.outbox_waiting({ what: filingKindTexts[kept.kind].own() })}
        </p>
        <p>
          {isRejected
            ? (getErrorText(kept.refusal?.code) ?? kept.refusal?.message ?? m.outbox_refused_text())
            : m.outbox_kept_text()}
        </p>
        <div className="mt-2 flex flex-wrap gap-3">
          {isRejected && (
            <button type="button" onClick={() => void reopenForm()} className={buttonClass('primary')}>
              {m.outbox_open()}
            </button>
          )}
          <button type="button" onClick={() => void deviceOutbox.delete(kept.key)} className={buttonClass('secondary')}>
            {m.outbox_delete()}
          </button>
        </div>
      </div>
    </div>
  );
}

/** Sends filings from the outbox with a fresh proof of work, and invalidates the queries they make stale. */
const createFilingSender = (store: QueryStore): FilingSender => ({
  async send({ kind, body, key }: OutboxItem) {
    const proof = await startProofOfWork().proof();
    const mutation = filingMutations[kind] as unknown as Mutation<
      { body: unknown; idempotencyKey: string },
      FilingReply
    >;
    return store.send(mutation, { body: { ...(body as object), ...(proof && { proof }) }, idempotencyKey: key });
  },
  upload: uploadFile,
});

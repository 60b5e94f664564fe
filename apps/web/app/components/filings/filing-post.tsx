/** The form of a report on its page: what was typed before, the fields, and what happens to it offline. */
import { useEffect, useRef, type ReactNode } from 'react';
import type { DraftState } from '../../lib/forms/use-draft.ts';
import type { FilingForm } from '../../lib/filings/use-filing-form.ts';
import { m } from '../../paraglide/messages.js';
import { EvidenceProgress } from '../evidence/progress.tsx';
import { PostForm } from '../forms/form.tsx';
import { loadOutboxNotice, useNoticeFlag } from '../layout/offline-banner.tsx';
import { buttonClass } from '../ui/button.ts';
import { Callout } from '../ui/callout.tsx';

interface Props {
  filing: FilingForm;
  label: string;
  children: ReactNode;
}

export function FilingPost({ filing: { state, draft, isWaiting, progress }, label, children }: Props) {
  // What is needed offline has to be loaded before the connection is lost.
  const onFocus = () => {
    state.onFocus?.();
    void loadOutboxNotice().catch(() => undefined);
  };
  const hasWaiting = useNoticeFlag('outbox');
  return (
    <div className="flex flex-col gap-5">
      <DraftOffer draft={draft} />
      {isWaiting && hasWaiting && <Waiting />}
      <PostForm state={{ ...state, onFocus }} label={label}>
        {children}
        {progress && <EvidenceProgress {...progress} />}
      </PostForm>
    </div>
  );
}

function DraftOffer({ draft }: { draft: DraftState }) {
  const place = useRef<HTMLDivElement>(null);
  const isRestored = draft.restored !== undefined;
  const isOffered = draft.offered !== undefined;
  useEffect(() => {
    if (isRestored) place.current?.focus();
    // A reloaded page stands where it stood, in the middle of a form that is now empty.
    else if (isOffered && place.current && place.current.getBoundingClientRect().top < 0) {
      place.current.scrollIntoView({ block: 'nearest' });
    }
  }, [isRestored, isOffered]);
  if (isRestored) {
    return (
      <div ref={place} tabIndex={-1} data-notice className="outline-none">
        <Callout icon="check-circle" title={m.draft_restored()} />
      </div>
    );
  }
  if (!draft.offered) return null;
  return (
    <div ref={place} data-notice>
      <Callout icon="file-check" title={m.draft_found()}>
        <p>{m.draft_found_text()}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          <button type="button" onClick={draft.restore} className={buttonClass('primary')}>
            {m.draft_restore()}
          </button>
          <button type="button" onClick={draft.remove} className={buttonClass('secondary')}>
            {m.draft_delete()}
          </button>
        </div>
      </Callout>
    </div>
  );
}

function Waiting() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} data-notice className="outline-none">
      <Callout icon="offline" title={m.outbox_kept()}>
        <p>{m.outbox_kept_text()}</p>
      </Callout>
    </div>
  );
}

/** Whether what is typed stays on this device until it was sent. */
export function DraftChoice({ draft: { isKept, setKept } }: { draft: DraftState }) {
  return (
    <div className="needs-scripts">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={!isKept}
          onChange={({ currentTarget }) => setKept(!currentTarget.checked)}
          className="size-5 shrink-0 accent-brand"
        />
        {m.draft_never()}
      </label>
      <p className="text-sm text-muted">{m.draft_explained()}</p>
    </div>
  );
}

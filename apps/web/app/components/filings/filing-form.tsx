/**
 * The form of a filing: it saves a draft, is idempotent, is stored on the device while offline, and ends with a
 * receipt.
 */
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { Receipt } from '@hakiki/contract/filed';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { addFiledNotice, confirmFiledNotice } from '../../lib/filings/filed-notices.ts';
import type { UnsentFiling } from '../../lib/forms/forms.ts';
import { createLazyProofOfWork } from '../../lib/forms/lazy-proof-of-work.ts';
import { useDraft, type DraftState } from '../../lib/forms/use-draft.ts';
import { useForm, type FormState, type LazyForm } from '../../lib/forms/use-form.ts';
import { m } from '../../paraglide/messages.js';
import { PostForm } from '../forms/form.tsx';
import { useNoticeFlag } from '../../lib/filings/notice-flags.ts';
import { loadOutboxNotice } from '../layout/offline-banner.tsx';
import { buttonClass } from '../ui/button.ts';
import { Callout } from '../ui/callout.tsx';

interface FiledReply {
  receipt?: Receipt | undefined;
  mailed?: true | undefined;
}

export type Navigate = (path: string) => void | Promise<void>;

interface Options {
  kind: FilingKind;
  /** Name of its draft, if not the form's. */
  draftName?: string;
  /** Chosen before sending, uploaded afterwards. */
  files?: readonly File[];
  /** Shows the receipt beside the form, as long as the page is open. */
  isShownInPlace?: boolean;
  /** Called after it was filed. Its files may still be on their way. */
  onFiled: (filed: { next: string; isMailed: boolean }) => void | Promise<void>;
  /** Called after the outbox took it with its files. */
  onStored?: () => void;
}

export interface FilingForm {
  state: FormState;
  draft: DraftState;
  /** True while it is in the outbox until the device is online. */
  isInOutbox: boolean;
}

export function useFilingForm<Reply extends FiledReply>(
  form: LazyForm<Reply>,
  { kind, draftName = form.name, files = [], isShownInPlace = false, onFiled, onStored }: Options,
): FilingForm {
  const { pathname, search } = useLocation();
  const draft = useDraft(draftName);
  const [work] = useState(() => createLazyProofOfWork());
  const [isInOutbox, setWaiting] = useState(false);
  const [hasOutbox, setHasOutbox] = useState(false);
  const outboxItem = () => ({ kind, key: draft.key(), page: pathname + search, draft: draftName, files });

  const state = useForm(form, {
    work,
    draft,
    async onDone({ reply: { receipt, mailed }, next }) {
      const filed = { kind, receipt, ...(isShownInPlace && { shownOn: pathname + search }) };
      const names = files.map(({ name }) => name);
      // Stored before anything else is tried: the server sends the receipt only once.
      addFiledNotice({ ...filed, ...(names.length > 0 && { [receipt ? 'pendingFiles' : 'missingFiles']: names }) });
      draft.remove();
      setWaiting(false);
      if (receipt && names.length > 0) {
        await import('../../lib/filings/outbox.ts')
          .then(({ addFilesToOutbox }) => addFilesToOutbox({ ...outboxItem(), receipt, isTemporary: !draft.isEnabled }))
          .catch(() => addFiledNotice({ ...filed, missingFiles: names }));
      }
      draft.clear();
      await onFiled({ next, isMailed: mailed === true });
      confirmFiledNotice(filed, location.pathname + location.search);
    },
    async storeUnsent(unsent: UnsentFiling) {
      if (!draft.isEnabled) return false;
      const isKept = await import('../../lib/filings/outbox.ts')
        .then(({ addToOutbox }) => addToOutbox({ ...unsent, ...outboxItem() }))
        .then(
          () => true,
          () => false,
        );
      if (!isKept) return false;
      draft.clear();
      onStored?.();
      setWaiting(true);
      return true;
    },
  });
  const onFocus = () => {
    work.onFocus();
    // Loads what is needed offline before the connection may be lost.
    Promise.all([form.prepare(), loadOutboxNotice()])
      .then(async ([isLoaded]) => isLoaded && (await import('../../lib/filings/outbox.ts')).isOutboxAvailable())
      .then(setHasOutbox, () => setHasOutbox(false));
  };
  return { state: { ...state, onFocus, hasOutbox }, draft, isInOutbox };
}

interface Props {
  filing: FilingForm;
  label: string;
  children: ReactNode;
}

/** The form on its page: the offer of a draft, the fields, and the offline notice. */
export function FilingFormView({ filing: { state, draft, isInOutbox }, label, children }: Props) {
  const hasOutboxItems = useNoticeFlag('outbox');
  return (
    <div className="flex flex-col gap-5">
      <DraftOffer draft={draft} />
      {isInOutbox && hasOutboxItems && <OutboxCallout />}
      <PostForm state={state} label={label}>
        {children}
      </PostForm>
    </div>
  );
}

export function DraftOffer({ draft }: { draft: DraftState }) {
  const container = useRef<HTMLDivElement>(null);
  const isRestored = draft.restored !== undefined;
  const isOffered = draft.offered !== undefined;
  useEffect(() => {
    if (isRestored) container.current?.focus();
    // After a reload the page is scrolled into the middle of a form that is now empty.
    else if (isOffered && container.current && container.current.getBoundingClientRect().top < 0) {
      container.current.scrollIntoView({ block: 'nearest' });
    }
  }, [isRestored, isOffered]);
  if (isRestored) {
    return (
      <div ref={container} tabIndex={-1} data-notice className="outline-none">
        <Callout icon="check-circle" title={m.draft_restored()} />
      </div>
    );
  }
  if (!draft.offered) return null;
  return (
    <div ref={container} data-notice>
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

function OutboxCallout() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);
  return (
    <div ref={container} tabIndex={-1} data-notice className="outline-none">
      <Callout icon="offline" title={m.outbox_kept()}>
        <p>{m.outbox_kept_text()}</p>
      </Callout>
    </div>
  );
}

/** The choice whether typed text is stored on this device until it was sent. */
export function DraftChoice({ draft: { isEnabled, setEnabled } }: { draft: DraftState }) {
  return (
    <div className="needs-scripts">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={!isEnabled}
          onChange={({ currentTarget }) => setEnabled(!currentTarget.checked)}
          className="size-5 shrink-0 accent-brand"
        />
        {m.draft_never()}
      </label>
      <p className="text-sm text-muted">{m.draft_explained()}</p>
    </div>
  );
}

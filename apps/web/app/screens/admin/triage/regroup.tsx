/** Other actions on a case: snooze it, merge it with another, split it, or move a report. */
import type { CaseDetail, CaseFiling, CaseSummary } from '@hakiki/contract/triage-admin';
import { undoSeconds } from '@hakiki/contract/admin-values';
import { useEffect, useState, type RefObject } from 'react';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextField } from '../../../components/ui/field.tsx';
import { titleInWords } from '../../../lib/alerts/words.ts';
import { showFailure } from '../../../lib/errors/failure.ts';
import { showToast } from '../../../lib/browser/toast.ts';
import { useRead, useReadStore } from '../../../lib/api/use-read.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { rowButtonClass } from '../parts/table.tsx';
import { useFieldFocus } from '../../../components/staff/dialog-field.ts';
import { useQueueKeys } from './keys.ts';
import { PutOffDialog, QuestionBadge } from './put-off.tsx';
import { mergeCases, moveFiling, neighboursOf, splitCase } from './reads.ts';
import { AgeBadge, Key } from './words.tsx';

interface Props {
  detail: CaseDetail;
  /** The current report. */
  filing: CaseFiling | undefined;
  chosen: readonly CaseFiling[];
  /** True if the claim is lost. */
  isShut: boolean;
  /** Opens another case, or reloads this one. */
  onShow: (caseId: string) => void;
  onPutOff: () => void;
}

type Open = 'put-off' | 'merge' | 'split' | 'move';

export function CaseActs({ detail, filing, chosen, isShut, onShow, onPutOff }: Props) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const movable = filing?.status === 'pending' ? filing : undefined;
  const parting = chosen.length > 0 ? chosen : movable ? [movable] : [];
  const canSplit = parting.length > 0 && parting.length < detail.filingCount;
  const opening = (what: Open, isPossible: boolean) => () => {
    if (isPossible && !isShut) setOpen(what);
  };
  const acts = [
    { what: 'put-off', label: m.triage_put_off, letter: 'p', isPossible: true },
    { what: 'merge', label: m.triage_merge, letter: 'g', isPossible: true },
    { what: 'split', label: m.triage_split, letter: 's', isPossible: canSplit },
    { what: 'move', label: m.triage_move, letter: 'v', isPossible: movable !== undefined },
  ] as const;
  useQueueKeys({
    putOff: opening('put-off', true),
    merge: opening('merge', true),
    split: opening('split', canSplit),
    move: opening('move', movable !== undefined),
  });
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map(({ what, label, letter, isPossible }) => (
        <button
          key={what}
          type="button"
          disabled={!isPossible || isShut}
          onClick={opening(what, isPossible)}
          className={rowButtonClass()}
        >
          {label()} <Key>{letter}</Key>
        </button>
      ))}
      {open === 'put-off' && <PutOffDialog detail={detail} onClose={close} onDone={onPutOff} />}
      {open === 'merge' && <MergeDialog detail={detail} onClose={close} onShow={onShow} />}
      {open === 'split' && <SplitDialog detail={detail} parting={parting} onClose={close} onShow={onShow} />}
      {open === 'move' && movable && <MoveDialog detail={detail} filing={movable} onClose={close} onShow={onShow} />}
    </div>
  );
}

interface DialogProps {
  detail: CaseDetail;
  onClose: () => void;
  onShow: (caseId: string) => void;
}

function MergeDialog({ detail, onClose, onShow }: DialogProps) {
  const field = useFieldFocus<HTMLInputElement>();
  const store = useReadStore();
  const merge = useWrite(mergeCases, { failure: { title: m.triage_merge_failed, fallback: m.triage_failed_text } });
  /** Undoes a merge: splits the moved reports off again, and opens the case that was open before. */
  const takeApart = (id: string, filings: readonly string[]) =>
    void store.send(splitCase, { params: { id }, body: { filings: filings as never } }).then(
      (parted) => {
        showToast({ title: m.triage_merge_undone() });
        onShow(id === detail.id ? id : parted.caseId);
      },
      (error: unknown) => showFailure(m.admin_undo_failed(), error, m.admin_undo_failed_text()),
    );
  const choose = async (other: CaseSummary) => {
    const reply = await merge.run({ params: { id: detail.id }, body: { other: other.id } });
    if (!reply) return;
    const { caseId, moved } = reply;
    showToast({
      title: m.triage_merged(),
      durationMs: undoSeconds.offered * 1000,
      ...(moved.length > 0 && { action: { label: m.admin_undo(), run: () => takeApart(caseId, moved) } }),
    });
    onClose();
    onShow(caseId);
  };
  return (
    <AdminDialog title={m.triage_merge_title()} onClose={onClose}>
      <p className="text-muted">{m.triage_merge_text()}</p>
      <Neighbours
        caseId={detail.id}
        field={field}
        isBusy={merge.isRunning}
        label={m.triage_merge()}
        nameOf={(title) => m.triage_merge_with({ title })}
        onChoose={(other) => void choose(other)}
      />
    </AdminDialog>
  );
}

function MoveDialog({ detail, filing, onClose, onShow }: DialogProps & { filing: CaseFiling }) {
  const field = useFieldFocus<HTMLInputElement>();
  const move = useWrite(moveFiling, {
    failure: { title: m.triage_move_failed, fallback: m.triage_failed_text },
    success: () => ({ title: m.triage_moved() }),
  });
  const choose = async (other: CaseSummary) => {
    const reply = await move.run({ params: { id: filing.id }, body: { to: other.id } });
    if (!reply) return;
    onClose();
    onShow(reply.isEmptied ? reply.caseId : detail.id);
  };
  return (
    <AdminDialog title={m.triage_move_title({ reference: filing.reference })} onClose={onClose}>
      <p className="text-muted">{m.triage_move_text()}</p>
      <Neighbours
        caseId={detail.id}
        field={field}
        isBusy={move.isRunning}
        label={m.triage_move()}
        nameOf={(title) => m.triage_move_to({ title })}
        onChoose={(other) => void choose(other)}
      />
    </AdminDialog>
  );
}

function SplitDialog({ detail, parting, onClose, onShow }: DialogProps & { parting: readonly CaseFiling[] }) {
  const split = useWrite(splitCase, {
    failure: { title: m.triage_split_failed, fallback: m.triage_failed_text },
    success: ({ caseId }) => ({
      title: m.triage_split_done(),
      durationMs: undoSeconds.offered * 1000,
      action: { label: m.triage_split_open(), run: () => onShow(caseId) },
    }),
  });
  const send = async () => {
    const filings = parting.map(({ id }) => id);
    if (!(await split.run({ params: { id: detail.id }, body: { filings } }))) return;
    onClose();
    onShow(detail.id);
  };
  return (
    <AdminDialog title={m.triage_split_title()} onClose={onClose}>
      <p>{m.triage_split_text({ count: parting.length })}</p>
      <ul className="flex flex-col gap-1 text-sm">
        {parting.map(({ id, reference, title, reportType }) => (
          <li key={id} className="wrap-break-word">
            <span className="font-semibold">{reference}</span> {titleInWords({ title, reportType })}
          </li>
        ))}
      </ul>
      <DialogForm
        onSubmit={() => void send()}
        isSaving={split.isRunning}
        saveLabel={m.triage_split()}
        savingLabel={m.triage_splitting()}
      >
        {null}
      </DialogForm>
    </AdminDialog>
  );
}

const TYPING_PAUSE_MS = 300;
const SEARCH_ID = 'triage-neighbours-search';

interface NeighboursProps {
  caseId: string;
  field: RefObject<HTMLInputElement | null>;
  isBusy: boolean;
  label: string;
  /** The accessible name of its button. */
  nameOf: (title: string) => string;
  onChoose: (other: CaseSummary) => void;
}

/** Open cases to choose from: similar ones by default, or the results of a search. */
function Neighbours({ caseId, field, isBusy, label, nameOf, onChoose }: NeighboursProps) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useRead(neighboursOf(caseId, search));
  return (
    <div className="flex flex-col gap-4">
      <TextField
        id={SEARCH_ID}
        ref={field}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        label={m.triage_neighbours_search()}
      />
      <div aria-live="polite" aria-busy={found.status === 'loading'} className="flex flex-col gap-2">
        <h3 className="font-semibold">{search ? m.triage_neighbours_found() : m.triage_neighbours()}</h3>
        {found.status === 'loading' && <p className="text-muted">{m.triage_neighbours_loading()}</p>}
        {found.status === 'failed' && (
          <p className="flex flex-wrap items-center gap-3">
            {m.triage_neighbours_failed()}
            <button type="button" onClick={found.retry} className={buttonClass('secondary')}>
              {m.try_again()}
            </button>
          </p>
        )}
        {found.status === 'ready' && found.data.length === 0 && (
          <p className="text-muted">{search ? m.triage_neighbours_not_found() : m.triage_neighbours_none()}</p>
        )}
        {found.status === 'ready' && (
          <ul className="flex flex-col divide-y divide-line">
            {found.data.map((other) => (
              <Neighbour
                key={other.id}
                other={other}
                isBusy={isBusy}
                label={label}
                name={nameOf(titleInWords(other))}
                onChoose={() => onChoose(other)}
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

interface NeighbourProps {
  other: CaseSummary;
  isBusy: boolean;
  label: string;
  name: string;
  onChoose: () => void;
}

function Neighbour({ other, isBusy, label, name, onChoose }: NeighbourProps) {
  const holder = other.isOwn ? null : other.claimedBy;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-break-word">{titleInWords(other)}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <AgeBadge age={other.age} dueAt={other.dueAt} />
          <span>{m.triage_reports_count({ count: other.filingCount })}</span>
          <QuestionBadge question={other.question} />
          {holder && <span className="wrap-anywhere text-muted">{m.triage_neighbour_held({ who: holder })}</span>}
        </p>
      </div>
      <button
        type="button"
        aria-label={name}
        aria-disabled={isBusy}
        disabled={holder !== null}
        onClick={onChoose}
        className={rowButtonClass()}
      >
        {label}
      </button>
    </li>
  );
}

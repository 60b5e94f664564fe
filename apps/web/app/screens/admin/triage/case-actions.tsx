/** Other actions on a case: snooze it, merge it with another, split it, or move a report. */
import type { CaseDetail, CaseFiling, CaseSummary } from '@hakiki/contract/triage-admin';
import { undoSeconds } from '@hakiki/contract/admin-values';
import { useEffect, useState, type RefObject } from 'react';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextField } from '../../../components/ui/field.tsx';
import { formatFilingTitle } from '../../../lib/alerts/labels.ts';
import { showFailure } from '../../../lib/errors/failure.ts';
import { showToast } from '../../../lib/browser/toast.ts';
import { useQuery, useQueryStore } from '../../../lib/api/use-query.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { rowButtonClass } from '../parts/table.tsx';
import { submitOnCtrlEnter, useFieldFocus } from '../../../components/staff/dialog-field.ts';
import { useQueueKeys } from './keys.ts';
import { SnoozeDialog, QuestionBadge } from './snooze.tsx';
import { mergeCases, moveFiling, similarOpenCasesQuery, splitCase } from './queries.ts';
import { AgeBadge, KeyHint } from './labels.tsx';

interface Props {
  detail: CaseDetail;
  /** The current report. */
  filing: CaseFiling | undefined;
  chosen: readonly CaseFiling[];
  /** True if the claim is lost. */
  isDisabled: boolean;
  /** Opens another case, or reloads this one. */
  onShow: (caseId: string) => void;
  onSnoozed: () => void;
}

type OpenDialog = 'snooze' | 'merge' | 'split' | 'move';

export function CaseActions({ detail, filing, chosen, isDisabled, onShow, onSnoozed }: Props) {
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const movableFiling = filing?.status === 'pending' ? filing : undefined;
  const filingsToSplit = chosen.length > 0 ? chosen : movableFiling ? [movableFiling] : [];
  const canSplit = filingsToSplit.length > 0 && filingsToSplit.length < detail.filingCount;
  const createOpener = (dialogName: OpenDialog, isPossible: boolean) => () => {
    if (isPossible && !isDisabled) setOpen(dialogName);
  };
  const actions = [
    { dialogName: 'snooze', label: m.triage_snooze, letter: 'p', isPossible: true },
    { dialogName: 'merge', label: m.triage_merge, letter: 'g', isPossible: true },
    { dialogName: 'split', label: m.triage_split, letter: 's', isPossible: canSplit },
    { dialogName: 'move', label: m.triage_move, letter: 'v', isPossible: movableFiling !== undefined },
  ] as const;
  useQueueKeys({
    snooze: createOpener('snooze', true),
    merge: createOpener('merge', true),
    split: createOpener('split', canSplit),
    move: createOpener('move', movableFiling !== undefined),
  });
  return (
    <>
      {actions.map(({ dialogName, label, letter, isPossible }) => (
        <button
          key={dialogName}
          type="button"
          disabled={!isPossible || isDisabled}
          onClick={createOpener(dialogName, isPossible)}
          className={rowButtonClass()}
        >
          {label()} <KeyHint>{letter}</KeyHint>
        </button>
      ))}
      {open === 'snooze' && <SnoozeDialog detail={detail} onClose={close} onDone={onSnoozed} />}
      {open === 'merge' && <MergeDialog detail={detail} onClose={close} onShow={onShow} />}
      {open === 'split' && (
        <SplitDialog detail={detail} filingsToSplit={filingsToSplit} onClose={close} onShow={onShow} />
      )}
      {open === 'move' && movableFiling && (
        <MoveDialog detail={detail} filing={movableFiling} onClose={close} onShow={onShow} />
      )}
    </>
  );
}

interface DialogProps {
  detail: CaseDetail;
  onClose: () => void;
  onShow: (caseId: string) => void;
}

function MergeDialog({ detail, onClose, onShow }: DialogProps) {
  const field = useFieldFocus<HTMLInputElement>();
  const store = useQueryStore();
  const merge = useMutation(mergeCases, { failure: { title: m.triage_merge_failed, fallback: m.triage_failed_text } });
  /** Undoes a merge: splits the moved reports off again, and opens the case that was open before. */
  const undoMerge = (id: string, filings: readonly string[]) =>
    void store.send(splitCase, { params: { id }, body: { filings: filings as never } }).then(
      (splitReply) => {
        showToast({ title: m.triage_merge_undone() });
        onShow(id === detail.id ? id : splitReply.caseId);
      },
      (error: unknown) => showFailure(m.admin_undo_failed(), error, m.admin_undo_failed_text()),
    );
  const choose = async (other: CaseSummary) => {
    const reply = await merge.run({ params: { id: detail.id }, body: { other: other.id } });
    if (!reply) return;
    const { caseId, moved } = reply;
    showToast({
      title: m.triage_merged(),
      durationMs: undoSeconds.shown * 1000,
      ...(moved.length > 0 && { action: { label: m.admin_undo(), run: () => undoMerge(caseId, moved) } }),
    });
    onClose();
    onShow(caseId);
  };
  return (
    <AdminDialog title={m.triage_merge_title()} onClose={onClose}>
      <p className="text-muted">{m.triage_merge_text()}</p>
      <SimilarOpenCases
        caseId={detail.id}
        field={field}
        isBusy={merge.isRunning}
        label={m.triage_merge()}
        getButtonName={(title) => m.triage_merge_with({ title })}
        onChoose={(other) => void choose(other)}
      />
    </AdminDialog>
  );
}

function MoveDialog({ detail, filing, onClose, onShow }: DialogProps & { filing: CaseFiling }) {
  const field = useFieldFocus<HTMLInputElement>();
  const move = useMutation(moveFiling, {
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
      <SimilarOpenCases
        caseId={detail.id}
        field={field}
        isBusy={move.isRunning}
        label={m.triage_move()}
        getButtonName={(title) => m.triage_move_to({ title })}
        onChoose={(other) => void choose(other)}
      />
    </AdminDialog>
  );
}

function SplitDialog({
  detail,
  filingsToSplit,
  onClose,
  onShow,
}: DialogProps & { filingsToSplit: readonly CaseFiling[] }) {
  const cancelButton = useFieldFocus<HTMLButtonElement>();
  const split = useMutation(splitCase, {
    failure: { title: m.triage_split_failed, fallback: m.triage_failed_text },
    success: ({ caseId }) => ({
      title: m.triage_split_done(),
      durationMs: undoSeconds.shown * 1000,
      action: { label: m.triage_split_open(), run: () => onShow(caseId) },
    }),
  });
  const send = async () => {
    const filings = filingsToSplit.map(({ id }) => id);
    if (!(await split.run({ params: { id: detail.id }, body: { filings } }))) return;
    onClose();
    onShow(detail.id);
  };
  return (
    <AdminDialog title={m.triage_split_title()} onClose={onClose}>
      <p>{m.triage_split_text({ count: filingsToSplit.length })}</p>
      <ul className="flex flex-col gap-1 text-sm">
        {filingsToSplit.map(({ id, reference, title, reportType }) => (
          <li key={id} className="wrap-break-word">
            <span className="font-semibold">{reference}</span> {formatFilingTitle({ title, reportType })}
          </li>
        ))}
      </ul>
      <DialogForm
        onSubmit={() => void send()}
        onKeyDown={submitOnCtrlEnter}
        cancelButton={cancelButton}
        isSaving={split.isRunning}
        saveLabel={m.triage_split()}
        savingLabel={m.triage_splitting()}
      >
        {null}
      </DialogForm>
    </AdminDialog>
  );
}

const SEARCH_DELAY_MS = 300;
const SEARCH_ID = 'triage-neighbours-search';

interface SimilarOpenCasesProps {
  caseId: string;
  field: RefObject<HTMLInputElement | null>;
  isBusy: boolean;
  label: string;
  /** The accessible name of its button. */
  getButtonName: (title: string) => string;
  onChoose: (other: CaseSummary) => void;
}

/** Open cases to choose from: similar ones by default, or the results of a search. */
function SimilarOpenCases({ caseId, field, isBusy, label, getButtonName, onChoose }: SimilarOpenCasesProps) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const similarCases = useQuery(similarOpenCasesQuery(caseId, search));
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
      <div aria-live="polite" aria-busy={similarCases.status === 'loading'} className="flex flex-col gap-2">
        <h3 className="font-semibold">{search ? m.triage_neighbours_found() : m.triage_neighbours()}</h3>
        {similarCases.status === 'loading' && <p className="text-muted">{m.triage_neighbours_loading()}</p>}
        {similarCases.status === 'failed' && (
          <p className="flex flex-wrap items-center gap-3">
            {m.triage_neighbours_failed()}
            <button type="button" onClick={similarCases.retry} className={buttonClass('secondary')}>
              {m.try_again()}
            </button>
          </p>
        )}
        {similarCases.status === 'ready' && similarCases.data.length === 0 && (
          <p className="text-muted">{search ? m.triage_neighbours_not_found() : m.triage_neighbours_none()}</p>
        )}
        {similarCases.status === 'ready' && (
          <ul className="flex flex-col divide-y divide-line">
            {similarCases.data.map((other) => (
              <SimilarOpenCase
                key={other.id}
                other={other}
                isBusy={isBusy}
                label={label}
                name={getButtonName(formatFilingTitle(other))}
                onChoose={() => onChoose(other)}
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

interface SimilarOpenCaseProps {
  other: CaseSummary;
  isBusy: boolean;
  label: string;
  name: string;
  onChoose: () => void;
}

function SimilarOpenCase({ other, isBusy, label, name, onChoose }: SimilarOpenCaseProps) {
  const claimant = other.isOwn ? null : other.claimedBy;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-break-word">{formatFilingTitle(other)}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <AgeBadge age={other.age} dueAt={other.dueAt} />
          <span>{m.triage_reports_count({ count: other.filingCount })}</span>
          <QuestionBadge question={other.question} />
          {claimant && <span className="wrap-anywhere text-muted">{m.triage_neighbour_held({ who: claimant })}</span>}
        </p>
      </div>
      <button
        type="button"
        aria-label={name}
        aria-disabled={isBusy}
        disabled={claimant !== null}
        onClick={onChoose}
        className={rowButtonClass()}
      >
        {label}
      </button>
    </li>
  );
}

/** State of the open case: claimed when its URL is opened, renewed during the work, marked when it is lost. */
import type { AlertId } from '@hakiki/contract/alerts';
import type { Task } from '@hakiki/contract/tasks-admin';
import type { CaseDetail, CaseFiling, CaseSample } from '@hakiki/contract/triage-admin';
import { undoSeconds } from '@hakiki/contract/admin-values';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { showFailure } from '../../../lib/errors/failure.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { dismissToast, showToast, type ToastOptions } from '../../../lib/browser/toast.ts';
import { useQueryStore } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { toNextCaseFilter, toQueuePath, type QueueUrlState } from './queue-url.ts';
import { checkClaimDue, getClaimExpiry, CHECK_INTERVAL_MS, getClaimLossReason, type ClaimLoss } from './claim.ts';
import {
  claimCase,
  decideCase,
  drawSample,
  releaseCase,
  showMoreFilings,
  showSampledFiling,
  takeNextCase,
  undoDecision,
} from './queries.ts';

/** A sample, and how many of its reports were read. */
export interface SampleReading extends CaseSample {
  like: Pick<CaseFiling, 'id' | 'reference'>;
  read: number;
}

type KnownCase =
  | { status: 'open'; id: string; detail: CaseDetail; until: number; loss?: ClaimLoss; sample?: SampleReading }
  | { status: 'refused'; id: string; lossReason: ClaimLoss | undefined; error: unknown };

export type CaseState = { status: 'none' } | { status: 'opening' } | KnownCase;

export interface CaseDecision {
  decision: 'approve' | 'reject';
  /** Tokens of the texts whose private data was confirmed before publication. */
  acknowledged: readonly string[];
  reason: string;
  /** Public advice of the new alert. */
  advice?: string;
  /** The shown or the selected reports. */
  filings: string[];
  /** True if shown reports were left out. */
  isPart: boolean;
  /** Reports that were left out because they were never on the screen. */
  unseenCount: number;
  /** The report that becomes the alert. */
  lead?: string;
  /** A public alert of an earlier case into which it is merged. */
  joins?: AlertId;
}

export interface RestoredTexts {
  caseId: string;
  reason: string;
  advice: string;
}

interface UndoableDecision {
  caseId: string;
  texts: RestoredTexts;
  decisionIds: string[];
  until: number;
  toastId: number;
}

/** Concurrent undo requests: a case of hundreds is undone in seconds, without blocking others. */
const MAX_CONCURRENT_UNDOS = 8;

const toOpenCase = (detail: CaseDetail): KnownCase => ({
  status: 'open',
  id: detail.id,
  detail,
  until: getClaimExpiry(),
});

/** A renewal reloads the first page; reports that were loaded beyond it stay. */
function mergeRenewed(knownCase: KnownCase | undefined, detail: CaseDetail): KnownCase {
  if (knownCase?.status !== 'open' || knownCase.id !== detail.id) return toOpenCase(detail);
  const freshById = new Map(detail.filings.map((filing) => [filing.id, filing]));
  const before = knownCase.detail.filings.map((filing) => freshById.get(filing.id) ?? filing);
  const newFilings = detail.filings.filter(({ id }) => !before.some((filing) => filing.id === id));
  return {
    ...toOpenCase({ ...detail, filings: [...before, ...newFilings] }),
    ...(knownCase.sample && { sample: knownCase.sample }),
  };
}

/** The case of the URL: claimed when it is opened, and renewed during the work. */
function useClaimedCase(urlState: QueueUrlState) {
  const store = useQueryStore();
  const navigate = useNavigate();
  const [known, setKnown] = useState<KnownCase>();
  /** The next case before its id is in the URL, shown at once to avoid flicker. */
  const [nextCaseId, setNextCaseId] = useState<string>();
  const shownId = nextCaseId ?? urlState.caseId;
  const state: CaseState =
    shownId === undefined ? { status: 'none' } : known?.id === shownId ? known : { status: 'opening' };
  const shown = useRef(shownId);
  useEffect(() => {
    shown.current = shownId;
  });

  /** An open case stays on the page when its claim is lost, with the typed texts. */
  const markLost = (error: unknown, id: string) => {
    const lossReason = getClaimLossReason(error);
    setKnown((now) => {
      if (now?.status !== 'open' || now.id !== id) return { status: 'refused', id, lossReason, error };
      return lossReason ? { ...now, loss: lossReason } : now;
    });
  };

  const openCase = async (caseId: string | undefined, { replacesUrl = false } = {}) =>
    navigate(toQueuePath({ ...urlState, page: 1, caseId }), { replace: replacesUrl });

  /** Also renews the claim, and reloads what may have changed: new reports, expired links. */
  const claim = (id: string, { isRenewal = false } = {}): Promise<void> =>
    store.send(claimCase, { params: { id } }).then(
      async (detail) => {
        if (shown.current !== id) return;
        // The case was merged into another one.
        if (detail.id !== id) await openCase(detail.id, { replacesUrl: true });
        else setKnown((now) => (isRenewal ? mergeRenewed(now, detail) : toOpenCase(detail)));
      },
      (error: unknown) => {
        if (shown.current === id) markLost(error, id);
      },
    );
  const reclaim = () => {
    if (shown.current !== undefined) void claim(shown.current, { isRenewal: true });
  };

  const claimShownCase = useEffectEvent((id: string | undefined) => {
    // The next case is claimed already.
    if (id !== undefined && id !== nextCaseId) void claim(id);
  });
  useEffect(() => claimShownCase(shownId), [shownId]);

  useRenewal(state, (claimDue) => {
    if (state.status !== 'open') return;
    if (claimDue === 'renew') void claim(state.id, { isRenewal: true });
    else setKnown({ ...state, loss: 'expired' });
  });
  return { store, state, shown, setKnown, setNextCaseId, markLost, openCase, claim, reclaim };
}

type ClaimedCase = ReturnType<typeof useClaimedCase>;

/** Runs one action at a time: a key pressed twice decides once. */
function useExclusiveAction({ shown, markLost }: ClaimedCase) {
  const [busy, setBusy] = useState<'next' | 'submit' | 'release' | 'more'>();
  const isBusy = useRef(false);
  async function runExclusive(
    actionName: NonNullable<typeof busy>,
    action: () => Promise<void>,
    getFailureTitle: () => string,
  ) {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(actionName);
    try {
      await action();
    } catch (error) {
      if (shown.current !== undefined && getClaimLossReason(error)) markLost(error, shown.current);
      showFailure(getFailureTitle(), error, m.triage_failed_text());
    } finally {
      isBusy.current = false;
      setBusy(undefined);
    }
  }
  return { busy, runExclusive };
}

/** Releases a skipped case only after another was taken: earlier, it would be offered again. */
const releaseSkipped = async ({ store }: ClaimedCase, id: string | undefined) => {
  if (id !== undefined) await store.send(releaseCase, { params: { id } }).catch(() => {});
};

function useUndo(claimedCase: ClaimedCase) {
  const { store, shown, setKnown, openCase, claim } = claimedCase;
  const undoable = useRef<UndoableDecision>(undefined);
  /** The typed texts of an undone decision, to submit it again with a change. */
  const [restored, setRestored] = useState<RestoredTexts>();
  const canUndo = () => undoable.current !== undefined && Date.now() <= undoable.current.until;
  async function undo() {
    const { current } = undoable;
    if (!current) return;
    undoable.current = undefined;
    if (Date.now() > current.until) {
      const seconds = undoSeconds.shown;
      return void showToast({ title: m.triage_undo_late(), description: m.triage_undo_late_text({ seconds }) });
    }
    dismissToast(current.toastId);
    try {
      await undoAll(current.decisionIds, (id) => store.send(undoDecision, { params: { id } }));
      // A case that was taken meanwhile is released.
      const { current: id } = shown;
      if (id !== current.caseId) void releaseSkipped(claimedCase, id);
      setKnown(undefined);
      setRestored(current.texts);
      if (id === current.caseId) await claim(id);
      else await openCase(current.caseId, { replacesUrl: id !== undefined });
      showToast({ title: m.admin_undone(), description: m.triage_undone() });
    } catch (error) {
      showFailure(m.admin_undo_failed(), error, m.admin_undo_failed_text());
    }
  }
  /** The toast outlives this render, so it calls the current undo. */
  const latestUndo = useRef(undo);
  useEffect(() => {
    latestUndo.current = undo;
  });

  /** The toast of a decision, with which it can be undone. */
  const offerUndo = (texts: RestoredTexts, decisionIds: string[], toast: ToastOptions) => {
    const { caseId } = texts;
    setRestored(undefined);
    const durationMs = undoSeconds.shown * 1000;
    const action = { label: m.admin_undo(), run: () => void latestUndo.current() };
    const toastId = showToast({ ...toast, durationMs, action });
    undoable.current = { caseId, texts, decisionIds, toastId, until: Date.now() + durationMs };
  };
  return { undo, canUndo, offerUndo, restored };
}

/** Loads reports of the open case that are not shown yet. */
function useUnreadFilings({ store, state, setKnown }: ClaimedCase) {
  /** Adds reports to those that are shown. */
  const addFilings = (
    id: string,
    newFilings: readonly CaseFiling[],
    { unreadCount, sample }: { unreadCount: number; sample?: SampleReading },
  ) =>
    setKnown((now) => {
      if (now?.status !== 'open' || now.id !== id) return now;
      const known = now.detail.filings.filter((filing) => !newFilings.some((other) => other.id === filing.id));
      const detail = { ...now.detail, filings: [...known, ...newFilings], unreadCount };
      return { ...now, detail, ...(sample && { sample }) };
    });

  async function showMore() {
    if (state.status !== 'open' || state.loss) return;
    const { id, detail } = state;
    const body = { shown: detail.filings.map((filing) => filing.id) };
    const { filings, unreadCount } = await store.send(showMoreFilings, { params: { id }, body });
    addFilings(id, filings, { unreadCount });
  }

  /** Loads the next report of the sample, or draws a new sample. */
  async function readSample(like: SampleReading['like'], seen: ReadonlySet<string>) {
    if (state.status !== 'open' || state.loss) return;
    const { id, detail } = state;
    const seenIds = detail.filings.map((filing) => filing.id).filter((filingId) => seen.has(filingId));
    const sampleState = state.sample ?? {
      ...(await store.send(drawSample, { params: { id }, body: { like: like.id as never, seen: seenIds } })),
      like: { id: like.id, reference: like.reference },
      read: 0,
    };
    if (sampleState.read >= sampleState.size) return;
    const filing = await store.send(showSampledFiling, {
      params: { id: sampleState.id },
      body: { place: sampleState.read },
    });
    const sample = { ...sampleState, read: sampleState.read + 1 };
    addFilings(id, [filing], { unreadCount: Math.max(0, detail.unreadCount - 1), sample });
  }

  const leaveSample = () =>
    setKnown((now) => {
      if (now?.status !== 'open') return now;
      const { sample: _, ...kept } = now;
      return kept;
    });
  return { showMore, readSample, leaveSample };
}

export function useTriageCase(urlState: QueueUrlState) {
  const claimedCase = useClaimedCase(urlState);
  const { store, state, shown, setKnown, setNextCaseId, openCase, claim, reclaim } = claimedCase;
  const { busy, runExclusive } = useExclusiveAction(claimedCase);
  const { undo, canUndo, offerUndo, restored } = useUndo(claimedCase);
  const { showMore, readSample, leaveSample } = useUnreadFilings(claimedCase);
  /** The job that decides the unread reports of a sample. */
  const [unreadTask, setUnreadTask] = useState<Task>();
  /** Incremented after each decision, to reset selection and texts. */
  const [decisionCount, setDecisionCount] = useState(0);

  async function openNextCase({ skippedId }: { skippedId?: string | undefined } = {}) {
    const hasOpenCase = shown.current !== undefined;
    const detail = await store.send(takeNextCase, { body: toNextCaseFilter(urlState) });
    const release = releaseSkipped(claimedCase, skippedId);
    if (detail) {
      setKnown(toOpenCase(detail));
      setNextCaseId(detail.id);
      await openCase(detail.id, { replacesUrl: hasOpenCase });
      // With the navigation, which React renders as a transition; earlier, the previous case would open again.
      startTransition(() => setNextCaseId(undefined));
      return;
    }
    // The list comes next: loaded earlier, it would still show the skipped case as taken.
    await release;
    if (hasOpenCase) await openCase(undefined, { replacesUrl: true });
    if (!canUndo()) showToast({ title: m.triage_done(), description: m.triage_done_text() });
  }

  async function submit({ isPart, unseenCount, filings, lead, acknowledged, ...caseDecision }: CaseDecision) {
    if (state.status !== 'open' || state.loss) return;
    const { id, sample, detail } = state;
    const body = {
      ...caseDecision,
      filings: filings as never,
      ...(lead && { lead: lead as never }),
      ...(sample && sample.restCount > 0 && { sample: sample.id }),
    };
    const { decided, decisionIds, unreadCount, rest } = await store.send(decideCase, {
      params: { id },
      body,
      acknowledged,
    });
    if (decided === 0) {
      showToast({ title: m.triage_nothing_decided(), description: m.triage_nothing_decided_text() });
      return claim(id);
    }
    const isComplete = !isPart && unreadCount === 0;
    const left = isComplete ? detail.undecidedCount - decided : 0;
    const leftUnread = unreadCount + unseenCount;
    const unreadParams = { count: leftUnread, shown: formatNumber(leftUnread) };
    const { reason, advice = '' } = caseDecision;
    offerUndo({ caseId: id, reason, advice }, decisionIds, {
      title: (caseDecision.decision === 'approve' ? m.triage_approved : m.triage_rejected)({ count: decided }),
      ...(left > 0 && { description: m.triage_left({ count: left }) }),
      ...(leftUnread > 0 && !rest && { description: m.triage_left_unread(unreadParams) }),
    });
    setDecisionCount((count) => count + 1);
    if (rest) setUnreadTask(rest);
    // Some reports were left out, or were never shown.
    return rest || isComplete ? openNextCase() : claim(id);
  }

  async function release() {
    const { current: id } = shown;
    if (id === undefined) return;
    await store.send(releaseCase, { params: { id } });
    await openCase(undefined);
    showToast({ title: m.triage_released() });
  }

  return {
    state,
    restored,
    busy,
    unreadTask,
    decisionCount,
    /** Opens another case, or reloads this one after a change. */
    show: async (id: string) => {
      setDecisionCount((count) => count + 1);
      if (shown.current === id) await claim(id);
      else await openCase(id, { replacesUrl: true });
    },
    /** The case is no longer claimed here. */
    goOn: () => void runExclusive('next', () => openNextCase(), m.triage_next_failed),
    reclaim,
    /** Shows the edited text; the case's title may have changed. */
    reworded: (filing: CaseFiling) => {
      setKnown((now) => {
        if (now?.status !== 'open') return now;
        const filings = now.detail.filings.map((other) => (other.id === filing.id ? filing : other));
        return { ...now, detail: { ...now.detail, filings } };
      });
      reclaim();
    },
    more: () => runExclusive('more', showMore, m.triage_more_failed),
    readSample: (like: SampleReading['like'], seen: ReadonlySet<string>) =>
      runExclusive('more', () => readSample(like, seen), m.triage_like_failed),
    leaveSample,
    next: () => void runExclusive('next', () => openNextCase({ skippedId: shown.current }), m.triage_next_failed),
    submit: (caseDecision: CaseDecision) =>
      void runExclusive('submit', () => submit(caseDecision), m.triage_decide_failed),
    release: () => void runExclusive('release', release, m.triage_release_failed),
    undo: () => void undo(),
  };
}

/** Undoes the merged reports first, then the alert itself. */
async function undoAll(
  [first, ...others]: readonly string[],
  undoDecisionById: (id: string) => Promise<unknown>,
): Promise<void> {
  const remainingIds = [...others];
  const undoNext = async () => {
    for (let id = remainingIds.pop(); id !== undefined; id = remainingIds.pop()) await undoDecisionById(id);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_UNDOS }, undoNext));
  if (first !== undefined) await undoDecisionById(first);
}

/** Checks regularly whether the claim must be renewed or has expired. */
function useRenewal(state: CaseState, onDue: (claimDue: 'renew' | 'expired') => void) {
  const activeAt = useRef(0);
  const isClaimed = state.status === 'open' && !state.loss;
  const checkClaim = useEffectEvent(() => {
    if (state.status !== 'open' || state.loss || !state.detail.isOwn) return;
    const claimDue = checkClaimDue({ until: state.until, activeAt: activeAt.current, now: Date.now() });
    if (claimDue !== 'wait') onDue(claimDue);
  });
  useEffect(() => {
    if (!isClaimed) return;
    const recordActivity = () => {
      activeAt.current = Date.now();
    };
    recordActivity();
    const timer = setInterval(checkClaim, CHECK_INTERVAL_MS);
    const activityEvents = ['keydown', 'pointerdown', 'scroll'] as const;
    for (const eventName of activityEvents) document.addEventListener(eventName, recordActivity, { passive: true });
    document.addEventListener('visibilitychange', checkClaim);
    return () => {
      clearInterval(timer);
      for (const eventName of activityEvents) document.removeEventListener(eventName, recordActivity);
      document.removeEventListener('visibilitychange', checkClaim);
    };
  }, [isClaimed]);
}

/** State of the open case: claimed when its URL is opened, renewed during the work, marked when it is lost. */
import type { AlertId } from '@hakiki/contract/alerts';
import type { Task } from '@hakiki/contract/tasks-admin';
import type { CaseDetail, CaseFiling, CaseSample } from '@hakiki/contract/triage-admin';
import { undoSeconds } from '@hakiki/contract/admin-values';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { showFailure } from '../../../lib/errors/failure.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { dismissToast, showToast } from '../../../lib/browser/toast.ts';
import { useReadStore } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { askedNext, queuePath, type QueueAddress } from './address.ts';
import { dueOf, heldUntil, LOOK_EVERY_MS, lossBy, type Loss } from './claim.ts';
import {
  claimCase,
  decideCase,
  drawSample,
  releaseCase,
  showMoreOfCase,
  showSampled,
  takeNextCase,
  undoDecision,
} from './reads.ts';

/** A sample, and how many of its reports were read. */
export interface SampleReading extends CaseSample {
  like: Pick<CaseFiling, 'id' | 'reference'>;
  read: number;
}

type Known =
  | { status: 'open'; id: string; detail: CaseDetail; until: number; loss?: Loss; sample?: SampleReading }
  | { status: 'refused'; id: string; why: Loss | undefined; error: unknown };

export type CaseState = { status: 'none' } | { status: 'opening' } | Known;

export interface CaseDecision {
  decision: 'approve' | 'reject';
  /** Tokens of the texts whose private data was confirmed before publication. */
  acknowledged: readonly string[];
  reason: string;
  /** Public advice of the new alert. */
  advice?: string;
  /** The shown or the selected reports. */
  filings: string[];
  /** True if shown reports were left out on purpose. */
  isPart: boolean;
  /** The report that becomes the alert. */
  lead?: string;
  /** A public alert of an earlier case into which it is merged. */
  joins?: AlertId;
}

interface Undoable {
  caseId: string;
  decisionIds: string[];
  until: number;
  toastId: number;
}

/** Concurrent undo requests: a case of hundreds is undone in seconds, without blocking others. */
const UNDO_AT_ONCE = 8;

const openWith = (detail: CaseDetail): Known => ({ status: 'open', id: detail.id, detail, until: heldUntil() });

/** A renewal reloads the first page; reports that were loaded beyond it stay. */
function renewed(known: Known | undefined, detail: CaseDetail): Known {
  if (known?.status !== 'open' || known.id !== detail.id) return openWith(detail);
  const fresh = new Map(detail.filings.map((filing) => [filing.id, filing]));
  const before = known.detail.filings.map((filing) => fresh.get(filing.id) ?? filing);
  const joined = detail.filings.filter(({ id }) => !before.some((filing) => filing.id === id));
  return { ...openWith({ ...detail, filings: [...before, ...joined] }), ...(known.sample && { sample: known.sample }) };
}

export function useTriageCase(address: QueueAddress) {
  const store = useReadStore();
  const navigate = useNavigate();
  const [known, setKnown] = useState<Known>();
  /** The next case before its id is in the URL, shown at once to avoid flicker. */
  const [ahead, setAhead] = useState<string>();
  const [busy, setBusy] = useState<'next' | 'submit' | 'release' | 'more'>();
  /** The job that decides the unread reports of a sample. */
  const [unreadTask, setUnreadTask] = useState<Task>();
  /** Incremented after each decision, to reset selection and texts. */
  const [decisionCount, setDecisionCount] = useState(0);
  const isBusy = useRef(false);
  const undoable = useRef<Undoable>(undefined);
  const shownId = ahead ?? address.caseId;
  const state: CaseState =
    shownId === undefined ? { status: 'none' } : known?.id === shownId ? known : { status: 'opening' };
  const shown = useRef(shownId);
  useEffect(() => {
    shown.current = shownId;
  });

  /** An open case stays on the page when its claim is lost, with the typed texts. */
  const lose = (error: unknown, id: string) => {
    const why = lossBy(error);
    setKnown((now) => {
      if (now?.status !== 'open' || now.id !== id) return { status: 'refused', id, why, error };
      return why ? { ...now, loss: why } : now;
    });
  };

  /** Also renews the claim, and reloads what may have changed: new reports, expired links. */
  const claim = (id: string, { isRenewal = false } = {}): Promise<void> =>
    store.send(claimCase, { params: { id } }).then(
      async (detail) => {
        if (shown.current !== id) return;
        // The case was merged into another one.
        if (detail.id !== id) await go(detail.id, { replacesUrl: true });
        else setKnown((now) => (isRenewal ? renewed(now, detail) : openWith(detail)));
      },
      (error: unknown) => {
        if (shown.current === id) lose(error, id);
      },
    );

  const follow = useEffectEvent((id: string | undefined) => {
    // The next case is claimed already.
    if (id !== undefined && id !== ahead) void claim(id);
  });
  useEffect(() => follow(shownId), [shownId]);

  useRenewal(state, (due) => {
    if (state.status !== 'open') return;
    if (due === 'renew') void claim(state.id, { isRenewal: true });
    else setKnown({ ...state, loss: 'expired' });
  });

  /** Runs one action at a time: a key pressed twice decides once. */
  async function alone(what: NonNullable<typeof busy>, act: () => Promise<void>, failed: () => string) {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(what);
    try {
      await act();
    } catch (error) {
      if (shown.current !== undefined && lossBy(error)) lose(error, shown.current);
      showFailure(failed(), error, m.triage_failed_text());
    } finally {
      isBusy.current = false;
      setBusy(undefined);
    }
  }

  async function go(caseId: string | undefined, { replacesUrl = false } = {}) {
    await navigate(queuePath({ ...address, page: 1, caseId }), { replace: replacesUrl });
  }

  /** Releases a skipped case only after another was taken: earlier, it would be offered again. */
  const pass = (id: string | undefined) => {
    if (id !== undefined) void store.send(releaseCase, { params: { id } }).catch(() => {});
  };

  async function takeNext({ passing }: { passing?: string | undefined } = {}) {
    const isInCase = shown.current !== undefined;
    const detail = await store.send(takeNextCase, { body: askedNext(address) });
    pass(passing);
    if (detail) {
      setKnown(openWith(detail));
      setAhead(detail.id);
      await go(detail.id, { replacesUrl: isInCase });
      return setAhead(undefined);
    }
    if (isInCase) await go(undefined, { replacesUrl: true });
    if (!undoable.current || Date.now() > undoable.current.until) {
      showToast({ title: m.triage_done(), description: m.triage_done_text() });
    }
  }

  async function undo() {
    const { current } = undoable;
    if (!current || Date.now() > current.until) return;
    undoable.current = undefined;
    dismissToast(current.toastId);
    try {
      await undoAll(current.decisionIds, (id) => store.send(undoDecision, { params: { id } }));
      // A case that was taken meanwhile is released.
      const { current: id } = shown;
      if (id !== current.caseId) pass(id);
      setKnown(undefined);
      if (id === current.caseId) await claim(id);
      else await go(current.caseId, { replacesUrl: id !== undefined });
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

  /** Adds reports to those that are shown. */
  const add = (id: string, further: readonly CaseFiling[], given: { unreadCount: number; sample?: SampleReading }) =>
    setKnown((now) => {
      if (now?.status !== 'open' || now.id !== id) return now;
      const { unreadCount, sample } = given;
      const known = now.detail.filings.filter((filing) => !further.some((one) => one.id === filing.id));
      const detail = { ...now.detail, filings: [...known, ...further], unreadCount };
      return { ...now, detail, ...(sample && { sample }) };
    });

  async function showMore() {
    if (state.status !== 'open' || state.loss) return;
    const { id, detail } = state;
    const body = { shown: detail.filings.map((filing) => filing.id) };
    const { filings, unreadCount } = await store.send(showMoreOfCase, { params: { id }, body });
    add(id, filings, { unreadCount });
  }

  /** Loads the next report of the sample, or draws a new sample. */
  async function readSample(like: SampleReading['like']) {
    if (state.status !== 'open' || state.loss) return;
    const { id, detail } = state;
    const drawn = state.sample ?? {
      ...(await store.send(drawSample, { params: { id }, body: { like: like.id as never } })),
      like: { id: like.id, reference: like.reference },
      read: 0,
    };
    if (drawn.read >= drawn.size) return;
    const filing = await store.send(showSampled, { params: { id: drawn.id }, body: { place: drawn.read } });
    const sample = { ...drawn, read: drawn.read + 1 };
    add(id, [filing], { unreadCount: Math.max(0, detail.unreadCount - 1), sample });
  }

  const leaveSample = () =>
    setKnown((now) => {
      if (now?.status !== 'open') return now;
      const { sample: _, ...kept } = now;
      return kept;
    });

  async function submit({ isPart, filings, lead, acknowledged, ...caseDecision }: CaseDecision) {
    if (state.status !== 'open' || state.loss) return;
    const { id, sample, detail } = state;
    const body = {
      ...caseDecision,
      filings: filings as never,
      ...(lead && { lead: lead as never }),
      ...(sample && sample.restCount > 0 && { sample: sample.id }),
    };
    const reply = await store.send(decideCase, { params: { id }, body, acknowledged });
    const { decided, decisionIds, unreadCount } = reply;
    if (decided === 0) {
      showToast({ title: m.triage_nothing_decided(), description: m.triage_nothing_decided_text() });
      return claim(id);
    }
    const isWhole = !isPart && unreadCount === 0;
    const left = isWhole ? detail.undecidedCount - decided : 0;
    const unread = { count: unreadCount, shown: formatNumber(unreadCount) };
    const toastId = showToast({
      title: (caseDecision.decision === 'approve' ? m.triage_approved : m.triage_rejected)({ count: decided }),
      ...(left > 0 && { description: m.triage_left({ count: left }) }),
      ...(unreadCount > 0 && !reply.rest && { description: m.triage_left_unread(unread) }),
      durationMs: undoSeconds.offered * 1000,
      action: { label: m.admin_undo(), run: () => void latestUndo.current() },
    });
    setDecisionCount((count) => count + 1);
    undoable.current = { caseId: id, decisionIds, toastId, until: Date.now() + undoSeconds.offered * 1000 };
    if (reply.rest) {
      setUnreadTask(reply.rest);
      return takeNext();
    }
    // Some reports were left out, or were never shown.
    return isWhole ? takeNext() : claim(id);
  }

  async function release() {
    const { current: id } = shown;
    if (id === undefined) return;
    await store.send(releaseCase, { params: { id } });
    await go(undefined);
    showToast({ title: m.triage_released() });
  }

  return {
    state,
    busy,
    unreadTask,
    decisionCount,
    /** Opens another case, or reloads this one after a change. */
    show: async (id: string) => {
      setDecisionCount((count) => count + 1);
      if (shown.current === id) await claim(id);
      else await go(id, { replacesUrl: true });
    },
    /** The case is no longer claimed here. */
    goOn: () => void alone('next', () => takeNext(), m.triage_next_failed),
    reclaim: () => {
      if (shown.current !== undefined) void claim(shown.current, { isRenewal: true });
    },
    /** Shows the edited text; the case's title may have changed. */
    reworded: (filing: CaseFiling) => {
      setKnown((now) => {
        if (now?.status !== 'open') return now;
        const filings = now.detail.filings.map((one) => (one.id === filing.id ? filing : one));
        return { ...now, detail: { ...now.detail, filings } };
      });
      if (shown.current !== undefined) void claim(shown.current, { isRenewal: true });
    },
    more: () => alone('more', showMore, m.triage_more_failed),
    readSample: (like: SampleReading['like']) => alone('more', () => readSample(like), m.triage_like_failed),
    leaveSample,
    next: () => void alone('next', () => takeNext({ passing: shown.current }), m.triage_next_failed),
    submit: (caseDecision: CaseDecision) => void alone('submit', () => submit(caseDecision), m.triage_decide_failed),
    release: () => void alone('release', release, m.triage_release_failed),
    undo: () => void undo(),
  };
}

/** Undoes the merged reports first, then the alert itself. */
async function undoAll(
  [first, ...others]: readonly string[],
  undoOne: (id: string) => Promise<unknown>,
): Promise<void> {
  const waiting = [...others];
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await undoOne(id);
  };
  await Promise.all(Array.from({ length: UNDO_AT_ONCE }, work));
  if (first !== undefined) await undoOne(first);
}

/** Checks regularly whether the claim must be renewed or has expired. */
function useRenewal(state: CaseState, onDue: (due: 'renew' | 'expired') => void) {
  const activeAt = useRef(0);
  const isHeld = state.status === 'open' && !state.loss;
  const look = useEffectEvent(() => {
    if (state.status !== 'open' || state.loss || !state.detail.isOwn) return;
    const due = dueOf({ until: state.until, activeAt: activeAt.current, now: Date.now() });
    if (due !== 'wait') onDue(due);
  });
  useEffect(() => {
    if (!isHeld) return;
    const note = () => {
      activeAt.current = Date.now();
    };
    note();
    const timer = setInterval(look, LOOK_EVERY_MS);
    const signs = ['keydown', 'pointerdown', 'scroll'] as const;
    for (const sign of signs) document.addEventListener(sign, note, { passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const sign of signs) document.removeEventListener(sign, note);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isHeld]);
}

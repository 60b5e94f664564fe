import { waitingTimes } from '@hakiki/contract/limits';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { QueryFailure } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { startQueries, prefetch, useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import type { Route } from './+types/triage.ts';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import { toFilterQuery, parseQueue, toQueuePath, type QueueUrlState } from './queue-url.ts';
import { useTriageCase, type CaseState } from './case-state.ts';
import { TriageCase } from './case.tsx';
import { KeysDialog, TemplatesDialog, ViewsDialog } from './dialogs.tsx';
import { blurField, useQueueKeys } from './keys.ts';
import { DecidedMatches, MyDecisions } from './decided.tsx';
import { CaseList } from './list.tsx';
import { UnsortedNotice } from '../parts/sorting.tsx';
import { UnreadTaskProgress } from './sample.tsx';
import { rowButtonClass } from '../parts/table.tsx';
import { templatesQuery, viewsQuery } from './queries.ts';
import { TriageToolbar } from './toolbar.tsx';
import { Watches } from './watches.tsx';
import { KeyHint } from './labels.tsx';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/queue', m.triage_title, m.triage_description);

export default function TriagePage() {
  return (
    <AdminGate isForModerators>
      <Triage />
    </AdminGate>
  );
}

type Dialog = 'keys' | 'templates' | 'views';

export function Triage() {
  const [params] = useSearchParams();
  const urlState = parseQueue(params);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog>();
  const triageCase = useTriageCase(urlState);
  // Outlives the case's form, which a partial decision resets.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const templateState = useQuery(templatesQuery);
  const savedViews = useQuery(viewsQuery);
  const templateList = templateState.status === 'ready' ? templateState.data : [];
  const close = () => setDialog(undefined);

  useQueueKeys({
    help: () => setDialog('keys'),
    leave: blurField,
    next: triageCase.next,
    undo: triageCase.undo,
    list: () => urlState.caseId && void navigate(toQueuePath({ ...urlState, caseId: undefined })),
  });

  const { state, busy } = triageCase;
  const queueButtons = (
    <>
      <button type="button" onClick={() => setDialog('keys')} className={rowButtonClass()}>
        <span className={state.status === 'open' ? 'md:sr-only' : undefined}>{m.triage_keys()}</span>{' '}
        <KeyHint>?</KeyHint>
      </button>
      <button
        type="button"
        onClick={triageCase.next}
        aria-disabled={busy !== undefined}
        className={state.status === 'open' ? rowButtonClass() : buttonClass('primary', 'max-md:grow')}
      >
        {busy === 'next' ? m.triage_next_taking() : m.triage_next()} <KeyHint>n</KeyHint>
      </button>
    </>
  );

  return (
    <div className="flex flex-col gap-4">
      {/* While a case is open, its own heading is enough. */}
      <div className={urlState.caseId ? 'sr-only' : undefined}>
        <h2 className="text-xl font-bold">{m.triage_title()}</h2>
        <p className="text-sm text-muted">{m.triage_lead(waitingTimes.scamReportHours)}</p>
      </div>
      <TriageToolbar urlState={urlState} onManageViews={() => setDialog('views')}>
        {state.status !== 'open' && queueButtons}
      </TriageToolbar>
      {!urlState.caseId && urlState.only !== 'decided' && (
        <>
          <Watches />
          <UnsortedNotice />
        </>
      )}
      {triageCase.unreadTask && <UnreadTaskProgress key={triageCase.unreadTask.id} started={triageCase.unreadTask} />}
      {state.status === 'open' ? (
        <TriageCase
          // Resets the form for another case, and after a decision.
          key={`${state.detail.id} ${triageCase.decisionCount}`}
          urlState={urlState}
          detail={state.detail}
          until={state.until}
          loss={state.loss}
          sample={state.sample}
          restored={triageCase.restored}
          isSubmitting={busy === 'submit'}
          isShowingMore={busy === 'more'}
          templates={templateList}
          seen={seen}
          onSeen={(id) => setSeen((before) => new Set(before).add(id))}
          queueButtons={queueButtons}
          onSubmit={triageCase.submit}
          onRelease={triageCase.release}
          onReclaim={triageCase.reclaim}
          onTextSaved={triageCase.reworded}
          onMore={triageCase.more}
          onReadSample={(like) => triageCase.readSample(like, seen)}
          onLeaveSample={triageCase.leaveSample}
          onManageTemplates={() => setDialog('templates')}
          onShow={(id) => void triageCase.show(id)}
          onSnoozed={triageCase.goOn}
        />
      ) : (
        <CaseFallback state={state} urlState={urlState} onRetry={triageCase.reclaim} />
      )}
      {dialog === 'keys' && <KeysDialog hasTemplates={templateList.length > 0} onClose={close} />}
      {dialog === 'templates' && <TemplatesDialog templates={templateList} onClose={close} />}
      {dialog === 'views' && (
        <ViewsDialog
          views={savedViews.status === 'ready' ? savedViews.data : []}
          query={toFilterQuery(urlState)}
          onClose={close}
        />
      )}
    </div>
  );
}

interface CaseFallbackProps {
  state: Exclude<CaseState, { status: 'open' }>;
  urlState: QueueUrlState;
  onRetry: () => void;
}

function CaseFallback({ state, urlState, onRetry }: CaseFallbackProps) {
  if (state.status === 'none') {
    if (urlState.only === 'decided') return <MyDecisions urlState={urlState} />;
    return (
      <>
        <CaseList urlState={urlState} />
        {urlState.search && <DecidedMatches urlState={urlState} />}
      </>
    );
  }
  if (state.status === 'opening') {
    return (
      <div role="status" aria-label={m.triage_opening()} className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="skeleton h-120" />
        <div className="skeleton h-96" />
      </div>
    );
  }
  if (state.lossReason === 'taken') {
    return (
      <Notice icon="users" title={m.triage_taken()} role="alert">
        <p className="text-muted">{m.triage_taken_text()}</p>
      </Notice>
    );
  }
  if (state.lossReason === 'gone') {
    return (
      <Notice icon="check-circle" title={m.triage_gone()} role="alert">
        <p className="text-muted">{m.triage_gone_text()}</p>
      </Notice>
    );
  }
  return <QueryFailure message={m.triage_open_failed()} query={{ isRetrying: false, retry: onRetry }} />;
}

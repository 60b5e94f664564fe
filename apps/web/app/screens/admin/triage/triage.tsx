import { waitingTimes } from '@hakiki/contract/limits';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { pageHead } from '../../../lib/pages/head.ts';
import { ensure, prefetch, useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import type { Route } from './+types/triage.ts';
import { AdminGate, gateReads } from '../parts/gate.tsx';
import { filterQuery, parseQueue, queuePath, type QueueAddress } from './address.ts';
import { useTriageCase, type CaseState } from './case-state.ts';
import { TriageCase } from './case.tsx';
import { KeysDialog, TemplatesDialog, ViewsDialog } from './dialogs.tsx';
import { leaveField, useQueueKeys } from './keys.ts';
import { TriageList } from './list.tsx';
import { BeingSorted } from '../parts/sorting.tsx';
import { RestProgress } from './sample.tsx';
import { templates, views } from './reads.ts';
import { TriageToolbar } from './toolbar.tsx';
import { Watches } from './watches.tsx';
import { Key } from './words.tsx';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateReads);
export const clientLoader = ensure(() => gateReads);

export const meta: Route.MetaFunction = (from) =>
  pageHead(from, {
    path: '/admin/queue',
    title: m.triage_title(),
    description: m.triage_description(),
    isIndexed: false,
  });

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
  const address = parseQueue(params);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog>();
  const work = useTriageCase(address);
  const texts = useRead(templates);
  const saved = useRead(views);
  const known = texts.status === 'ready' ? texts.data : [];
  const close = () => setDialog(undefined);

  useQueueKeys({
    help: () => setDialog('keys'),
    leave: leaveField,
    next: work.next,
    undo: work.undo,
    list: () => address.caseId && void navigate(queuePath({ ...address, caseId: undefined })),
  });

  return (
    <div className="flex flex-col gap-4">
      {/* While a case is open, its own heading is enough. */}
      <div className={address.caseId ? 'sr-only' : undefined}>
        <h2 className="text-xl font-bold">{m.triage_title()}</h2>
        <p className="text-sm text-muted">{m.triage_lead(waitingTimes.scamReportHours)}</p>
      </div>
      <TriageToolbar address={address} onManageViews={() => setDialog('views')}>
        <button type="button" onClick={() => setDialog('keys')} className={buttonClass('quiet', 'text-sm')}>
          {m.triage_keys()} <Key>?</Key>
        </button>
        <button
          type="button"
          onClick={work.next}
          aria-disabled={work.busy !== undefined}
          className={buttonClass('primary', 'max-md:grow')}
        >
          {work.busy === 'next' ? m.triage_next_taking() : m.triage_next()} <Key>n</Key>
        </button>
      </TriageToolbar>
      {!address.caseId && <Watches />}
      {!address.caseId && <BeingSorted />}
      {work.unreadTask && <RestProgress key={work.unreadTask.id} started={work.unreadTask} />}
      {work.state.status === 'open' ? (
        <TriageCase
          // Resets the form for another case, and after a decision.
          key={`${work.state.detail.id} ${work.decisionCount}`}
          address={address}
          detail={work.state.detail}
          until={work.state.until}
          loss={work.state.loss}
          sample={work.state.sample}
          isSubmitting={work.busy === 'submit'}
          isShowingMore={work.busy === 'more'}
          templates={known}
          onSubmit={work.submit}
          onRelease={work.release}
          onReclaim={work.reclaim}
          onReworded={work.reworded}
          onMore={work.more}
          onReadSample={work.readSample}
          onLeaveSample={work.leaveSample}
          onManageTemplates={() => setDialog('templates')}
          onShow={(id) => void work.show(id)}
          onPutOff={work.goOn}
        />
      ) : (
        <Otherwise state={work.state} address={address} onRetry={work.reclaim} />
      )}
      {dialog === 'keys' && <KeysDialog onClose={close} />}
      {dialog === 'templates' && <TemplatesDialog templates={known} onClose={close} />}
      {dialog === 'views' && (
        <ViewsDialog views={saved.status === 'ready' ? saved.data : []} query={filterQuery(address)} onClose={close} />
      )}
    </div>
  );
}

interface OtherwiseProps {
  state: Exclude<CaseState, { status: 'open' }>;
  address: QueueAddress;
  onRetry: () => void;
}

function Otherwise({ state, address, onRetry }: OtherwiseProps) {
  if (state.status === 'none') return <TriageList address={address} />;
  if (state.status === 'opening') {
    return (
      <div role="status" aria-label={m.triage_opening()} className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="skeleton h-120" />
        <div className="skeleton h-96" />
      </div>
    );
  }
  if (state.why === 'taken') {
    return (
      <Notice icon="users" title={m.triage_taken()} role="alert">
        <p className="text-muted">{m.triage_taken_text()}</p>
      </Notice>
    );
  }
  if (state.why === 'gone') {
    return (
      <Notice icon="check-circle" title={m.triage_gone()} role="alert">
        <p className="text-muted">{m.triage_gone_text()}</p>
      </Notice>
    );
  }
  return <ReadFailure sentence={m.triage_open_failed()} read={{ isRetrying: false, retry: onRetry }} />;
}

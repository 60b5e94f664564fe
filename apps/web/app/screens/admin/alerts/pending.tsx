/** Pending alerts, decided one by one or in bulk after a preview. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import { useRef, useState } from 'react';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { LongText } from '../../../components/long-text.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { createIdempotencyKey } from '../../../lib/forms/draft.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { m } from '../../../paraglide/messages.js';
import { BulkDialog, type BulkAction, type BulkDecision } from './bulk.tsx';
import { DecideAlertDialog, type AlertDecision } from './decision.tsx';
import { AlertFactList, AlertMarks } from './facts.tsx';
import { ClaimNote, QueueLink } from '../parts/case-claim.tsx';
import { DialogOpener } from '../parts/dialog-opener.tsx';

/** Without alerts the dialog of a bulk decision stays open, to show its result. */
export function PendingAlerts({ alerts }: { alerts: AdminAlert[] }) {
  const [chosenIds, setChosen] = useState<readonly string[]>([]);
  const [bulkAction, setBulk] = useState<BulkAction>();
  const list = useRef<HTMLUListElement>(null);
  // Drops selected alerts that were decided or are on another page.
  const selectedIds = alerts.flatMap(({ id }) => (chosenIds.includes(id) ? [id] : []));
  /** The card of a decided alert disappears with the focus. */
  const restoreFocus = () =>
    requestAnimationFrame(() => {
      if (!list.current?.contains(document.activeElement)) list.current?.focus({ preventScroll: true });
    });
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...selectedIds, id] : selectedIds.filter((selectedId) => selectedId !== id));
  return (
    <>
      {alerts.length > 0 && (
        <>
          <SelectionBar
            selected={selectedIds.length}
            shown={alerts.length}
            onSelectAll={(isChosen) => setChosen(isChosen ? alerts.map(({ id }) => id) : [])}
            onBulk={(decision) => setBulk({ decision, alerts: selectedIds, key: createIdempotencyKey() })}
          />
          <ul ref={list} tabIndex={-1} className="flex flex-col gap-4">
            {alerts.map((alert) => (
              <li key={alert.id}>
                <PendingCard
                  alert={alert}
                  isChosen={selectedIds.includes(alert.id)}
                  onChoose={(isChosen) => choose(alert.id, isChosen)}
                  onDecided={restoreFocus}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {bulkAction && <BulkDialog action={bulkAction} onClose={() => setBulk(undefined)} />}
    </>
  );
}

interface BarProps {
  selected: number;
  shown: number;
  onSelectAll: (isChosen: boolean) => void;
  onBulk: (decision: BulkDecision) => void;
}

const SelectionBar = ({ selected, shown, onSelectAll, onBulk }: BarProps) => (
  <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        checked={selected === shown}
        onChange={({ currentTarget }) => onSelectAll(currentTarget.checked)}
        className="size-5 accent-brand"
      />
      {m.admin_alerts_select_all()}
    </label>
    <p role="status" className="text-muted">
      {selected > 0 && m.admin_alerts_selected({ count: formatNumber(selected) })}
    </p>
    {selected > 0 && (
      <>
        <button type="button" onClick={() => onBulk('approve')} className={buttonClass('secondary')}>
          {m.admin_alerts_bulk_approve()}
        </button>
        <button type="button" onClick={() => onBulk('reject')} className={buttonClass('danger')}>
          {m.admin_alerts_bulk_reject()}
        </button>
      </>
    )}
  </div>
);

interface CardProps {
  alert: AdminAlert;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onDecided: () => void;
}

function PendingCard({ alert, isChosen, onChoose, onDecided }: CardProps) {
  const [decision, setDecision] = useState<AlertDecision>();
  const close = () => {
    setDecision(undefined);
    onDecided();
  };
  return (
    <article
      data-alert={alert.id}
      aria-labelledby={`alert-${alert.id}`}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex items-start gap-2">
        <label className="-my-2 -ms-2 inline-flex size-11 shrink-0 cursor-pointer items-center justify-center">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
            className="size-5 accent-brand"
          />
          <span className="sr-only">{m.admin_alerts_select({ title: alert.title })}</span>
        </label>
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={`alert-${alert.id}`} className="min-w-0 text-lg font-semibold wrap-anywhere">
            {alert.title}
          </h3>
          <Badge icon="clock" className="bg-pending-soft text-pending">
            {m.admin_alerts_pending_review()}
          </Badge>
          <SeverityBadge severity={alert.severity} />
        </div>
      </div>
      <LongText text={alert.description} className="max-w-[90ch] wrap-anywhere" />
      <AlertMarks alert={alert} />
      <AlertFactList alert={alert} />
      <ClaimNote item={alert} />
      <div className="flex flex-wrap gap-3">
        {!alert.claim && (
          <>
            <button type="button" onClick={() => setDecision('approve')} className={buttonClass('primary')}>
              <Icon name="check-circle" className="size-4" />
              {m.admin_act_approve()} <span className="sr-only">{alert.title}</span>
            </button>
            <button type="button" onClick={() => setDecision('reject')} className={buttonClass('danger')}>
              <Icon name="ban" className="size-4" />
              {m.admin_act_reject()} <span className="sr-only">{alert.title}</span>
            </button>
          </>
        )}
        <DialogOpener urlChanges={{ view: alert.id }} className={buttonClass('quiet')}>
          {m.admin_act_view()} <span className="sr-only">{alert.title}</span>
        </DialogOpener>
        {!alert.claim && <QueueLink caseId={alert.caseId} />}
      </div>
      {decision && <DecideAlertDialog alert={alert} decision={decision} onClose={close} />}
    </article>
  );
}

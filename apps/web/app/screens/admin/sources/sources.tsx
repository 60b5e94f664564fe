/** Lists of other sources: state, licence and last import; on and off, run, strike, and what waits for a decision. */
import type { ListSource } from '@hakiki/contract/sources-admin';
import { type SourceCondition, sourceLimits } from '@hakiki/contract/source-values';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { QueryFailure } from '../../../components/query-states.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { Icon, type IconName } from '../../../components/ui/icon.tsx';
import { prefetch, startQueries, useQuery } from '../../../lib/api/use-query.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { m } from '../../../paraglide/messages.js';
import { fetchFaultLabel } from '../parts/fetch-fault.ts';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import { NewTabLink } from '../parts/links.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { AdminTable, type Column, rowButtonClass, RowActions, TableSkeleton } from '../parts/table.tsx';
import type { Route } from './+types/sources.ts';
import { runSource, sourcesPath, sourcesQuery, strikeSource, turnOffSource, turnOnSource } from './queries.ts';
import { Waiting } from './waiting.tsx';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/sources', m.lists_title, m.lists_description);

export default function SourcesPage() {
  return (
    <AdminGate>
      <SourcesScreen />
    </AdminGate>
  );
}

export function SourcesScreen() {
  const waiting = useSearchParams()[0].get('waiting');
  if (waiting) return <Waiting key={waiting} sourceId={waiting} />;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-xl font-bold">{m.lists_title()}</h2>
        <p className="max-w-[68ch] text-sm text-muted">{m.lists_lead()}</p>
      </div>
      <SourceTable />
    </div>
  );
}

function SourceTable() {
  const sources = useQuery(sourcesQuery);
  if (sources.status === 'loading') return <TableSkeleton label={m.lists_loading()} rows={8} />;
  if (sources.status === 'failed') return <QueryFailure message={m.lists_failed()} query={sources} />;
  if (sources.data.length === 0) return <p className="text-muted">{m.lists_none()}</p>;
  return <AdminTable label={m.lists_title()} columns={columns} rows={sources.data} />;
}

const conditions: Record<SourceCondition, { label: () => string; icon: IconName; className: string }> = {
  off: { label: m.lists_condition_off, icon: 'info', className: 'bg-brand-soft text-brand' },
  new: { label: m.lists_condition_new, icon: 'clock', className: 'bg-brand-soft text-brand' },
  good: { label: m.newsdesk_condition_good, icon: 'check-circle', className: 'bg-verified-soft text-verified' },
  waiting: { label: m.newsdesk_condition_held, icon: 'clock', className: 'bg-pending-soft text-pending' },
  applying: { label: m.lists_condition_applying, icon: 'clock', className: 'bg-pending-soft text-pending' },
  failing: { label: m.newsdesk_condition_failing, icon: 'warning', className: 'bg-high-soft text-high' },
};

const columns: Column<ListSource>[] = [
  {
    heading: m.newsdesk_column_source(),
    cell: ({ name, url, isSafelist }) => (
      <span className="flex min-w-0 flex-col py-1 max-md:w-full">
        <span className="font-semibold">{name}</span>
        {isSafelist && <span className="text-muted">{m.lists_safelist()}</span>}
        <NewTabLink href={url}>{new URL(url).host}</NewTabLink>
      </span>
    ),
  },
  {
    heading: m.open_data_licence(),
    className: 'md:w-40',
    cell: (source) => <Licence source={source} />,
  },
  { heading: m.newsdesk_column_state(), className: 'md:w-52', cell: (source) => <State source={source} /> },
  {
    heading: m.lists_column_read(),
    className: 'md:w-32',
    cell: ({ lastOkAt, entries }) =>
      lastOkAt && (
        <span className="flex flex-col">
          <Timestamp at={lastOkAt} />
          {entries !== null && <span className="text-muted">{m.lists_entries({ count: formatNumber(entries) })}</span>}
        </span>
      ),
  },
  { heading: m.admin_field_actions(), isActions: true, cell: (source) => <Actions source={source} /> },
];

const Licence = ({
  source: { licence, licenceUrl, mayRepublish, needsOwnFile, isSafelist },
}: {
  source: ListSource;
}) => (
  <span className="flex min-w-0 flex-col py-1">
    {licenceUrl ? <NewTabLink href={licenceUrl}>{licence}</NewTabLink> : licence}
    {!mayRepublish && <span className="text-muted">{m.lists_shown_only()}</span>}
    {needsOwnFile && <span className="text-muted">{m.lists_own_file()}</span>}
    {isSafelist && <span className="text-muted">{m.lists_not_shown()}</span>}
  </span>
);

function State({ source: { condition, lastError, lastTriedAt, strikes } }: { source: ListSource }) {
  const { label, icon, className } = conditions[condition];
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5 py-1 max-md:w-full">
      <span className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 font-semibold ${className}`}>
        <Icon name={icon} className="size-4" />
        {label()}
      </span>
      {lastError && (
        <span className="text-muted wrap-anywhere">
          {fetchFaultLabel(lastError)} {lastTriedAt && <Timestamp at={lastTriedAt} />}
        </span>
      )}
      {strikes > 0 && (
        <span className="font-semibold text-flagged">
          {m.lists_strikes({ count: formatNumber(strikes), limit: formatNumber(sourceLimits.strikes) })}
        </span>
      )}
    </span>
  );
}

/** Null once it has three strikes. */
function Actions({ source }: { source: ListSource }) {
  const { id, name, condition, strikes, nextRunAt } = source;
  const [dialog, setDialog] = useState<'off' | 'strike'>();
  const close = () => setDialog(undefined);
  const params = { id };
  const isBanned = strikes >= sourceLimits.strikes;
  const nameForScreenReaders = <span className="sr-only">: {name}</span>;
  if (isBanned) return null;
  return (
    <RowActions>
      {condition === 'waiting' && (
        <Link to={sourcesPath(id)} className={rowButtonClass()}>
          {m.lists_look()}
          {nameForScreenReaders}
        </Link>
      )}
      {condition === 'off' ? (
        <MutationButton
          mutation={turnOnSource}
          getInput={() => ({ params })}
          success={() => ({ title: m.lists_turned_on({ name }) })}
          failure={changeFailure}
          className={rowButtonClass()}
        >
          {m.lists_turn_on()}
          {nameForScreenReaders}
        </MutationButton>
      ) : (
        <>
          {nextRunAt && (
            <MutationButton
              mutation={runSource}
              getInput={() => ({ params })}
              success={() => ({ title: m.newsdesk_run_asked({ name }) })}
              failure={changeFailure}
              className={rowButtonClass()}
            >
              {m.newsdesk_run()}
              {nameForScreenReaders}
            </MutationButton>
          )}
          <button type="button" aria-haspopup="dialog" onClick={() => setDialog('off')} className={rowButtonClass()}>
            {m.lists_turn_off()}
            {nameForScreenReaders}
          </button>
        </>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setDialog('strike')}
        className={rowButtonClass('danger')}
      >
        {m.lists_strike()}
        {nameForScreenReaders}
      </button>
      {dialog && (
        <ReasonDialog
          title={dialog === 'off' ? m.lists_turn_off_title({ name }) : m.lists_strike_title({ name })}
          saveLabel={dialog === 'off' ? m.lists_turn_off() : m.lists_strike()}
          hint={m.newsdesk_reason_hint()}
          mutation={dialog === 'off' ? turnOffSource : strikeSource}
          getInput={(reason) => ({ params, body: { reason } })}
          success={() => ({ title: dialog === 'off' ? m.lists_turned_off({ name }) : m.lists_struck({ name }) })}
          onClose={close}
        >
          <p className="text-muted">
            {dialog === 'strike'
              ? m.lists_strike_text({ limit: formatNumber(sourceLimits.strikes) })
              : source.isSafelist
                ? m.lists_turn_off_safelist_text()
                : m.lists_turn_off_text()}
          </p>
        </ReasonDialog>
      )}
    </RowActions>
  );
}

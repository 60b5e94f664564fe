import { disputeStates, type DisputeState } from '@hakiki/contract/dispute-values';
import type { AdminDispute } from '@hakiki/contract/disputes-admin';
import { waitingTimes } from '@hakiki/contract/limits';
import { Link, useSearchParams } from 'react-router';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { prefetch, startQueries, useQuery } from '../../../lib/api/use-query.ts';
import { indicatorLabels } from '../../../lib/alerts/indicator-labels.ts';
import { disputeGroundLabels, formatDisputed } from '../../../lib/filings/dispute-labels.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { m } from '../../../paraglide/messages.js';
import { stateLabel } from '../parts/decision-labels.ts';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import { ShownCount } from '../parts/section.tsx';
import { AdminTable, type Column } from '../parts/table.tsx';
import { isOverdue } from '../parts/time-left.ts';
import type { Route } from './+types/disputes.ts';
import { DisputeDetail } from './detail.tsx';
import { DueTime } from './due-time.tsx';
import { disputesPath, disputesQuery, parseState } from './queries.ts';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/disputes', m.disputes_title, m.disputes_description);

export default function DisputesPage() {
  return (
    <AdminGate isForModerators>
      <Disputes />
    </AdminGate>
  );
}

const stateLabels: Record<DisputeState, () => string> = { open: m.appeals_open, decided: m.appeals_decided };
const emptyTexts: Record<DisputeState, () => string> = { open: m.disputes_none_open, decided: m.disputes_none_decided };

export function Disputes() {
  const [params] = useSearchParams();
  const state = parseState(params);
  const id = params.get('dispute');
  if (id) return <DisputeDetail key={id} id={id} backPath={disputesPath({ state })} />;
  const tabs = disputeStates.map((name) => ({
    name,
    label: stateLabels[name](),
    path: disputesPath({ state: name }),
  }));
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-xl font-bold">{m.disputes_title()}</h2>
        <p className="max-w-[68ch] text-sm text-muted">{m.disputes_lead({ hours: waitingTimes.disputeHours })}</p>
      </div>
      <Tabs id="disputes" label={m.disputes_views()} tabs={tabs} current={state}>
        <DisputeList key={state} state={state} />
      </Tabs>
    </div>
  );
}

function DisputeList({ state }: { state: DisputeState }) {
  const disputes = useQuery(disputesQuery(state));
  if (disputes.status === 'loading') return <Skeleton label={m.disputes_loading()} className="h-40" />;
  if (disputes.status === 'failed') return <QueryFailure message={m.disputes_failed()} query={disputes} />;
  const { items, total } = disputes.data;
  if (items.length === 0) return <p className="text-muted">{emptyTexts[state]()}</p>;
  const late = items.filter((dispute) => isOverdue(dispute)).length;
  return (
    <div className="flex flex-col gap-3">
      {late > 0 && (
        <p className="flex items-center gap-2 font-semibold text-flagged">
          <Icon name="warning" className="size-4" /> {m.disputes_overdue({ count: late })}
        </p>
      )}
      <ShownCount shown={items.length} total={total} />
      <AdminTable label={stateLabels[state]()} columns={createColumns(state)} rows={items} />
    </div>
  );
}

const createColumns = (state: DisputeState): Column<AdminDispute>[] => [
  {
    heading: m.disputes_column_what(),
    cell: ({ id, kind, value, reference }) => (
      <span className="flex min-w-0 flex-col py-1">
        <Link
          to={disputesPath({ state, dispute: id })}
          className="font-semibold text-brand wrap-anywhere underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {formatDisputed(kind, value)}
        </Link>
        <span className="text-muted">
          {indicatorLabels[kind]()}, {reference}
        </span>
      </span>
    ),
  },
  { heading: m.disputes_column_ground(), cell: ({ ground }) => disputeGroundLabels[ground]() },
  { heading: m.disputes_column_people(), cell: ({ joined }) => joined + 1 },
  { heading: m.appeals_column_received(), cell: ({ createdAt }) => formatDate(createdAt) },
  state === 'open'
    ? { heading: m.appeals_column_clock(), cell: (dispute) => <DueTime dispute={dispute} /> }
    : { heading: m.appeals_column_outcome(), cell: ({ status }) => stateLabel(status) },
];

import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import { Link } from 'react-router';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { TimestampDay } from '../../../components/timestamp.tsx';
import { alertTypeLabel } from '../../../lib/alerts/labels.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminTable, RowActions, rowButtonClass, NoWrap, type Column } from '../parts/table.tsx';
import { formatCountries } from './facts.tsx';
import type { AlertView } from './queries.ts';
import { casePath } from '../parts/links.tsx';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { stateLabel } from '../parts/decision-labels.ts';

const createFactColumns = (): Column<AdminAlert>[] => [
  {
    heading: m.admin_alerts_title(),
    cell: ({ title }) => <span className="font-semibold wrap-anywhere">{title}</span>,
  },
  { heading: m.admin_field_type(), cell: ({ alertType }) => <NoWrap>{alertTypeLabel(alertType)}</NoWrap> },
  {
    heading: m.admin_field_severity(),
    cell: ({ severity }) => (
      <NoWrap>
        <SeverityBadge severity={severity} />
      </NoWrap>
    ),
  },
  { heading: m.admin_alerts_countries(), cell: formatCountries },
  {
    heading: m.admin_field_date(),
    cell: ({ createdAt }) => (
      <NoWrap>
        <TimestampDay at={createdAt} />
      </NoWrap>
    ),
  },
];

const createStatusColumn = (): Column<AdminAlert> => ({
  heading: m.admin_field_status(),
  cell: (alert) => <NoWrap>{stateLabel(alert.status)}</NoWrap>,
});

const createActionsColumn = (): Column<AdminAlert> => ({
  heading: m.admin_field_actions(),
  cell: (alert) => <Actions alert={alert} />,
  isActions: true,
  className: 'md:w-36',
});

const columnsByView: Record<Exclude<AlertView, 'pending'>, () => Column<AdminAlert>[]> = {
  approved: () => [...createFactColumns(), createActionsColumn()],
  rejected: createFactColumns,
  all: () => [...createFactColumns(), createStatusColumn(), createActionsColumn()],
};

/** Rejected alerts are dimmed, and only the list of all offers to change them. */
export function AlertTable({ view, alerts }: { view: keyof typeof columnsByView; alerts: AdminAlert[] }) {
  return (
    <AdminTable
      label={m.admin_tab_alerts()}
      columns={columnsByView[view]()}
      rows={alerts}
      isDimmed={(alert) => alert.status === 'rejected'}
    />
  );
}

function Actions({ alert: { id, title, caseId } }: { alert: AdminAlert }) {
  const dialogLinks = [
    [m.admin_act_edit(), { edit: id }],
    [m.admin_act_view(), { view: id }],
  ] as const;
  return (
    <RowActions>
      {dialogLinks.map(([label, urlChanges]) => (
        <DialogOpener key={label} urlChanges={urlChanges} className={rowButtonClass()}>
          {label} <span className="sr-only">{title}</span>
        </DialogOpener>
      ))}
      {caseId && (
        <Link to={casePath(caseId)} className={rowButtonClass()}>
          {m.console_link_case()} <span className="sr-only">{title}</span>
        </Link>
      )}
    </RowActions>
  );
}

import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import { Link } from 'react-router';
import { SeverityBadge } from '../../../components/alerts/severity.tsx';
import { Moment } from '../../../components/moment.tsx';
import { alertTypeLabel } from '../../../lib/alerts/words.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminTable, RowActions, rowButtonClass, Whole, type Column } from '../parts/table.tsx';
import { countriesOf } from './facts.tsx';
import type { AlertView } from './reads.ts';
import { casePath } from '../parts/links.tsx';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { stateLabel } from '../parts/decision-words.ts';

const facts = (): Column<AdminAlert>[] => [
  {
    heading: m.admin_alerts_title(),
    cell: ({ title }) => <span className="font-semibold wrap-anywhere">{title}</span>,
  },
  { heading: m.admin_field_type(), cell: ({ alertType }) => <Whole>{alertTypeLabel(alertType)}</Whole> },
  {
    heading: m.admin_field_severity(),
    cell: ({ severity }) => (
      <Whole>
        <SeverityBadge severity={severity} />
      </Whole>
    ),
  },
  { heading: m.admin_alerts_countries(), cell: countriesOf },
  {
    heading: m.admin_field_date(),
    cell: ({ createdAt }) => (
      <Whole>
        <Moment at={createdAt} />
      </Whole>
    ),
  },
];

const status = (): Column<AdminAlert> => ({
  heading: m.admin_field_status(),
  cell: (alert) => <Whole>{stateLabel(alert.status)}</Whole>,
});

const actions = (): Column<AdminAlert> => ({
  heading: m.admin_field_actions(),
  cell: (alert) => <Actions alert={alert} />,
  isActions: true,
  className: 'md:w-36',
});

const columnsOf: Record<Exclude<AlertView, 'pending'>, () => Column<AdminAlert>[]> = {
  approved: () => [...facts(), actions()],
  rejected: facts,
  all: () => [...facts(), status(), actions()],
};

/** Rejected alerts are dimmed, and only the list of all offers to change them. */
export function AlertTable({ view, alerts }: { view: keyof typeof columnsOf; alerts: AdminAlert[] }) {
  return (
    <AdminTable
      label={m.admin_tab_alerts()}
      columns={columnsOf[view]()}
      rows={alerts}
      isDimmed={(alert) => alert.status === 'rejected'}
    />
  );
}

function Actions({ alert: { id, title, caseId } }: { alert: AdminAlert }) {
  const choices = [
    [m.admin_act_edit(), { edit: id }],
    [m.admin_act_view(), { view: id }],
  ] as const;
  return (
    <RowActions>
      {choices.map(([label, opened]) => (
        <DialogOpener key={label} opens={opened} className={rowButtonClass()}>
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

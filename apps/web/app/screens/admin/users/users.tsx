import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { staffRoles } from '@hakiki/contract/admin-values';
import { isContractPlan, tiers, userTypes } from '@hakiki/contract/entitlements';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { QueryFailure } from '../../../components/query-failure.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminEmpty } from '../parts/empty.tsx';
import { AdminPagination } from '../parts/pagination.tsx';
import { TableSkeleton } from '../parts/table.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { useConsoleUrl } from '../parts/console-url.ts';
import { planLabel, userTypeLabel } from '../parts/decision-labels.ts';
import { ExportButton } from '../parts/export-button.tsx';
import { Differences } from './differences.tsx';
import { PlanDialog, UserDialog } from './dialogs.tsx';
import { Invoices } from './invoices.tsx';
import { Payments } from './payments.tsx';
import { Refunds } from './refunds.tsx';
import { ReferralChecks } from './referral-checks.tsx';
import { toUserFilter, usersQuery } from './queries.ts';
import { UsersTable } from './table.tsx';
import { RoleDialog } from './role.tsx';
import { roleLabel } from './labels.ts';
import { needsConfirmation, useTierChange, type TierChange } from './tier.ts';

export function UsersTab() {
  const { params } = useConsoleUrl();
  return (
    <>
      <AdminToolbar
        searchLabel={m.users_search()}
        filters={[
          {
            name: 'userType',
            label: m.users_filter_type(),
            options: userTypes.map((value) => ({ value, label: userTypeLabel(value) })),
          },
          {
            name: 'tier',
            label: m.users_filter_plan(),
            options: tiers.map((value) => ({ value, label: planLabel(value) })),
          },
          {
            name: 'role',
            label: m.users_column_role(),
            options: staffRoles.map((value) => ({ value, label: roleLabel(value) })),
          },
        ]}
      >
        <ExportButton list="users" query={toUserFilter(params)} />
      </AdminToolbar>
      <UserList />
      <Payments />
      <Refunds />
      <ReferralChecks />
      <Differences />
      <Invoices />
    </>
  );
}

function UserList() {
  const { params } = useConsoleUrl();
  const users = useQuery(usersQuery(params));
  if (users.status === 'loading') return <TableSkeleton label={m.users_loading()} />;
  if (users.status === 'failed') return <QueryFailure message={m.users_failed()} query={users} />;
  const { items, total } = users.data;
  if (items.length === 0) return <AdminEmpty total={total} title={m.users_none()} hint={m.users_none_hint()} />;
  return (
    <>
      <Users users={items} />
      <AdminPagination total={total} formatRange={m.users_showing} />
    </>
  );
}

/**
 * One click changes a plan, unless it ends a contract plan or gives one: then a dialog asks first, and for the last
 * day.
 */
function Users({ users }: { users: readonly AdminUser[] }) {
  const { params, withChanges } = useConsoleUrl();
  const navigate = useNavigate();
  const [confirmedChange, setConfirmedChange] = useState<TierChange>();
  const [roleUser, setRoleUser] = useState<AdminUser>();
  const { change, isRunning } = useTierChange();
  const openUser = users.find(({ id }) => id === params.get('open'));
  const choose = (chosen: TierChange) => {
    if (isContractPlan(chosen.tier) || needsConfirmation(chosen.user.subscriptionTier, chosen.tier))
      setConfirmedChange(chosen);
    else void change(chosen);
  };
  return (
    <>
      <UsersTable users={users} isBusy={isRunning} onChoose={choose} onRole={setRoleUser} />
      {confirmedChange && (
        <PlanDialog
          change={confirmedChange}
          isSaving={isRunning}
          onClose={() => setConfirmedChange(undefined)}
          onConfirm={async (given) => {
            if (await change({ ...confirmedChange, ...given })) setConfirmedChange(undefined);
          }}
        />
      )}
      {roleUser && <RoleDialog user={roleUser} onClose={() => setRoleUser(undefined)} />}
      {openUser && (
        <UserDialog
          user={openUser}
          onClose={() => void navigate(withChanges({ open: undefined }), { preventScrollReset: true })}
        />
      )}
    </>
  );
}

import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { staffRoles } from '@hakiki/contract/admin-values';
import { isContractPlan, tiers, userTypes } from '@hakiki/contract/entitlements';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toOptions } from '../../../lib/forms/options.ts';
import { m } from '../../../paraglide/messages.js';
import { ConsoleList } from '../parts/console-list.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { useConsoleUrl } from '../parts/console-url.ts';
import { planLabel, userTypeLabel } from '../parts/decision-labels.ts';
import { ExportButton } from '../parts/export-button.tsx';
import { Differences } from './differences.tsx';
import { PlanDialog, UserDialog } from './dialogs.tsx';
import { Invoices } from './invoices.tsx';
import { Payments, Refunds } from './payments.tsx';
import { ReferralChecks } from './referral-checks.tsx';
import { parseUsersList, toUserFilter, usersQuery } from './queries.ts';
import { UsersTable } from './table.tsx';
import { RoleDialog } from './role.tsx';
import { roleLabel } from './labels.ts';
import { needsConfirmation, useTierChange, type TierChange } from './tier.ts';

const lists = {
  payments: Payments,
  refunds: Refunds,
  invoices: Invoices,
  differences: Differences,
  referrals: ReferralChecks,
};

export function UsersTab() {
  const { params } = useConsoleUrl();
  const list = parseUsersList(params);
  const List = list ? lists[list] : UserList;
  return <List />;
}

function UserList() {
  const { params } = useConsoleUrl();
  return (
    <>
      <AdminToolbar
        searchLabel={m.users_search()}
        filters={[
          { name: 'userType', label: m.users_filter_type(), options: toOptions(userTypes, userTypeLabel) },
          { name: 'tier', label: m.users_filter_plan(), options: toOptions(tiers, planLabel) },
          { name: 'role', label: m.users_column_role(), options: toOptions(staffRoles, roleLabel) },
        ]}
      >
        <ExportButton list="users" query={toUserFilter(params)} />
      </AdminToolbar>
      <ConsoleList
        query={usersQuery(params)}
        texts={{
          loading: m.users_loading(),
          failed: m.users_failed(),
          showing: m.users_showing,
          noMatch: m.users_none(),
          noMatchHint: m.users_none_hint(),
        }}
      >
        {(users) => <Users users={users} />}
      </ConsoleList>
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

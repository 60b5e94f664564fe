import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { staffRoles } from '@hakiki/contract/admin-values';
import { isByContract, tiers, userTypes } from '@hakiki/contract/entitlements';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminEmpty } from '../parts/empty.tsx';
import { AdminPagination } from '../parts/pagination.tsx';
import { TableSkeleton } from '../parts/table.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { useConsoleAddress } from '../parts/address.ts';
import { planLabel, userTypeLabel } from '../parts/decision-words.ts';
import { ExportButton } from '../parts/export-button.tsx';
import { Differences } from './differences.tsx';
import { ContractDialog, EndPlanDialog, UserDialog } from './dialogs.tsx';
import { Invoices } from './invoices.tsx';
import { Payments } from './payments.tsx';
import { Refunds } from './refunds.tsx';
import { ReferralLooks } from './referral-looks.tsx';
import { userFilter, usersRead } from './reads.ts';
import { UsersTable } from './table.tsx';
import { RoleDialog } from './role.tsx';
import { roleLabel } from './words.ts';
import { needsConfirmation, useTierChange, type TierChange } from './tier.ts';

export function UsersTab() {
  const { params } = useConsoleAddress();
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
        <ExportButton list="users" query={userFilter(params)} />
      </AdminToolbar>
      <UserList />
      <Payments />
      <Refunds />
      <ReferralLooks />
      <Differences />
      <Invoices />
    </>
  );
}

function UserList() {
  const { params } = useConsoleAddress();
  const users = useRead(usersRead(params));
  if (users.status === 'loading') return <TableSkeleton label={m.users_loading()} />;
  if (users.status === 'failed') return <ReadFailure sentence={m.users_failed()} read={users} />;
  const { items, total } = users.data;
  if (items.length === 0) return <AdminEmpty total={total} title={m.users_none()} hint={m.users_none_hint()} />;
  return (
    <>
      <Users users={items} />
      <AdminPagination total={total} showing={m.users_showing} />
    </>
  );
}

/**
 * One click changes a plan, unless it ends a contract plan or gives one: then a dialog asks first, and for the last
 * day.
 */
function Users({ users }: { users: readonly AdminUser[] }) {
  const { params, withChanges } = useConsoleAddress();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<TierChange>();
  const [appointed, setAppointed] = useState<AdminUser>();
  const { change, isRunning } = useTierChange();
  const opened = users.find(({ id }) => id === params.get('open'));
  const choose = (chosen: TierChange) => {
    if (isByContract(chosen.tier) || needsConfirmation(chosen.user.subscriptionTier, chosen.tier)) setAsked(chosen);
    else void change(chosen);
  };
  return (
    <>
      <UsersTable users={users} isBusy={isRunning} onChoose={choose} onRole={setAppointed} />
      {asked && isByContract(asked.tier) && (
        <ContractDialog
          change={asked}
          isSaving={isRunning}
          onClose={() => setAsked(undefined)}
          onConfirm={async (given) => {
            if (await change({ ...asked, ...given })) setAsked(undefined);
          }}
        />
      )}
      {asked && !isByContract(asked.tier) && (
        <EndPlanDialog
          change={asked}
          isSaving={isRunning}
          onClose={() => setAsked(undefined)}
          onConfirm={async (reason) => {
            if (await change({ ...asked, reason })) setAsked(undefined);
          }}
        />
      )}
      {appointed && <RoleDialog user={appointed} onClose={() => setAppointed(undefined)} />}
      {opened && (
        <UserDialog
          user={opened}
          onClose={() => void navigate(withChanges({ open: undefined }), { preventScrollReset: true })}
        />
      )}
    </>
  );
}

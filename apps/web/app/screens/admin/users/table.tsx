import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { isContractPlan, tiers, type Tier } from '@hakiki/contract/entitlements';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../components/ui/icon.tsx';
import { formatDate } from '../../../lib/language/format.ts';
import { getStaffRole } from '../parts/staff-role.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminTable, RowActions, rowButtonClass, type Column } from '../parts/table.tsx';
import { useConsoleUrl } from '../parts/console-url.ts';
import { planLabel, userTypeLabel } from '../parts/decision-labels.ts';
import { canChangeRole, RoleBadge } from './role.tsx';
import { toggleTier, type TierChange } from './tier.ts';
import { getFullName, subscriptionLabel } from './labels.ts';

interface Props {
  users: readonly AdminUser[];
  isBusy: boolean;
  onChoose: (change: TierChange) => void;
  onRole: (user: AdminUser) => void;
}

type RowHandlers = Omit<Props, 'users'>;

export const UsersTable = ({ users, ...forRows }: Props) => (
  <AdminTable label={m.users_label()} columns={createColumns(forRows)} rows={users} />
);

const createColumns = (rowHandlers: RowHandlers): Column<AdminUser>[] => [
  { heading: m.users_column_user(), cell: (user) => <UserName user={user} /> },
  { heading: m.users_column_type(), cell: ({ userType }) => userTypeLabel(userType) },
  { heading: m.users_column_tier(), cell: (user) => <TierMenu user={user} {...rowHandlers} /> },
  { heading: m.users_column_status(), cell: (user) => <Subscription user={user} /> },
  { heading: m.users_column_role(), cell: (user) => getStaffRole(user) && <RoleBadge user={user} /> },
  { heading: m.users_column_joined(), cell: ({ createdAt }) => formatDate(createdAt) },
  { heading: m.users_column_actions(), cell: (user) => <Actions user={user} {...rowHandlers} />, isActions: true },
];

function UserName({ user }: { user: AdminUser }) {
  const { withChanges } = useConsoleUrl();
  const name = getFullName(user);
  return (
    <div className="flex min-w-0 flex-col wrap-anywhere">
      <Link
        to={withChanges({ open: user.id })}
        preventScrollReset
        className="inline-flex font-semibold underline-offset-2 hover:underline max-md:min-h-11 max-md:items-center"
      >
        {name ?? user.email}
      </Link>
      {name && <span className="text-muted">{user.email}</span>}
    </div>
  );
}

/** Green while active, red for a plan in trouble; a free account never had one. Below it the last day of the plan. */
function Subscription({ user }: { user: AdminUser }) {
  const { subscriptionStatus, subscriptionTier, subscriptionEndsAt } = user;
  const isActive = subscriptionStatus === 'active';
  const isFree = subscriptionTier === 'free' && subscriptionStatus === 'inactive';
  const colour = isFree ? 'text-muted' : isActive ? 'text-verified' : 'text-flagged';
  return (
    <div className="flex flex-col max-md:ms-auto max-md:items-end">
      <span data-subscription={subscriptionStatus} className={`inline-flex items-center gap-1 font-semibold ${colour}`}>
        {!isFree && <Icon name={isActive ? 'check-circle' : 'ban'} className="size-4" />}
        {subscriptionLabel(user)}
      </span>
      {subscriptionTier !== 'free' && subscriptionEndsAt && (
        <span className="text-sm text-muted">{m.users_until({ date: formatDate(subscriptionEndsAt) })}</span>
      )}
    </div>
  );
}

type RowProps = RowHandlers & { user: AdminUser };

function Actions({ user, isBusy, onChoose, onRole }: RowProps) {
  const tier = toggleTier(user.subscriptionTier);
  const name = getFullName(user) ?? user.email;
  const isUpgrade = tier === 'premium';
  return (
    <RowActions>
      {canChangeRole(user) && (
        <button type="button" onClick={() => onRole(user)} className={rowButtonClass()}>
          {user.isModerator ? m.users_role_take() : m.users_role_give()} <span className="sr-only">{name}</span>
        </button>
      )}
      <button
        type="button"
        disabled={isBusy}
        title={isUpgrade ? m.users_upgrade_label({ name }) : m.users_downgrade_label({ name })}
        onClick={() => onChoose({ user, tier })}
        className={rowButtonClass()}
      >
        {isUpgrade ? m.users_upgrade() : m.users_downgrade()}
      </button>
    </RowActions>
  );
}

/** The four plans, in a menu in the cell. */
function TierMenu({ user, isBusy, onChoose }: RowProps) {
  const name = getFullName(user) ?? user.email;
  const choose = (event: MouseEvent, tier: Tier) => {
    closeMenu(event.currentTarget);
    // A contract plan can be chosen again, to change its end.
    if (tier !== user.subscriptionTier || isContractPlan(tier)) onChoose({ user, tier });
  };
  return (
    <details className="relative" onKeyDown={closeMenuOnEscape} onBlur={closeMenuOnBlur}>
      <summary
        aria-label={m.users_tier_menu({ tier: planLabel(user.subscriptionTier), name })}
        className={`${rowButtonClass()} cursor-pointer list-none`}
      >
        {planLabel(user.subscriptionTier)}
        <Icon name="chevron-right" className="size-3 rotate-90" />
      </summary>
      <ul className="absolute end-0 z-20 mt-1 flex w-40 flex-col rounded-control border border-line-strong bg-surface p-1 md:start-0">
        {tiers.map((tier) => (
          <li key={tier}>
            <button
              type="button"
              disabled={isBusy}
              aria-pressed={tier === user.subscriptionTier}
              onClick={(event) => choose(event, tier)}
              className="flex min-h-11 w-full items-center justify-between gap-2 rounded-control px-3 text-start hover:bg-brand-soft aria-pressed:font-semibold"
            >
              {planLabel(tier)}
              {tier === user.subscriptionTier && <Icon name="check-circle" className="size-4" />}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function closeMenu(within: Element) {
  const menu = within.closest('details');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
}

function closeMenuOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key === 'Escape') closeMenu(event.currentTarget);
}

function closeMenuOnBlur({ currentTarget, relatedTarget }: { currentTarget: Element; relatedTarget: Element | null }) {
  if (!currentTarget.contains(relatedTarget)) currentTarget.removeAttribute('open');
}

/** Gives and removes the moderator role from the list of users. */
import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { Icon } from '../../../components/ui/icon.tsx';
import { getStaffRole } from '../parts/staff-role.ts';
import { m } from '../../../paraglide/messages.js';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { setUserRole } from './queries.ts';
import { getFullName, roleLabel } from './labels.ts';

/** Only the operator appoints administrators, and a moderator needs a verified email address. */
export const canChangeRole = ({ isAdmin, isModerator, emailVerified }: AdminUser): boolean =>
  !isAdmin && (isModerator || emailVerified);

export function RoleBadge({ user }: { user: AdminUser }) {
  const role = getStaffRole(user);
  if (!role) return null;
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-brand-soft px-2 py-0.5 font-semibold whitespace-nowrap text-brand">
      <Icon name={role === 'admin' ? 'shield' : 'check-circle'} className="size-4" />
      {roleLabel(role)}
    </span>
  );
}

export function RoleDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const name = getFullName(user) ?? user.email;
  const isModerator = !user.isModerator;
  return (
    <ReasonDialog
      title={isModerator ? m.users_role_give_title({ name }) : m.users_role_take_title({ name })}
      saveLabel={isModerator ? m.users_role_give() : m.users_role_take()}
      label={m.users_role_reason()}
      hint={m.users_role_reason_hint()}
      mutation={setUserRole}
      getInput={(reason) => ({ params: { userId: user.id }, body: { isModerator, reason } })}
      success={() => ({ title: isModerator ? m.users_role_given() : m.users_role_taken() })}
      onClose={onClose}
    >
      <p>{isModerator ? m.users_role_give_text() : m.users_role_take_text()}</p>
    </ReasonDialog>
  );
}

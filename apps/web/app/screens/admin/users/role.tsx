/** Gives and removes the moderator role from the list of users. */
import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { textLimits } from '@hakiki/contract/limits';
import { useRef, useState } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { TextAreaField } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { getStaffRole } from '../parts/staff-role.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
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
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const { run, isRunning } = useMutation(setUserRole, {
    success: () => ({ title: isModerator ? m.users_role_given() : m.users_role_taken() }),
    failure: changeFailure,
  });
  const save = async (reason: string) => {
    if (!reason) {
      setError(m.admin_refused_reason_required());
      field.current?.focus();
      return;
    }
    if (await run({ params: { userId: user.id }, body: { isModerator, reason } })) onClose();
  };
  return (
    <AdminDialog
      title={isModerator ? m.users_role_give_title({ name }) : m.users_role_take_title({ name })}
      onClose={onClose}
    >
      <p>{isModerator ? m.users_role_give_text() : m.users_role_take_text()}</p>
      <DialogForm
        isSaving={isRunning}
        saveLabel={isModerator ? m.users_role_give() : m.users_role_take()}
        onSubmit={(values) => void save(values['reason']?.trim() ?? '')}
      >
        <TextAreaField
          id="role-reason"
          name="reason"
          ref={field}
          label={m.users_role_reason()}
          hint={m.users_role_reason_hint()}
          rows={3}
          error={error}
          note={<LengthNote id="role-reason" max={textLimits.text} />}
        />
      </DialogForm>
    </AdminDialog>
  );
}

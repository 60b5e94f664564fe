/** The members of the business. An owner invites, changes roles and removes; every other member can only leave. */
import type { BusinessMembers, Colleague, Invitation } from '@hakiki/contract/business-members';
import { type BusinessRole, businessRoles } from '@hakiki/contract/business-values';
import type { ReactNode } from 'react';
import { FormSelect, PostForm, SubmitButton, FormEmail } from '../../components/forms/form.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { SelectField } from '../../components/ui/field.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { toOptions } from '../../lib/forms/options.ts';
import type { Form } from '../../lib/forms/forms.ts';
import { type FormState, useForm } from '../../lib/forms/use-form.ts';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { inviteForm, membersQuery, removeForm, roleForm, withdrawForm } from './colleague-forms.ts';

const roleLabels: Record<BusinessRole, () => string> = {
  viewer: m.colleagues_role_viewer,
  editor: m.colleagues_role_editor,
  owner: m.colleagues_role_owner,
};
const listRoleOptions = () => toOptions(businessRoles, (value) => roleLabels[value]());

export function Colleagues() {
  const members = useQuery(membersQuery);
  return (
    <section id="colleagues" aria-labelledby="colleagues-title" className="flex flex-col gap-4">
      <h3 id="colleagues-title" className="title-section">
        {m.colleagues_title()}
      </h3>
      <p className="max-w-[68ch] text-muted">{m.colleagues_lead()}</p>
      {members.status === 'loading' && <Skeleton label={m.colleagues_loading()} className="h-24" />}
      {members.status === 'failed' && <QueryFailure message={m.colleagues_failed()} query={members} />}
      {members.status === 'ready' && <MemberList team={members.data} />}
    </section>
  );
}

function MemberList({ team: { members, invitations } }: { team: BusinessMembers }) {
  const isOwner = members.some(({ isYou, role }) => isYou && role === 'owner');
  if (members.length === 0) return <p>{m.colleagues_none()}</p>;
  return (
    <>
      <ul className="flex flex-col gap-3">
        {members.map((member) => (
          <li key={member.userId} className="rounded-card border border-line bg-surface p-4">
            <MemberItem member={member} isOwner={isOwner} />
          </li>
        ))}
        {invitations.map((invitation) => (
          <li key={invitation.id} className="rounded-card border border-dashed border-line-strong bg-surface p-4">
            <InvitationItem invitation={invitation} />
          </li>
        ))}
      </ul>
      {isOwner && <InviteForm />}
    </>
  );
}

const PersonLine = ({ name, email, children }: { name: string; email: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
    <p className="min-w-0 wrap-anywhere">
      {name && <strong className="block">{name}</strong>}
      <span className={name ? 'text-muted' : 'font-semibold'}>{email}</span>
    </p>
    <p>{children}</p>
  </div>
);

const CollapsedForm = ({ label, about, children }: { label: string; about?: string; children: ReactNode }) => (
  <details className="mt-2">
    <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
      {label}
      {about && <span className="sr-only">: {about}</span>}
    </summary>
    <div className="flex flex-col gap-4 pt-2">{children}</div>
  </details>
);

function MemberItem({ member, isOwner }: { member: Colleague; isOwner: boolean }) {
  const { userId, name, email, role, isYou } = member;
  const displayName = name || email;
  return (
    <>
      <PersonLine name={name} email={email}>
        <strong>{roleLabels[role]()}</strong>{' '}
        <span className="text-muted">
          {isYou ? m.colleagues_you() : m.colleagues_since({ date: formatDate(member.since) })}
        </span>
      </PersonLine>
      {isOwner && !isYou && (
        <CollapsedForm label={m.colleagues_change()} about={displayName}>
          <RoleForm member={member} />
          <RowForm
            form={removeForm}
            id={userId}
            label={m.colleagues_remove_label({ name: displayName })}
            done={m.colleagues_removed}
          >
            <p className="max-w-[68ch]">{m.colleagues_remove_text()}</p>
            <SubmitButton variant="danger" className="self-start">
              {m.colleagues_remove()}
            </SubmitButton>
          </RowForm>
        </CollapsedForm>
      )}
      {isYou && (
        <CollapsedForm label={m.colleagues_leave()}>
          <RowForm form={removeForm} id={userId} label={m.colleagues_leave()} done={m.colleagues_left}>
            <p className="max-w-[68ch]">{m.colleagues_leave_text()}</p>
            <SubmitButton variant="danger" className="self-start">
              {m.colleagues_leave_now()}
            </SubmitButton>
          </RowForm>
        </CollapsedForm>
      )}
    </>
  );
}

function InvitationItem({ invitation: { id, email, role, expiresAt } }: { invitation: Invitation }) {
  return (
    <>
      <PersonLine name="" email={email}>
        <strong>{roleLabels[role]()}</strong>{' '}
        <span className="text-muted">{m.colleagues_invited({ date: formatDate(expiresAt) })}</span>
      </PersonLine>
      <RowForm form={withdrawForm} id={id} label={m.colleagues_withdraw_label({ email })} done={m.colleagues_withdrawn}>
        <SubmitButton variant="secondary" className="mt-2 self-start">
          {m.colleagues_withdraw()}
          <span className="sr-only">: {email}</span>
        </SubmitButton>
      </RowForm>
    </>
  );
}

/** The rows share one form definition, so an error is shown only at the row whose id was sent. */
const withRowErrors = (state: FormState, id: string): FormState =>
  state.refusal?.typed['id'] === id ? state : { ...state, refusal: undefined, typed: undefined };

interface RowFormProps {
  form: Form<unknown>;
  id: string;
  label: string;
  done: () => string;
  children: ReactNode;
}

function RowForm({ form, id, label, done, children }: RowFormProps) {
  const state = useForm(form, { onDone: () => void showToast({ title: done() }) });
  return (
    <PostForm state={withRowErrors(state, id)} label={label}>
      <input type="hidden" name="id" value={id} />
      {children}
    </PostForm>
  );
}

const RoleForm = ({ member: { userId, name, email, role } }: { member: Colleague }) => (
  <RowForm
    form={roleForm}
    id={userId}
    label={m.colleagues_role_label({ name: name || email })}
    done={m.colleagues_role_changed}
  >
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-48">
        <SelectField
          id={`role-of-${userId}`}
          name="role"
          label={m.colleagues_role()}
          options={listRoleOptions()}
          defaultValue={role}
        />
      </div>
      <SubmitButton variant="secondary">{m.colleagues_role_save()}</SubmitButton>
    </div>
  </RowForm>
);

function InviteForm() {
  const state = useForm(inviteForm, {
    onDone({ values }, element) {
      showToast({ title: m.colleagues_sent(), description: m.colleagues_sent_text({ email: values['email'] ?? '' }) });
      element?.reset();
    },
  });
  return (
    <div className="max-w-2xl">
      <h4 className="mb-3 font-semibold">{m.colleagues_invite_title()}</h4>
      <PostForm state={state} label={m.colleagues_invite_title()}>
        <FormEmail name="email" autoComplete="off" label={m.colleagues_email()} hint={m.colleagues_email_hint()} />
        <FormSelect
          name="role"
          label={m.colleagues_role()}
          hint={m.colleagues_role_hint()}
          options={listRoleOptions()}
          defaultValue="editor"
        />
        <SubmitButton className="md:self-start">{m.colleagues_invite()}</SubmitButton>
      </PostForm>
    </div>
  );
}

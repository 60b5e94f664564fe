/** The names that staff protect from look-alikes. Administrators add and remove them. */
import type { ProtectedName } from '@hakiki/contract/lookalikes-admin';
import { listLimits } from '@hakiki/contract/limits';
import type { FormEvent } from 'react';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextField } from '../../../components/ui/field.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { toValues } from '../../../lib/forms/values.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { NewTabLink } from '../parts/links.tsx';
import { AdminSection } from '../parts/section.tsx';
import { useStaffRole } from '../parts/staff-role.ts';
import { addName, protectedNamesQuery, removeName } from './queries.ts';

const failure = { title: m.contacts_write_failed, fallback: m.contacts_write_failed_text };

export function ProtectedNames() {
  const names = useQuery(protectedNamesQuery);
  const isAdmin = useStaffRole() === 'admin';
  return (
    <AdminSection title={m.lookalikes_names()}>
      <p className="max-w-[68ch] text-sm text-muted">{m.lookalikes_names_lead()}</p>
      {names.status === 'loading' && <Skeleton label={m.lookalikes_names()} className="h-24" />}
      {names.status === 'failed' && <QueryFailure message={m.lookalikes_names_failed()} query={names} />}
      {names.status === 'ready' && names.data.length === 0 && <p className="text-muted">{m.lookalikes_names_none()}</p>}
      {names.status === 'ready' && (
        <ul className="grid gap-3 lg:grid-cols-2">
          {names.data.map((name) => (
            <li key={name.id} className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4">
              <Name name={name} isAdmin={isAdmin} />
            </li>
          ))}
        </ul>
      )}
      {isAdmin && <AddForm />}
    </AdminSection>
  );
}

const Name = ({ name, isAdmin }: { name: ProtectedName; isAdmin: boolean }) => (
  <>
    <h4 className="font-semibold wrap-anywhere">{[name.name, ...name.otherNames].join(', ')}</h4>
    <p className="wrap-anywhere">{name.officialHosts.join(', ')}</p>
    <p className="text-sm text-muted">{[name.addedBy, formatDate(name.createdAt)].filter(Boolean).join(', ')}</p>
    <p>
      <NewTabLink href={name.sourceUrl}>{m.lookalikes_names_source()}</NewTabLink>
    </p>
    {isAdmin && (
      <MutationButton
        mutation={removeName}
        getInput={() => ({ params: { id: name.id } })}
        success={() => ({ title: m.lookalikes_names_removed({ name: name.name }) })}
        failure={failure}
        className={buttonClass('danger', 'self-start')}
      >
        {m.lookalikes_names_remove({ name: name.name })}
      </MutationButton>
    )}
  </>
);

const splitList = (text = ''): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

function AddForm() {
  const { run, isRunning } = useMutation(addName, {
    success: ({ name }) => ({ title: m.lookalikes_names_added({ name }) }),
    failure,
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { name = '', otherNames, officialHosts, sourceUrl = '' } = toValues(new FormData(form));
    if (isRunning) return;
    const body = { name, otherNames: splitList(otherNames), officialHosts: splitList(officialHosts), sourceUrl };
    if (await run({ body })) form.reset();
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      aria-label={m.lookalikes_names_add()}
      className="flex max-w-[44rem] flex-col gap-3"
    >
      <h4 className="font-semibold">{m.lookalikes_names_add()}</h4>
      <TextField id="protected-name" name="name" label={m.lookalikes_field_name()} required />
      <TextField
        id="protected-others"
        name="otherNames"
        label={m.lookalikes_field_others()}
        hint={m.lookalikes_field_commas({ max: listLimits.protectedOtherNames })}
      />
      <TextField
        id="protected-hosts"
        name="officialHosts"
        label={m.lookalikes_field_hosts()}
        hint={m.lookalikes_field_commas({ max: listLimits.officialHosts })}
        required
      />
      <TextField
        id="protected-source"
        name="sourceUrl"
        type="url"
        label={m.lookalikes_names_source()}
        hint={m.lookalikes_field_source_hint()}
        required
      />
      <button type="submit" aria-disabled={isRunning} className={buttonClass('primary', 'self-start')}>
        {m.lookalikes_names_add()}
      </button>
    </form>
  );
}

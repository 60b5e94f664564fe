/** The form with every fact of a provider's page. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import { useState, type SyntheticEvent } from 'react';
import { useBeforeUnload } from 'react-router';
import { PostForm, SubmitButton } from '../../../components/forms/form.tsx';
import { showToast } from '../../../lib/browser/toast.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { m } from '../../../paraglide/messages.js';
import { pickChangedValues } from '../parts/changed-values.ts';
import { ReasonAndEvidence, useFormValues } from '../parts/second-person-note.tsx';
import { useOutcomeToast } from '../parts/undo.ts';
import { FactFields, ListingFields } from './listing-fields.tsx';
import { createEditListingForm, findWeakenedByListing, toListingValues } from './listing-form.ts';
import { updateProvider } from './queries.ts';

/** Starts again with the stored values after saving. */
export function ListingSection({ provider }: { provider: AdminProvider }) {
  const [saveCount, setSaveCount] = useState(0);
  return <ListingForm key={saveCount} provider={provider} onSaved={() => setSaveCount(saveCount + 1)} />;
}

function ListingForm({ provider, onSaved }: { provider: AdminProvider; onSaved: () => void }) {
  const outcomeToast = useOutcomeToast(updateProvider);
  const { typed, onInput } = useFormValues();
  // After the fields have reacted: a select would lose its choice, and the values of a picker are rendered later.
  const readLater = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    setTimeout(() => onInput({ currentTarget }));
  };
  const state = useForm(createEditListingForm(provider), {
    onDone({ reply }) {
      showToast(outcomeToast(reply, { title: m.providers_admin_updated() }));
      onSaved();
    },
  });
  const weakened = findWeakenedByListing(provider, typed);
  const isChanged = typed !== undefined && Object.keys(pickChangedValues(typed, toListingValues(provider))).length > 0;
  useBeforeUnload((event) => {
    if (isChanged) event.preventDefault();
  });
  return (
    <PostForm state={state} label={m.provider_editor_listing()}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- notices what the buttons inside have changed */}
      <div onInput={readLater} onClick={readLater} className="flex max-w-3xl flex-col gap-5">
        <ListingFields provider={provider} />
        <FactFields provider={provider} />
        <ReasonAndEvidence weakened={weakened} isReasonRequired={weakened.length > 0} />
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3">
        <SubmitButton busyLabel={m.admin_saving()}>{m.admin_save()}</SubmitButton>
        {isChanged && <p className="text-sm text-muted">{m.provider_editor_unsaved()}</p>}
      </div>
    </PostForm>
  );
}

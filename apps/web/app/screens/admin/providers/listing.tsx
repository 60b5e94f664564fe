/** The facts of a provider: added by hand, or corrected. The verdict has its own dialog. */
import {
  createProvider as createCall,
  updateProvider as updateCall,
  type AdminProvider,
} from '@hakiki/contract/directory-admin';
import { providerTypes } from '@hakiki/contract/directory-values';
import { textLimits } from '@hakiki/contract/limits';
import type { ProviderStatement } from '@hakiki/contract/public-statements';
import { useState, type FocusEventHandler } from 'react';
import { Link } from 'react-router';
import { FormCheckbox } from '../../../components/forms/choices.tsx';
import { FormSelect, FormText, FormTextArea } from '../../../components/forms/form.tsx';
import { newKey } from '../../../lib/forms/draft.ts';
import { describeForm, type Values } from '../../../lib/forms/forms.ts';
import { providerTypeLabel } from '../../../lib/providers/words.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { underKey } from '../../../lib/api/writes.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { changedValues, ofChanges } from '../parts/changed-values.ts';
import { consolePath } from '../parts/address.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { createProvider, updateProvider } from './reads.ts';
import { foundProviders } from '../reports/reads.ts';
import { Grounds, useTyped } from '../parts/second-person-note.tsx';
import { providerStatement, weakenedFields } from '../parts/statements.ts';
import { useOutcomeToast } from '../parts/undo.ts';

export const addProviderForm = (key: string) =>
  describeForm({
    name: 'add-provider',
    write: underKey(createProvider, key),
    schema: {
      safeParse(given) {
        const { isAnother, ...listing } = given as Values;
        return createCall.body.safeParse({ ...listing, ...(isAnother && { isAnother: true }) });
      },
    },
    failure: changeFailure,
    next: () => consolePath('providers'),
  });

const added = ({ name }: AdminProvider) => ({ title: m.providers_admin_added(), description: name });

export function AddProvider({ onClose }: { onClose: () => void }) {
  const [key] = useState(newKey);
  const [name, setName] = useState('');
  return (
    <AdminDialog title={m.providers_admin_add_title()} onClose={onClose}>
      <p className="text-muted">{m.providers_admin_add_text()}</p>
      <EditForm
        form={addProviderForm(key)}
        saveLabel={m.providers_admin_add()}
        savingLabel={m.providers_admin_adding()}
        done={added}
      >
        <ListingFields onNamed={({ currentTarget }) => setName(currentTarget.value.trim())} />
        <KnownAlready name={name} />
      </EditForm>
    </AdminDialog>
  );
}

const FEWEST_LETTERS = 3;

/** Shown before adding: two pages about one provider would split its warnings. */
function KnownAlready({ name }: { name: string }) {
  const found = useRead(foundProviders(name), { enabled: name.length >= FEWEST_LETTERS });
  const known = found.status === 'ready' && name.length >= FEWEST_LETTERS ? found.data.items : [];
  return (
    <div role="status">
      {known.length > 0 && (
        <div className="flex flex-col gap-2 rounded-control bg-pending-soft px-3 py-2">
          <p className="font-semibold">{m.providers_admin_known()}</p>
          <ul className="list-disc ps-6 wrap-anywhere">
            {known.map((one) => (
              <li key={one.id}>
                <Link
                  to={consolePath('providers', { search: one.name })}
                  target="_blank"
                  className="text-brand underline"
                >
                  {one.name}
                  <span className="sr-only">{m.opens_new_tab()}</span>
                </Link>
              </li>
            ))}
          </ul>
          <FormCheckbox name="isAnother" label={m.providers_admin_another()} required={false} />
        </div>
      )}
    </div>
  );
}

const valuesBefore = ({ name, type, description, website, countries, licenseInfo }: AdminProvider): Values => ({
  name,
  type,
  description,
  website: website ?? '',
  countries: countries.join(', '),
  licenseInfo: licenseInfo ?? '',
});

export const editListingForm = (provider: AdminProvider) =>
  describeForm({
    name: 'edit-listing',
    write: updateProvider,
    schema: ofChanges(updateCall.body, valuesBefore(provider)),
    failure: changeFailure,
    params: () => ({ providerId: provider.id }),
    next: () => consolePath('providers'),
  });

/** The fields because of which the edit, as typed, needs a second administrator. */
export function weakenedByListing(provider: AdminProvider, typed: Values = {}): string[] {
  const { reason: _, evidence: __, countries, ...changed } = changedValues(typed, valuesBefore(provider));
  return weakenedFields(providerStatement(provider), {
    ...(changed as Partial<ProviderStatement>),
    ...(countries !== undefined && { countries: countries.split(',').map((one) => one.trim().toLowerCase()) }),
  });
}

export function EditListing({ provider, onClose }: { provider: AdminProvider; onClose: () => void }) {
  const { typed, onInput } = useTyped();
  const outcomeToast = useOutcomeToast(updateProvider);
  const weakened = weakenedByListing(provider, typed);
  return (
    <AdminDialog title={m.providers_admin_listing_title({ name: provider.name })} onClose={onClose}>
      <EditForm
        form={editListingForm(provider)}
        done={(reply) => outcomeToast(reply, { title: m.providers_admin_updated() })}
        onInput={onInput}
        waits={weakened.length > 0}
      >
        <ListingFields provider={provider} />
        <Grounds weakened={weakened} isNeeded={weakened.length > 0} />
      </EditForm>
    </AdminDialog>
  );
}

interface FieldsProps {
  provider?: AdminProvider;
  onNamed?: FocusEventHandler<HTMLInputElement>;
}

/** Validated like a public submission. */
function ListingFields({ provider, onNamed }: FieldsProps) {
  const before = provider ? valuesBefore(provider) : {};
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <FormText
          name="name"
          label={m.submit_field_name()}
          most={textLimits.title}
          autoComplete="off"
          defaultValue={before['name']}
          onBlur={onNamed}
        />
        <FormSelect
          name="type"
          label={m.submit_field_type()}
          defaultValue={before['type']}
          options={providerTypes.map((value) => ({ value, label: providerTypeLabel(value) }))}
        />
      </div>
      <FormTextArea
        name="description"
        label={m.submit_field_description()}
        hint={m.submit_field_description_hint()}
        most={textLimits.text}
        rows={5}
        defaultValue={before['description']}
      />
      <FormText
        name="website"
        type="url"
        inputMode="url"
        label={m.report_optional({ label: m.submit_field_website() })}
        hint={m.submit_field_website_hint()}
        autoComplete="off"
        most={2000}
        required={false}
        defaultValue={before['website']}
      />
      <FormText
        name="countries"
        label={m.providers_admin_countries()}
        hint={m.providers_admin_countries_hint()}
        autoComplete="off"
        most={2000}
        defaultValue={before['countries']}
      />
      <FormText
        name="licenseInfo"
        label={m.report_optional({ label: m.submit_field_license() })}
        hint={m.submit_field_license_hint()}
        autoComplete="off"
        most={500}
        required={false}
        defaultValue={before['licenseInfo']}
      />
    </>
  );
}

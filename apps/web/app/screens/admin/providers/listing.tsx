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
import { LicenseField, WebsiteField } from '../../../components/forms/provider-fields.tsx';
import { FormSelect, FormText, FormTextArea } from '../../../components/forms/form.tsx';
import { toOptions } from '../../../lib/forms/options.ts';
import { createIdempotencyKey } from '../../../lib/forms/draft.ts';
import { defineForm, type Values } from '../../../lib/forms/forms.ts';
import { providerTypeLabel } from '../../../lib/providers/labels.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { withIdempotencyKey } from '../../../lib/api/mutations.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { pickChangedValues, validateChangesOnly } from '../parts/changed-values.ts';
import { consolePath } from '../parts/console-url.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { createProvider, updateProvider } from './queries.ts';
import { searchProvidersQuery } from '../reports/queries.ts';
import { ReasonAndEvidence, useFormValues } from '../parts/second-person-note.tsx';
import { toProviderStatement, findWeakenedFields } from '../parts/statements.ts';
import { useOutcomeToast } from '../parts/undo.ts';

export const createAddForm = (key: string) =>
  defineForm({
    name: 'add-provider',
    mutation: withIdempotencyKey(createProvider, key),
    schema: {
      safeParse(values) {
        const { isAnother, ...listing } = values as Values;
        return createCall.body.safeParse({ ...listing, ...(isAnother && { isAnother: true }) });
      },
    },
    failure: changeFailure,
    next: () => consolePath('providers'),
  });

const getAddedToast = ({ name }: AdminProvider) => ({ title: m.providers_admin_added(), description: name });

export function AddProviderDialog({ onClose }: { onClose: () => void }) {
  const [key] = useState(createIdempotencyKey);
  const [name, setName] = useState('');
  return (
    <AdminDialog title={m.providers_admin_add_title()} onClose={onClose}>
      <p className="text-muted">{m.providers_admin_add_text()}</p>
      <EditForm
        form={createAddForm(key)}
        saveLabel={m.providers_admin_add()}
        savingLabel={m.providers_admin_adding()}
        done={getAddedToast}
      >
        <ListingFields onNameBlur={({ currentTarget }) => setName(currentTarget.value.trim())} />
        <SimilarProviders name={name} />
      </EditForm>
    </AdminDialog>
  );
}

const MIN_SEARCH_LENGTH = 3;

/** Shown before adding: two pages about one provider would split its warnings. */
function SimilarProviders({ name }: { name: string }) {
  const matches = useQuery(searchProvidersQuery(name), { enabled: name.length >= MIN_SEARCH_LENGTH });
  const similarProviders = matches.status === 'ready' && name.length >= MIN_SEARCH_LENGTH ? matches.data.items : [];
  return (
    <div role="status">
      {similarProviders.length > 0 && (
        <div className="flex flex-col gap-2 rounded-control bg-pending-soft px-3 py-2">
          <p className="font-semibold">{m.providers_admin_known()}</p>
          <ul className="list-disc ps-6 wrap-anywhere">
            {similarProviders.map((similar) => (
              <li key={similar.id}>
                <Link
                  to={consolePath('providers', { search: similar.name })}
                  target="_blank"
                  className="text-brand underline"
                >
                  {similar.name}
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

const getCurrentValues = ({ name, type, description, website, countries, licenseInfo }: AdminProvider): Values => ({
  name,
  type,
  description,
  website: website ?? '',
  countries: countries.join(', '),
  licenseInfo: licenseInfo ?? '',
});

export const createEditListingForm = (provider: AdminProvider) =>
  defineForm({
    name: 'edit-listing',
    mutation: updateProvider,
    schema: validateChangesOnly(updateCall.body, getCurrentValues(provider)),
    failure: changeFailure,
    params: () => ({ providerId: provider.id }),
    next: () => consolePath('providers'),
  });

/** The fields because of which the edit, as typed, needs a second administrator. */
export function findWeakenedByListing(provider: AdminProvider, typed: Values = {}): string[] {
  const { reason: _, evidence: __, countries, ...changed } = pickChangedValues(typed, getCurrentValues(provider));
  return findWeakenedFields(toProviderStatement(provider), {
    ...(changed as Partial<ProviderStatement>),
    ...(countries !== undefined && { countries: countries.split(',').map((country) => country.trim().toLowerCase()) }),
  });
}

export function EditListingDialog({ provider, onClose }: { provider: AdminProvider; onClose: () => void }) {
  const { typed, onInput } = useFormValues();
  const outcomeToast = useOutcomeToast(updateProvider);
  const weakened = findWeakenedByListing(provider, typed);
  return (
    <AdminDialog title={m.providers_admin_listing_title({ name: provider.name })} onClose={onClose}>
      <EditForm
        form={createEditListingForm(provider)}
        done={(reply) => outcomeToast(reply, { title: m.providers_admin_updated() })}
        onInput={onInput}
        needsSecondPerson={weakened.length > 0}
      >
        <ListingFields provider={provider} />
        <ReasonAndEvidence weakened={weakened} isReasonRequired={weakened.length > 0} />
      </EditForm>
    </AdminDialog>
  );
}

interface FieldsProps {
  provider?: AdminProvider;
  onNameBlur?: FocusEventHandler<HTMLInputElement>;
}

/** Validated like a public submission. */
function ListingFields({ provider, onNameBlur }: FieldsProps) {
  const initialValues = provider ? getCurrentValues(provider) : {};
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <FormText
          name="name"
          label={m.submit_field_name()}
          max={textLimits.title}
          autoComplete="off"
          defaultValue={initialValues['name']}
          onBlur={onNameBlur}
        />
        <FormSelect
          name="type"
          label={m.submit_field_type()}
          defaultValue={initialValues['type']}
          options={toOptions(providerTypes, providerTypeLabel)}
        />
      </div>
      <FormTextArea
        name="description"
        label={m.submit_field_description()}
        hint={m.submit_field_description_hint()}
        max={textLimits.text}
        rows={5}
        defaultValue={initialValues['description']}
      />
      <WebsiteField defaultValue={initialValues['website']} />
      <FormText
        name="countries"
        label={m.providers_admin_countries()}
        hint={m.providers_admin_countries_hint()}
        autoComplete="off"
        max={2000}
        defaultValue={initialValues['countries']}
      />
      <LicenseField defaultValue={initialValues['licenseInfo']} />
    </>
  );
}

/** The fields of a listing, for adding a provider and for its page in the console. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import {
  badgeNames,
  formatFeature,
  parseFeature,
  providerTypes,
  securityFeatureStates,
} from '@hakiki/contract/directory-values';
import { textLimits } from '@hakiki/contract/limits';
import { useState, type FocusEventHandler } from 'react';
import { FormCountryPicker } from '../../../components/forms/country-picker.tsx';
import { FormSelect, FormText, FormTextArea, useField } from '../../../components/forms/form.tsx';
import { LicenseField, WebsiteField } from '../../../components/forms/provider-fields.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { CheckboxesField } from '../../../components/ui/choice-field.tsx';
import { controlClass, FieldError } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { toOptions } from '../../../lib/forms/options.ts';
import { providerTypeLabel } from '../../../lib/providers/labels.ts';
import { m } from '../../../paraglide/messages.js';
import { splitLines } from '../parts/changed-values.ts';
import { toListingValues } from './listing-form.ts';

interface Props {
  provider?: AdminProvider;
  onNameBlur?: FocusEventHandler<HTMLInputElement>;
}

/** Validated like a public submission. */
export function ListingFields({ provider, onNameBlur }: Props) {
  const initialValues = provider ? toListingValues(provider) : {};
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
        rows={4}
        defaultValue={initialValues['description']}
      />
      <WebsiteField defaultValue={initialValues['website']} />
      <FormCountryPicker
        name="countries"
        label={m.providers_admin_countries()}
        hint={m.providers_admin_countries_hint()}
        defaultValues={provider?.countries ?? []}
      />
      <LicenseField defaultValue={initialValues['licenseInfo']} />
    </>
  );
}

/** What a page shows beyond the listing; all of it is optional. */
export function FactFields({ provider }: { provider: AdminProvider }) {
  const initialValues = toListingValues(provider);
  return (
    <>
      <FormTextArea
        name="otherNames"
        label={m.providers_admin_other_names()}
        hint={m.providers_admin_other_names_hint()}
        required={false}
        max={textLimits.text}
        rows={2}
        defaultValue={initialValues['otherNames']}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <FormText
          name="established"
          label={m.report_optional({ label: m.submit_field_established() })}
          inputMode="numeric"
          required={false}
          autoComplete="off"
          defaultValue={initialValues['established']}
        />
        <FormText
          name="userCount"
          label={m.report_optional({ label: m.provider_editor_users() })}
          hint={m.provider_editor_users_hint()}
          inputMode="numeric"
          required={false}
          autoComplete="off"
          defaultValue={initialValues['userCount']}
        />
      </div>
      <SecurityFeatures initial={initialValues['securityFeatures'] ?? ''} />
      <FormText
        name="insurance"
        label={m.report_optional({ label: m.insurance() })}
        hint={m.provider_editor_insurance_hint()}
        required={false}
        max={500}
        autoComplete="off"
        defaultValue={initialValues['insurance']}
      />
      <Badges provider={provider} />
    </>
  );
}

function Badges({ provider }: { provider: AdminProvider }) {
  const { typed, ...field } = useField('badges');
  return (
    <div>
      <input type="hidden" name="badges" value="" />
      <CheckboxesField
        {...field}
        key={typed}
        label={m.provider_editor_badges()}
        hint={m.provider_editor_badges_hint()}
        required={false}
        choices={badgeNames.map((name) => ({ value: name, label: m.badge_name({ name }) }))}
        defaultValues={typed?.split(',') ?? provider.badges}
      />
    </div>
  );
}

/** Sent as lines of one field. */
function SecurityFeatures({ initial }: { initial: string }) {
  const { typed, id, error } = useField('securityFeatures');
  return <FeatureRows key={typed} id={id} error={error} initial={splitLines(typed ?? initial).map(parseFeature)} />;
}

type Feature = ReturnType<typeof parseFeature>;
const stateLabels = { confirmed: m.feature_confirmed, not_confirmed: m.feature_not_confirmed };

function FeatureRows({ id, error, initial }: { id: string; error: string | undefined; initial: readonly Feature[] }) {
  const [features, setFeatures] = useState(initial);
  const change = (index: number, edit: Partial<Feature>) =>
    setFeatures(features.map((feature, place) => (place === index ? { ...feature, ...edit } : feature)));
  const named = features.filter(({ name }) => name.trim() !== '');
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-semibold">{m.security_features()}</legend>
      <input type="hidden" name="securityFeatures" value={named.map(formatFeature).join('\n')} />
      {features.map((feature, index) => (
        <div key={index} className="flex flex-wrap gap-2">
          <input
            id={index === 0 ? id : undefined}
            aria-label={m.provider_editor_feature({ number: index + 1 })}
            value={feature.name}
            maxLength={100}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => change(index, { name: value })}
            className={controlClass(error, 'flex-[1_1_12rem]')}
          />
          <select
            aria-label={m.provider_editor_feature_state({ number: index + 1 })}
            value={feature.state}
            onChange={({ currentTarget: { value } }) => change(index, { state: value as Feature['state'] })}
            className={controlClass(undefined, 'flex-[1_1_12rem]')}
          >
            {securityFeatureStates.map((state) => (
              <option key={state} value={state}>
                {stateLabels[state]()}
              </option>
            ))}
          </select>
          <button
            type="button"
            onClick={() => setFeatures(features.filter((_, place) => place !== index))}
            className={buttonClass('secondary', 'px-3')}
          >
            <Icon name="close" className="size-4" />
            <span className="sr-only">{m.provider_editor_feature_remove({ name: feature.name })}</span>
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          onClick={() => setFeatures([...features, { name: '', state: 'not_confirmed' }])}
          className={buttonClass('secondary')}
        >
          {m.provider_editor_feature_add()}
        </button>
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

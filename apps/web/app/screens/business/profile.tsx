/** The public listing, its changes that wait for a moderator, and the form to edit it. */
import { businessTypes } from '@hakiki/contract/business-values';
import type { BusinessProfile } from '@hakiki/contract/business';
import { textLimits } from '@hakiki/contract/limits';
import type { ListingClaim } from '@hakiki/contract/listing-claims';
import { submissionCountries } from '@hakiki/contract/submission-values';
import {
  FormSelect,
  FormText,
  FormTextArea,
  PostForm,
  SubmitButton,
  useField,
  FormEmail,
} from '../../components/forms/form.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { CheckboxesField } from '../../components/ui/choice-field.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { ProviderLogo } from '../../components/providers/logo.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { countryName, listCountryOptions } from '../../lib/language/country-labels.ts';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { m } from '../../paraglide/messages.js';
import { claimQuery } from './claim.tsx';
import { type Facts, FactFields } from './fact-fields.tsx';
import { LogoField } from './logo-field.tsx';
import { profileForm } from './forms.ts';
import { profileQuery } from './business-queries.ts';

export function Profile() {
  const profile = useQuery(profileQuery);
  if (profile.status === 'loading') return <Skeleton label={m.business_loading()} className="h-48" />;
  if (profile.status === 'failed') return <QueryFailure message={m.business_failed()} query={profile} />;
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <EditListing profile={profile.data} />
      <CurrentListing profile={profile.data} />
    </div>
  );
}

type ListingFields = Facts &
  Pick<BusinessProfile, 'companyName' | 'website' | 'description' | 'countries' | 'licenseInfo'>;

const fieldLabels: readonly [keyof ListingFields, () => string][] = [
  ['companyName', m.business_field_name],
  ['website', m.business_field_website],
  ['description', m.business_field_description],
  ['countries', m.business_field_countries],
  ['licenseInfo', m.business_field_license],
  ['established', m.submit_field_established],
  ['userCount', m.provider_editor_users],
  ['securityFeatures', m.security_features],
  ['insurance', m.insurance],
];

const formatValue = (name: keyof ListingFields, value: ListingFields[keyof ListingFields]): string => {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return m.business_nothing();
  if (typeof value === 'number') return name === 'userCount' ? formatNumber(value) : String(value);
  if (typeof value === 'string') return value;
  return value.map((item) => (typeof item === 'string' ? countryName(item) : formatFeature(item))).join(', ');
};

const formatFeature = ({ name, state }: Facts['securityFeatures'][number]): string =>
  `${name} (${state === 'confirmed' ? m.feature_confirmed() : m.feature_not_confirmed()})`;

/** Shows each public value and the pending value that would replace it. */
function CurrentListing({ profile }: { profile: BusinessProfile }) {
  const { waiting, lastDecision } = profile;
  return (
    <section aria-labelledby="business-listing" className="flex min-w-0 flex-col gap-4 lg:order-first">
      <h3 id="business-listing" className="title-section">
        {m.business_listing()}
      </h3>
      <p className="text-muted">{getListingText(profile)}</p>
      {waiting && (
        <p className="flex items-start gap-2 rounded-control bg-limited-soft p-3 font-semibold text-limited">
          <Icon name="clock" className="mt-0.5" />
          {m.business_waiting_since({ date: formatDate(waiting.since) })}
        </p>
      )}
      {!waiting && lastDecision && (
        <p className="text-sm text-muted">
          {lastDecision.status === 'approved'
            ? m.business_last_approved({ date: formatDate(lastDecision.decidedAt) })
            : m.business_last_rejected({ date: formatDate(lastDecision.decidedAt) })}
        </p>
      )}
      {profile.providerId && (
        <dl className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
          {fieldLabels.map(([name, label]) => {
            const pendingValue = waiting?.changes[name];
            return (
              <div key={name} className="flex min-w-0 flex-col gap-1 p-3">
                <dt className="text-sm text-muted">{label()}</dt>
                <dd className="wrap-anywhere">{formatValue(name, profile[name])}</dd>
                {pendingValue !== undefined && (
                  <dd className="flex flex-col items-start gap-1 border-s-4 border-limited ps-3">
                    <WaitingMark />
                    <span className="wrap-anywhere">{formatValue(name, pendingValue)}</span>
                  </dd>
                )}
              </div>
            );
          })}
          {waiting?.changes.logoUrl && (
            <div className="flex min-w-0 flex-col gap-1 p-3">
              <dt className="text-sm text-muted">{m.provider_editor_logo()}</dt>
              <dd>
                <ProviderLogo name={profile.companyName} logoUrl={profile.logoUrl} isLarge />
              </dd>
              <dd className="flex flex-col items-start gap-1 border-s-4 border-limited ps-3">
                <WaitingMark />
                <ProviderLogo name={profile.companyName} logoUrl={waiting.changes.logoUrl} isLarge />
              </dd>
            </div>
          )}
        </dl>
      )}
    </section>
  );
}

const WaitingMark = () => (
  <span className="inline-flex items-center gap-1 text-sm font-semibold text-limited">
    <Icon name="clock" className="size-4" />
    {m.business_waiting()}
  </span>
);

function getListingText({ providerId, listing }: BusinessProfile): string {
  if (!providerId || !listing) return m.business_listing_none();
  if (listing === 'approved') return m.business_listing_public();
  return listing === 'pending' ? m.business_listing_pending() : m.business_listing_rejected();
}

function EditListing({ profile }: { profile: BusinessProfile }) {
  const form = useForm(profileForm, { onDone: () => void showToast({ title: m.business_profile_saved() }) });
  const editedListing = { ...profile, ...profile.waiting?.changes };
  const isViewer = profile.role === 'viewer';
  const claimState = useQuery(claimQuery, { enabled: !profile.providerId });
  const claim = claimState.status === 'ready' ? claimState.data.claim : null;
  return (
    <section aria-labelledby="business-edit" className="flex min-w-0 flex-col gap-4">
      <h3 id="business-edit" className="title-section">
        {m.business_edit()}
      </h3>
      <p className="text-muted">
        {isViewer ? m.business_reader() : profile.providerId ? m.business_edit_text() : getFirstSaveText(claim)}
      </p>
      {profile.providerId && !isViewer && <LogoField profile={profile} />}
      <PostForm state={form} label={m.business_edit()}>
        <fieldset disabled={isViewer} className="contents">
          <FormText
            name="companyName"
            label={m.business_field_name()}
            autoComplete="organization"
            defaultValue={editedListing.companyName}
            max={textLimits.title}
          />
          <FormEmail
            name="contactEmail"
            label={m.business_field_email()}
            hint={m.business_field_email_hint()}
            defaultValue={profile.contactEmail}
          />
          <FormText
            name="website"
            type="url"
            inputMode="url"
            autoComplete="url"
            label={m.business_field_website()}
            hint={m.business_field_website_hint()}
            defaultValue={editedListing.website ?? ''}
            max={2000}
            required={false}
          />
          {!profile.providerId && (
            <FormSelect
              name="businessType"
              label={m.business_field_type()}
              options={toOptions(businessTypes, providerTypeLabel)}
              defaultValue={profile.businessType}
            />
          )}
          <FormTextArea
            name="description"
            label={m.business_field_description()}
            hint={m.business_field_description_hint()}
            defaultValue={editedListing.description}
            max={textLimits.text}
            rows={6}
            required={false}
          />
          <CountryCheckboxes chosen={editedListing.countries} />
          <FormText
            name="licenseInfo"
            label={m.business_field_license()}
            hint={m.business_field_license_hint()}
            autoComplete="off"
            defaultValue={editedListing.licenseInfo ?? ''}
            max={500}
            required={false}
          />
          {profile.providerId && <FactFields facts={editedListing} />}
          {!isViewer && (
            <SubmitButton busyLabel={m.business_saving()} className="md:self-start">
              {m.business_save()}
            </SubmitButton>
          )}
        </fieldset>
      </PostForm>
    </section>
  );
}

/** Somebody who has proved that a listing is theirs need not propose another one. */
const getFirstSaveText = (claim: ListingClaim | null): string =>
  claim?.status === 'pending' ? m.claim_pending({ domain: claim.domain }) : m.business_edit_first();

/** Also offers the countries that the listing already has, even if they are not in the usual list. */
function CountryCheckboxes({ chosen }: { chosen: readonly string[] }) {
  const { typed, ...field } = useField('countries');
  return (
    <CheckboxesField
      {...field}
      key={typed}
      label={m.business_field_countries()}
      choices={listCountryOptions({ first: submissionCountries, selected: chosen })}
      defaultValues={typed?.split(',') ?? chosen}
    />
  );
}

/** Fields about a provider that the public form and the console share. */
import { m } from '../../paraglide/messages.js';
import { FormText } from './form.tsx';

export const WebsiteField = ({ defaultValue }: { defaultValue: string | undefined }) => (
  <FormText
    name="website"
    type="url"
    inputMode="url"
    label={m.report_optional({ label: m.submit_field_website() })}
    hint={m.submit_field_website_hint()}
    autoComplete="off"
    max={2000}
    required={false}
    defaultValue={defaultValue}
  />
);

export const LicenseField = ({ defaultValue }: { defaultValue?: string | undefined }) => (
  <FormText
    name="licenseInfo"
    label={m.report_optional({ label: m.submit_field_license() })}
    hint={m.submit_field_license_hint()}
    autoComplete="off"
    max={500}
    required={false}
    defaultValue={defaultValue}
  />
);

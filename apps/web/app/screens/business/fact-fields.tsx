/** The facts of its page that a business may propose: founding year, users, security features and insurance. */
import type { BusinessProfile } from '@hakiki/contract/business';
import { FormText, FormTextArea } from '../../components/forms/form.tsx';
import { m } from '../../paraglide/messages.js';

export type Facts = Pick<BusinessProfile, 'established' | 'userCount' | 'securityFeatures' | 'insurance'>;

export const FactFields = ({ facts }: { facts: Facts }) => (
  <>
    <div className="grid gap-5 md:grid-cols-2">
      <FormText
        name="established"
        label={m.submit_field_established()}
        hint={m.business_field_established_hint()}
        inputMode="numeric"
        required={false}
        autoComplete="off"
        defaultValue={String(facts.established ?? '')}
      />
      <FormText
        name="userCount"
        label={m.provider_editor_users()}
        hint={m.business_field_users_hint()}
        inputMode="numeric"
        required={false}
        autoComplete="off"
        defaultValue={String(facts.userCount ?? '')}
      />
    </div>
    <FormTextArea
      name="securityFeatures"
      label={m.security_features()}
      hint={m.business_field_features_hint()}
      rows={4}
      required={false}
      defaultValue={facts.securityFeatures.map(({ name }) => name).join('\n')}
    />
    <FormText
      name="insurance"
      label={m.insurance()}
      hint={m.business_field_insurance_hint()}
      required={false}
      max={500}
      autoComplete="off"
      defaultValue={facts.insurance ?? ''}
    />
  </>
);

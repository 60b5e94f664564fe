/** Asks for the reason of a changed verdict, which people read in the provider's history. */
import { updateProvider as updateCall, type AdminProvider } from '@hakiki/contract/directory-admin';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { ChangeForm } from '../parts/edit-form.tsx';
import { updateProvider } from './queries.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { SecondPersonNote } from '../parts/second-person-note.tsx';
import { toProviderStatement, findWeakenedFields } from '../parts/statements.ts';
import { requireReason } from '../parts/require-reason.ts';

interface Props {
  provider: AdminProvider;
  verificationStatus: VerificationStatus;
  onClose: () => void;
}

export function VerdictDialog({ provider, verificationStatus, onClose }: Props) {
  const isVerified = verificationStatus === 'Verified';
  const title = isVerified ? m.providers_admin_verify_title : m.providers_admin_unverify_title;
  const weakened = findWeakenedFields(toProviderStatement(provider), { verificationStatus });
  return (
    <AdminDialog title={title({ name: provider.name })} onClose={onClose}>
      <ChangeForm
        name="verdict"
        mutation={updateProvider}
        schema={requireReason(({ reason }) => updateCall.body.safeParse({ verificationStatus, reason }))}
        params={{ providerId: provider.id }}
        getToast={() => ({ title: m.providers_admin_updated() })}
        needsSecondPerson={weakened.length > 0}
        saveLabel={isVerified ? m.providers_admin_verify() : m.providers_admin_unverify()}
      >
        <SecondPersonNote fields={weakened} />
        <ReasonField hint={m.providers_admin_verdict_hint()} />
      </ChangeForm>
    </AdminDialog>
  );
}

/** Asks for the reason of a changed verdict, which people read in the provider's history. */
import { updateProvider as updateCall, type AdminProvider } from '@hakiki/contract/directory-admin';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import { textLimits } from '@hakiki/contract/limits';
import { FormTextArea } from '../../../components/forms/form.tsx';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { submitOnCtrlEnter } from '../../../components/staff/dialog-field.ts';
import { m } from '../../../paraglide/messages.js';
import { ChangeForm } from '../parts/edit-form.tsx';
import { SecondPersonNote } from '../parts/second-person-note.tsx';
import { toProviderStatement, findWeakenedFields } from '../parts/statements.ts';
import { requireReason } from '../parts/require-reason.ts';
import { useVerifyChecklist, VerifyChecklist } from './checklist.tsx';
import { updateProvider } from './queries.ts';

interface Props {
  provider: AdminProvider;
  verificationStatus: VerificationStatus;
  onClose: () => void;
}

/** Without the templates of the queue: they are reasons to reject a report, not to judge a provider. */
export function VerdictDialog({ provider, verificationStatus, onClose }: Props) {
  const isVerified = verificationStatus === 'Verified';
  const title = isVerified ? m.providers_admin_verify_title : m.providers_admin_unverify_title;
  const weakened = findWeakenedFields(toProviderStatement(provider), { verificationStatus });
  const checklist = useVerifyChecklist(provider);
  const saveLabel = isVerified ? m.providers_admin_verify : m.providers_admin_unverify;
  return (
    <AdminDialog title={title({ name: provider.name })} onClose={onClose}>
      {isVerified && <VerifyChecklist provider={provider} />}
      <ChangeForm
        name="verdict"
        mutation={updateProvider}
        schema={requireReason(({ reason }) => updateCall.body.safeParse({ verificationStatus, reason }))}
        params={{ providerId: provider.id }}
        getToast={() => ({ title: m.providers_admin_updated() })}
        needsSecondPerson={weakened.length > 0}
        isComplete={!isVerified || checklist?.canVerify !== false}
        saveLabel={weakened.length > 0 ? m.proposals_propose() : saveLabel()}
      >
        <SecondPersonNote fields={weakened} />
        <FormTextArea
          name="reason"
          label={m.admin_reason_needed()}
          hint={m.providers_admin_verdict_hint()}
          max={textLimits.text}
          rows={3}
          onKeyDown={submitOnCtrlEnter}
        />
      </ChangeForm>
    </AdminDialog>
  );
}

/** Asks for the reason of a changed verdict, which people read in the provider's history. */
import { updateProvider as updateCall, type AdminProvider } from '@hakiki/contract/directory-admin';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import { defineForm } from '../../../lib/forms/forms.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { consolePath } from '../parts/console-url.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { updateProvider } from './queries.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { SecondPersonNote } from '../parts/second-person-note.tsx';
import { toProviderStatement, findWeakenedFields } from '../parts/statements.ts';
import { useOutcomeToast } from '../parts/undo.ts';
import { requireReason } from '../parts/require-reason.ts';

interface VerdictChange {
  provider: AdminProvider;
  verificationStatus: VerificationStatus;
}

const createVerdictForm = ({ provider, verificationStatus }: VerdictChange) =>
  defineForm({
    name: 'verdict',
    mutation: updateProvider,
    schema: requireReason(({ reason }) => updateCall.body.safeParse({ verificationStatus, reason })),
    failure: changeFailure,
    params: () => ({ providerId: provider.id }),
    next: () => consolePath('providers'),
  });

function useVerdictForm(verdictChange: VerdictChange) {
  const outcomeToast = useOutcomeToast(updateProvider);
  return {
    form: createVerdictForm(verdictChange),
    done: (reply: AdminProvider) => outcomeToast(reply, { title: m.providers_admin_updated() }),
  };
}

export function VerdictDialog({ onClose, ...wanted }: VerdictChange & { onClose: () => void }) {
  const { provider, verificationStatus } = wanted;
  const isVerified = verificationStatus === 'Verified';
  const title = isVerified ? m.providers_admin_verify_title : m.providers_admin_unverify_title;
  const weakened = findWeakenedFields(toProviderStatement(provider), { verificationStatus });
  return (
    <AdminDialog title={title({ name: provider.name })} onClose={onClose}>
      <EditForm
        {...useVerdictForm(wanted)}
        needsSecondPerson={weakened.length > 0}
        saveLabel={isVerified ? m.providers_admin_verify() : m.providers_admin_unverify()}
      >
        <SecondPersonNote fields={weakened} />
        <ReasonField hint={m.providers_admin_verdict_hint()} />
      </EditForm>
    </AdminDialog>
  );
}

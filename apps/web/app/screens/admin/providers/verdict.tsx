/** Asks for the reason of a changed verdict, which people read in the provider's history. */
import { updateProvider as updateCall, type AdminProvider } from '@hakiki/contract/directory-admin';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import { describeForm } from '../../../lib/forms/forms.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { consolePath } from '../parts/address.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { updateProvider } from './reads.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { SecondPersonNote } from '../parts/second-person-note.tsx';
import { providerStatement, weakenedFields } from '../parts/statements.ts';
import { useOutcomeToast } from '../parts/undo.ts';
import { withReason } from '../parts/with-reason.ts';

interface Wanted {
  provider: AdminProvider;
  verificationStatus: VerificationStatus;
}

const verdictForm = ({ provider, verificationStatus }: Wanted) =>
  describeForm({
    name: 'verdict',
    write: updateProvider,
    schema: withReason(({ reason }) => updateCall.body.safeParse({ verificationStatus, reason })),
    failure: changeFailure,
    params: () => ({ providerId: provider.id }),
    next: () => consolePath('providers'),
  });

function useVerdict(wanted: Wanted) {
  const outcomeToast = useOutcomeToast(updateProvider);
  return {
    form: verdictForm(wanted),
    done: (reply: AdminProvider) => outcomeToast(reply, { title: m.providers_admin_updated() }),
  };
}

export function VerdictDialog({ onClose, ...wanted }: Wanted & { onClose: () => void }) {
  const { provider, verificationStatus } = wanted;
  const isVerified = verificationStatus === 'Verified';
  const title = isVerified ? m.providers_admin_verify_title : m.providers_admin_unverify_title;
  const weakened = weakenedFields(providerStatement(provider), { verificationStatus });
  return (
    <AdminDialog title={title({ name: provider.name })} onClose={onClose}>
      <EditForm
        {...useVerdict(wanted)}
        waits={weakened.length > 0}
        saveLabel={isVerified ? m.providers_admin_verify() : m.providers_admin_unverify()}
      >
        <SecondPersonNote fields={weakened} />
        <ReasonField hint={m.providers_admin_verdict_hint()} />
      </EditForm>
    </AdminDialog>
  );
}

/** The evidence of a provider in the console: what was seen, added and withdrawn. */
import { directoryCountries } from '@hakiki/contract/countries';
import { evidenceKinds } from '@hakiki/contract/evidence';
import { NewEvidence, type AdminEvidence } from '@hakiki/contract/evidence-admin';
import { textLimits } from '@hakiki/contract/limits';
import { useState } from 'react';
import { FormSelect, FormText, PostForm, SubmitButton } from '../../../components/forms/form.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { withIdempotencyKey } from '../../../lib/api/mutations.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { showToast } from '../../../lib/browser/toast.ts';
import { createIdempotencyKey } from '../../../lib/forms/draft.ts';
import { defineForm } from '../../../lib/forms/forms.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { listCountryOptions } from '../../../lib/language/country-labels.ts';
import { evidenceKindLabel } from '../../../lib/providers/verdict.ts';
import { m } from '../../../paraglide/messages.js';
import { EvidenceItem } from '../parts/evidence-item.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { useStaffRole } from '../parts/staff-role.ts';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { PictureField } from './picture-field.tsx';
import { addEvidence, editorPath, evidenceQuery, withdrawEvidence } from './queries.ts';

export function EvidenceSection({ providerId }: { providerId: string }) {
  const evidence = useQuery(evidenceQuery(providerId));
  const [corrected, setCorrected] = useState<AdminEvidence>();
  const [formNumber, setFormNumber] = useState(0);
  const restart = (item?: AdminEvidence) => {
    setCorrected(item);
    setFormNumber(formNumber + 1);
  };
  return (
    <div className="flex flex-col gap-5">
      {evidence.status === 'loading' && <Skeleton label={m.evidence_loading()} className="h-24" />}
      {evidence.status === 'failed' && <QueryFailure message={m.evidence_failed()} query={evidence} />}
      {evidence.status === 'ready' && <EvidenceList evidence={evidence.data} onCorrect={restart} />}
      <AddEvidenceForm key={formNumber} providerId={providerId} corrected={corrected} onDone={() => restart()} />
    </div>
  );
}

interface ListProps {
  evidence: readonly AdminEvidence[];
  onCorrect: (item: AdminEvidence) => void;
}

function EvidenceList({ evidence, onCorrect }: ListProps) {
  const [withdrawn, setWithdrawn] = useState<AdminEvidence>();
  const mayWithdraw = useStaffRole() !== 'moderator';
  if (evidence.length === 0) return <p className="text-muted">{m.evidence_empty()}</p>;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
        {evidence.map((item) => (
          <li key={item.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
            <EvidenceItem item={item} />
            {item.withdrawnAt === null && (
              <div className="flex flex-wrap gap-2">
                <button type="button" onClick={() => onCorrect(item)} className={buttonClass('secondary')}>
                  {m.provider_editor_correct()}
                </button>
                {mayWithdraw && (
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    onClick={() => setWithdrawn(item)}
                    className={buttonClass('danger')}
                  >
                    {m.provider_editor_withdraw()}
                  </button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {withdrawn && (
        <ReasonDialog
          title={m.provider_editor_withdraw_title()}
          saveLabel={m.provider_editor_withdraw()}
          hint={m.provider_editor_withdraw_hint()}
          mutation={withdrawEvidence}
          getInput={(reason) => ({ params: { id: withdrawn.id }, body: { reason } })}
          success={() => ({ title: m.provider_editor_withdrawn_toast() })}
          onClose={() => setWithdrawn(undefined)}
        />
      )}
    </>
  );
}

interface AddProps {
  providerId: string;
  /** The evidence that the new one replaces; its values are filled in. */
  corrected: AdminEvidence | undefined;
  onDone: () => void;
}

const createEvidenceForm = (providerId: string, key: string) =>
  defineForm({
    name: 'add-evidence',
    mutation: withIdempotencyKey(addEvidence, key),
    schema: NewEvidence,
    failure: changeFailure,
    params: () => ({ providerId }),
    next: () => editorPath(providerId, 'evidence'),
  });

function AddEvidenceForm({ providerId, corrected, onDone }: AddProps) {
  const [key] = useState(createIdempotencyKey);
  const state = useForm(createEvidenceForm(providerId, key), {
    onDone() {
      showToast({ title: m.provider_editor_evidence_added() });
      onDone();
    },
  });
  const title = corrected ? m.provider_editor_evidence_correct() : m.provider_editor_evidence_add();
  return (
    <section aria-label={title} className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
      <h4 className="text-lg font-semibold">{title}</h4>
      <PostForm state={state} label={title}>
        {corrected && <input type="hidden" name="replaces" value={corrected.id} />}
        <div className="grid gap-4 md:grid-cols-2">
          <FormSelect
            name="kind"
            label={m.evidence_kind()}
            defaultValue={corrected?.kind}
            options={toOptions(evidenceKinds, evidenceKindLabel)}
          />
          <FormSelect
            name="country"
            label={m.provider_editor_evidence_country()}
            defaultValue={corrected?.country}
            options={listCountryOptions({ first: [...directoryCountries, 'other'] })}
          />
          <FormText
            name="authority"
            label={m.provider_editor_authority()}
            hint={m.provider_editor_authority_hint()}
            max={textLimits.title}
            autoComplete="off"
            defaultValue={corrected?.authority}
          />
          <FormText
            name="reference"
            label={m.report_optional({ label: m.provider_editor_reference() })}
            hint={m.provider_editor_reference_hint()}
            required={false}
            max={textLimits.title}
            autoComplete="off"
            defaultValue={corrected?.reference ?? ''}
          />
          <FormText
            name="sourceUrl"
            type="url"
            inputMode="url"
            label={m.report_optional({ label: m.provider_editor_link() })}
            hint={m.provider_editor_link_hint()}
            required={false}
            max={2000}
            autoComplete="off"
            defaultValue={corrected?.sourceUrl ?? ''}
          />
          <FormText
            name="checkedOn"
            type="date"
            label={m.provider_editor_day()}
            hint={m.provider_editor_day_hint()}
            defaultValue={corrected?.checkedOn}
          />
        </div>
        <PictureField />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busyLabel={m.admin_saving()}>{m.provider_editor_evidence_save()}</SubmitButton>
          {corrected && (
            <button type="button" onClick={onDone} className={buttonClass('secondary')}>
              {m.admin_cancel()}
            </button>
          )}
        </div>
      </PostForm>
    </section>
  );
}

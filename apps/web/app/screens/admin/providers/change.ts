/** Changes of a provider: by a button, or in the edit dialog. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { BodyIn } from '@hakiki/contract/endpoint';
import type { Call } from '@hakiki/contract/endpoints';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import type { ProviderStatement } from '@hakiki/contract/public-statements';
import type { Values } from '../../../lib/forms/forms.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { splitLines } from '../parts/changed-values.ts';
import { changeFailure } from '../parts/proposal-labels.ts';
import { updateProvider } from './queries.ts';
import { toProviderStatement, findWeakenedFields } from '../parts/statements.ts';
import { useOutcomeToast } from '../parts/undo.ts';

type ProviderEdit = BodyIn<Call<'PUT', '/api/admin/providers/:providerId'>>;

/** The row's button: Verified becomes Pending, everything else becomes Verified. */
export const toggleStatus = (status: VerificationStatus): VerificationStatus =>
  status === 'Verified' ? 'Pending' : 'Verified';

const percentageFields = ['regulatoryCompliance', 'userSatisfaction', 'securityMeasures'] as const;

/** An integer from 0 to 100; an invalid number counts as 0. */
export function toPercentage(typedValue: string): number {
  const number = Math.round(Number(typedValue));
  return Number.isNaN(number) ? 0 : Math.min(100, Math.max(0, number));
}

/** Only the changed values are sent, so that somebody else's changes are not overwritten. */
export function toEdit(provider: AdminProvider, values: Values): ProviderEdit {
  const edit: ProviderEdit = {};
  if (values['verificationStatus'] !== provider.verificationStatus) {
    edit.verificationStatus = values['verificationStatus'] as ProviderEdit['verificationStatus'];
  }
  if (values['riskScore'] !== provider.riskScore) edit.riskScore = values['riskScore'] as ProviderEdit['riskScore'];
  for (const name of percentageFields) {
    const value = toPercentage(values[name] ?? '');
    if (value !== provider[name]) edit[name] = value;
  }
  const reasons = values['flaggedReasons'] === undefined ? undefined : splitLines(values['flaggedReasons']);
  if (reasons && reasons.join('\n') !== provider.flaggedReasons.join('\n')) edit.flaggedReasons = reasons;
  const names = values['otherNames'] === undefined ? undefined : splitLines(values['otherNames']);
  if (names && names.join('\n') !== provider.otherNames.join('\n')) edit.otherNames = names;
  for (const name of ['reason', 'evidence'] as const) {
    const text = values[name]?.trim();
    if (text) edit[name] = text;
  }
  return edit;
}

/** The fields because of which the edit, as typed, needs a second administrator. */
export function findWeakenedByEdit(provider: AdminProvider, values: Values | undefined): string[] {
  if (!values) return [];
  const { reason: _, evidence: __, ...edit } = toEdit(provider, values);
  return findWeakenedFields(toProviderStatement(provider), edit as Partial<ProviderStatement>);
}

/** The toast shows whether the change was made or needs a second administrator. */
export function useProviderChange() {
  const outcomeToast = useOutcomeToast(updateProvider);
  const update = useMutation(updateProvider, {
    success: (reply) => outcomeToast(reply, { title: m.providers_admin_updated() }),
    failure: changeFailure,
  });
  return {
    isRunning: update.isRunning,
    change: (provider: AdminProvider, body: ProviderEdit) => update.run({ params: { providerId: provider.id }, body }),
  };
}

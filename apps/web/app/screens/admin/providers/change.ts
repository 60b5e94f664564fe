/** Changes of a provider: by a button, or in the edit dialog. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { BodyIn } from '@hakiki/contract/endpoint';
import type { Call } from '@hakiki/contract/endpoints';
import type { VerificationStatus } from '@hakiki/contract/directory-values';
import type { ProviderStatement } from '@hakiki/contract/public-statements';
import type { Values } from '../../../lib/forms/forms.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from '../parts/proposal-words.ts';
import { updateProvider } from './reads.ts';
import { providerStatement, weakenedFields } from '../parts/statements.ts';
import { useOutcomeToast } from '../parts/undo.ts';

type Edit = BodyIn<Call<'PUT', '/api/admin/providers/:providerId'>>;

/** The row's button: Verified becomes Pending, everything else becomes Verified. */
export const toggledStatus = (status: VerificationStatus): VerificationStatus =>
  status === 'Verified' ? 'Pending' : 'Verified';

const percentages = ['regulatoryCompliance', 'userSatisfaction', 'securityMeasures'] as const;

/** An integer from 0 to 100; an invalid number counts as 0. */
export function toPercentage(typed: string): number {
  const number = Math.round(Number(typed));
  return Number.isNaN(number) ? 0 : Math.min(100, Math.max(0, number));
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Only the changed values are sent, so that somebody else's changes are not overwritten. */
export function editOf(provider: AdminProvider, given: Values): Edit {
  const edit: Edit = {};
  if (given['verificationStatus'] !== provider.verificationStatus) {
    edit.verificationStatus = given['verificationStatus'] as Edit['verificationStatus'];
  }
  if (given['riskScore'] !== provider.riskScore) edit.riskScore = given['riskScore'] as Edit['riskScore'];
  for (const name of percentages) {
    const value = toPercentage(given[name] ?? '');
    if (value !== provider[name]) edit[name] = value;
  }
  const reasons = given['flaggedReasons'] === undefined ? undefined : linesOf(given['flaggedReasons']);
  if (reasons && reasons.join('\n') !== provider.flaggedReasons.join('\n')) edit.flaggedReasons = reasons;
  const names = given['otherNames'] === undefined ? undefined : linesOf(given['otherNames']);
  if (names && names.join('\n') !== provider.otherNames.join('\n')) edit.otherNames = names;
  for (const name of ['reason', 'evidence'] as const) {
    const text = given[name]?.trim();
    if (text) edit[name] = text;
  }
  return edit;
}

/** The fields because of which the edit, as typed, needs a second administrator. */
export function weakenedByEdit(provider: AdminProvider, typed: Values | undefined): string[] {
  if (!typed) return [];
  const { reason: _, evidence: __, ...edit } = editOf(provider, typed);
  return weakenedFields(providerStatement(provider), edit as Partial<ProviderStatement>);
}

/** The toast shows whether the change was made or needs a second administrator. */
export function useProviderChange() {
  const outcomeToast = useOutcomeToast(updateProvider);
  const update = useWrite(updateProvider, {
    success: (reply) => outcomeToast(reply, { title: m.providers_admin_updated() }),
    failure: changeFailure,
  });
  return {
    isRunning: update.isRunning,
    change: (provider: AdminProvider, body: Edit) => update.run({ params: { providerId: provider.id }, body }),
  };
}

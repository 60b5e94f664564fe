/** The forms to cancel the plan and to request a refund. Both consist of a button only. */
import { authUser } from '../../lib/api/auth.ts';
import { write } from '../../lib/api/writes.ts';
import { describeForm } from '../../lib/forms/forms.ts';
import { to } from '../../lib/pages/paths.ts';
import { subscriptionRead } from '../../lib/plans/reads.ts';
import { m } from '../../paraglide/messages.js';

const nothingTyped = { safeParse: () => ({ success: true, data: undefined }) as const };
const refreshes = [authUser, subscriptionRead];
const failure = { title: m.plan_error, fallback: m.server_unexpected };
const next = () => `${to('/dashboard')}#account-status`;

export const cancelForm = describeForm({
  name: 'cancel-plan',
  write: write('POST', '/api/subscription/cancel', { refreshes }),
  schema: nothingTyped,
  failure,
  next,
});

export const refundForm = describeForm({
  name: 'ask-refund',
  write: write('POST', '/api/subscription/refund', { refreshes }),
  schema: nothingTyped,
  failure,
  next,
});

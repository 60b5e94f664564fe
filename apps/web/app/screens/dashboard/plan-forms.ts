/** The forms to cancel the plan and to request a refund. Both consist of a button only. */
import { authUser } from '../../lib/api/auth.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { defineForm, emptySchema } from '../../lib/forms/forms.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';
import { m } from '../../paraglide/messages.js';

const refreshes = [authUser, subscriptionQuery];
const failure = { title: m.plan_error, fallback: m.error_unexpected };
const next = () => `${pathTo('/dashboard')}#account-status`;

export const cancelForm = defineForm({
  name: 'cancel-plan',
  mutation: defineMutation('POST', '/api/subscription/cancel', { refreshes }),
  schema: emptySchema,
  failure,
  next,
});

export const refundForm = defineForm({
  name: 'ask-refund',
  mutation: defineMutation('POST', '/api/subscription/refund', { refreshes }),
  schema: emptySchema,
  failure,
  next,
});

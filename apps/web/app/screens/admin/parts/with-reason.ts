/** Requires a reason, also where the API does not: people read it. */
import { fieldError } from '@hakiki/contract/field-error';
import type { Values } from '../../../lib/forms/forms.ts';

export const withReason = <Parsed>(parse: (given: { reason: string }) => Parsed) => ({
  safeParse(given: unknown) {
    const reason = (given as Values)['reason']?.trim();
    if (reason) return parse({ reason });
    return {
      success: false,
      error: { issues: [{ path: ['reason'], message: fieldError('REASON_REQUIRED') }] },
    } as const;
  },
});

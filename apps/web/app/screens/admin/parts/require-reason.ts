/** Requires a reason, also where the API does not: people read it. */
import { fieldError } from '@hakiki/contract/field-error';
import type { Values } from '../../../lib/forms/forms.ts';

export const requireReason = <Parsed>(parse: (values: { reason: string }) => Parsed) => ({
  safeParse(values: unknown) {
    const reason = (values as Values)['reason']?.trim();
    if (reason) return parse({ reason });
    return {
      success: false,
      error: { issues: [{ path: ['reason'], message: fieldError('REASON_REQUIRED') }] },
    } as const;
  },
});

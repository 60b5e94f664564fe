/** The screens always ask why, also where the call could do without: people read it. */
import { words } from '@hakiki/contract/words';
import type { Values } from '../../../lib/forms/forms.ts';

export const withReason = <Parsed>(parse: (given: { reason: string }) => Parsed) => ({
  safeParse(given: unknown) {
    const reason = (given as Values)['reason']?.trim();
    if (reason) return parse({ reason });
    return { success: false, error: { issues: [{ path: ['reason'], message: words.reasonRequired }] } } as const;
  },
});

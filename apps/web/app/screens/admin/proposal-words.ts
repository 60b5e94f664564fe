/** A change that waits says so plainly, instead of that it was made. */
import type { Proposal } from '@hakiki/contract/admin';
import { formatDate } from '../../lib/format.ts';
import type { Shown } from '../../lib/toast.ts';
import { m } from '../../paraglide/messages.js';

/** When, and by whom, it takes effect. */
const waitingSentence = ({ takesEffectAt, expiresAt }: Pick<Proposal, 'takesEffectAt' | 'expiresAt'>): string =>
  takesEffectAt === null
    ? m.proposals_waits_text({ date: formatDate(expiresAt) })
    : m.proposals_waits_alone({ date: formatDate(takesEffectAt) });

/** The toast after a change: that it was made, or that it waits for a second administrator. */
export const outcomeToast = ({ proposal }: { proposal?: Proposal | undefined }, title: string): Shown =>
  proposal ? { title: m.proposals_waits(), description: waitingSentence(proposal) } : { title };

/** What a change that failed is called; the sentence is the server's, if it has one. */
export const changeFailure = { title: m.admin_change_failed, fallback: m.server_unexpected };

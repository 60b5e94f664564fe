import type { AdminAppeal } from '@hakiki/contract/appeals-admin';
import { m } from '../../../paraglide/messages.js';

const DAY_MS = 24 * 3_600_000;

/** The time left of the promised days. */
export function formatTimeLeft({ dueAt }: Pick<AdminAppeal, 'dueAt'>, now = Date.now()): string {
  const days = (Date.parse(dueAt) - now) / DAY_MS;
  if (days < 0) return m.appeals_days_late({ count: Math.ceil(-days) });
  return days < 1 ? m.appeals_due_today() : m.appeals_days_left({ count: Math.floor(days) });
}

export const isOverdue = ({ status, dueAt }: Pick<AdminAppeal, 'status' | 'dueAt'>, now = Date.now()): boolean =>
  status === 'pending' && Date.parse(dueAt) < now;

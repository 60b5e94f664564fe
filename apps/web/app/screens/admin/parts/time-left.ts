import { m } from '../../../paraglide/messages.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Below this, hours are shown. */
const SHOWN_IN_HOURS_MS = 3 * DAY_MS;

interface Promised {
  status: string;
  dueAt: string;
}

/** The time left of the promised days. */
export function formatTimeLeft({ dueAt }: Pick<Promised, 'dueAt'>, now = Date.now()): string {
  const days = (Date.parse(dueAt) - now) / DAY_MS;
  if (days < 0) return m.appeals_days_late({ count: Math.ceil(-days) });
  return days < 1 ? m.appeals_due_today() : m.appeals_days_left({ count: Math.floor(days) });
}

/** The same for a promise in hours. */
export function formatHoursLeft({ dueAt }: Pick<Promised, 'dueAt'>, now = Date.now()): string {
  const leftMs = Date.parse(dueAt) - now;
  if (Math.abs(leftMs) > SHOWN_IN_HOURS_MS) return formatTimeLeft({ dueAt }, now);
  return leftMs < 0
    ? m.disputes_hours_late({ count: Math.ceil(-leftMs / HOUR_MS) })
    : m.disputes_hours_left({ count: Math.floor(leftMs / HOUR_MS) });
}

export const isOverdue = ({ status, dueAt }: Promised, now = Date.now()): boolean =>
  status === 'pending' && Date.parse(dueAt) < now;

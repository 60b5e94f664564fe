/** What is looked at of the log lives in its address, so that it can be shared and reached without scripts. */
import {
  LOG_PAGE_LINES,
  loggedSubjects,
  logOutcomes,
  type LoggedSubject,
  type LogOutcome,
} from '@hakiki/contract/decision-log-values';
import { decisionsPath } from '@hakiki/contract/site';
import { to } from '../../lib/pages/paths.ts';
import { read } from '../../lib/api/reads.ts';

export const ARRIVALS = 'arrivals';
export const subjectChoices = [...loggedSubjects, ARRIVALS] as const;

export interface LogFilters {
  /** '2026-11'; '' for all of them. */
  month: string;
  /** Or what arrived, day by day. */
  subject: LoggedSubject | typeof ARRIVALS | '';
  outcome: LogOutcome | '';
  /** The last entry of the page before; 0 on the first. */
  before: number;
}

export function parseLogFilters(params: URLSearchParams): LogFilters {
  const month = params.get('month') ?? '';
  const before = Number(params.get('before'));
  return {
    month: /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : '',
    subject: subjectChoices.find((known) => known === params.get('subject')) ?? '',
    outcome: logOutcomes.find((known) => known === params.get('outcome')) ?? '',
    before: Number.isSafeInteger(before) && before > 0 ? before : 0,
  };
}

export const isNarrowed = ({ month, subject, outcome }: LogFilters): boolean => Boolean(month || subject || outcome);

/** Only what differs from the whole log stands in the address. */
export function logPath({ month, subject, outcome, before }: LogFilters): string {
  const entries = [
    ['month', month],
    ['subject', subject],
    ['outcome', outcome],
    ['before', before === 0 ? '' : String(before)],
  ].filter(([, value]) => value !== '');
  const query = new URLSearchParams(entries).toString();
  return to(decisionsPath) + (query && `?${query}`);
}

export const logRead = ({ month, subject, outcome, before }: LogFilters) =>
  read('/api/decision-log', {
    query: {
      part: subject === ARRIVALS ? 'arrivals' : 'decisions',
      month,
      subject: subject === ARRIVALS ? undefined : subject,
      outcome,
      before: before === 0 ? undefined : before,
    },
    anonymous: true,
  });
export const logIndexRead = read('/api/decision-log/index', { anonymous: true });

/** A full page may have another after it. */
export const hasMore = (lines: readonly unknown[]): boolean => lines.length === LOG_PAGE_LINES;

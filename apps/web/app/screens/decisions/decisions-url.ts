/** Keeps the filters of the decision log in the URL, so that it can be shared and works without scripts. */
import {
  LOG_PAGE_LINES,
  loggedSubjects,
  logOutcomes,
  type LoggedSubject,
  type LogOutcome,
} from '@hakiki/contract/decision-log-values';
import { textLimits } from '@hakiki/contract/limits';
import { decisionsPath } from '@hakiki/contract/site';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';

export const RECEIVED_FILINGS = 'arrivals';
export const subjectOptions = [...loggedSubjects, RECEIVED_FILINGS] as const;

export interface LogFilters {
  /** Like '2026-11'; '' stands for all months. */
  month: string;
  /** RECEIVED_FILINGS stands for the number of received filings per day. */
  subject: LoggedSubject | typeof RECEIVED_FILINGS | '';
  outcome: LogOutcome | '';
  /** A part of the name of the subject. */
  search: string;
  /** The number of the last entry of the previous page; 0 on the first page. */
  before: number;
}

export function parseLogFilters(params: URLSearchParams): LogFilters {
  const month = params.get('month') ?? '';
  const before = Number(params.get('before'));
  return {
    month: /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : '',
    subject: subjectOptions.find((candidate) => candidate === params.get('subject')) ?? '',
    outcome: logOutcomes.find((candidate) => candidate === params.get('outcome')) ?? '',
    search: (params.get('search') ?? '').trim().slice(0, textLimits.search),
    before: Number.isSafeInteger(before) && before > 0 ? before : 0,
  };
}

export const isFiltered = ({ month, subject, outcome, search }: LogFilters): boolean =>
  Boolean(month || subject || outcome || search);

/** Writes only the filters that differ from the default into the URL. */
export function logPath({ month, subject, outcome, search, before }: LogFilters): string {
  const entries = [
    ['month', month],
    ['subject', subject],
    ['outcome', outcome],
    ['search', search],
    ['before', before === 0 ? '' : String(before)],
  ].filter(([, value]) => value !== '');
  const query = new URLSearchParams(entries).toString();
  return pathTo(decisionsPath) + (query && `?${query}`);
}

export const logQuery = ({ month, subject, outcome, search, before }: LogFilters) =>
  defineQuery('/api/decision-log', {
    query: {
      part: subject === RECEIVED_FILINGS ? 'arrivals' : 'decisions',
      month,
      subject: subject === RECEIVED_FILINGS ? undefined : subject,
      outcome,
      search,
      before: before === 0 ? undefined : before,
    },
    anonymous: true,
  });
export const logIndexQuery = defineQuery('/api/decision-log/index', { anonymous: true });

/** A full page may be followed by another one. */
export const hasMore = (lines: readonly unknown[]): boolean => lines.length === LOG_PAGE_LINES;

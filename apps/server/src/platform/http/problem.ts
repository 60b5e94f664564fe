/** Converts an error reply to the standard format of HTTP APIs (RFC 9457). */
import { STATUS_CODES } from 'node:http';
import type { ErrorReply } from '@hakiki/contract/errors';
import type { Problem } from '@hakiki/contract/v1';

const QUOTA_PROBLEM = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
export const PROBLEM_TYPE = 'application/problem+json';

export const toProblem = (status: number, errorReply: ErrorReply): Problem => ({
  type: status === 429 ? QUOTA_PROBLEM : 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail: errorReply.message,
  ...errorReply,
  ...(status === 429 && { 'violated-policies': [errorReply.code === 'QUOTA_EXCEEDED' ? 'month' : 'hour'] }),
});

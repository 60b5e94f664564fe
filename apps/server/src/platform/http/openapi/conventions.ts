/** The conventions that all calls of a document share: error format, headers and examples. */
import type { ApiAudience } from '@hakiki/contract/api-documents';
import { type EndpointDefinition, listParameters } from '@hakiki/contract/endpoint';
import { type ErrorCode, errorKinds, ErrorReply, errors } from '@hakiki/contract/errors';
import { TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import { Problem } from '@hakiki/contract/v1';
import { type SampleCall, sampleCalls } from '@hakiki/contract/v1-samples';
import { v1ParameterDescriptions, v1ParameterValues } from '@hakiki/contract/v1-words';
import type { z } from 'zod';
import { PROBLEM_TYPE, toProblem } from '../problem.ts';

export interface OpenApiConventions {
  errorFormat: { type: string; shape: z.core.$ZodType; exampleOf: (code: ErrorCode) => object };
  /** The header names of a response; `headers` describes them. */
  listHeaders: (endpoint: EndpointDefinition, status: number) => string[];
  findSample: (endpoint: EndpointDefinition) => SampleCall | undefined;
  /** Describes a query or path parameter. */
  describeParameter: (parameter: string) => string | undefined;
  /** The allowed values of a query parameter that takes several, joined by commas. */
  listValues: (parameter: string) => readonly string[] | undefined;
  /** Responses have an ETag and support 304 Not Modified. */
  supportsNotModified: boolean;
}

const nonNegativeInteger = { type: 'integer', minimum: 0 };
const stringSchema = { type: 'string' };

export const headers = {
  [TOTAL_COUNT_HEADER]: { description: 'Number of all matches.', schema: nonNegativeInteger },
  Link: {
    description:
      'The address of the next page, as rel="next"; missing on the last one. Of a call that is to end: where to read about it, as rel="deprecation".',
    schema: stringSchema,
  },
  Deprecation: {
    description: 'The call is to end; since when that is announced.',
    schema: stringSchema,
    example: '@1798761600',
  },
  Sunset: {
    description: 'From when on the call is no longer answered.',
    schema: stringSchema,
    example: 'Sat, 01 Jan 2028 00:00:00 GMT',
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 } },
  ETag: {
    description: 'Names this answer; send it as If-None-Match to ask whether it has changed.',
    schema: stringSchema,
  },
  'WWW-Authenticate': { description: 'How a key is sent.', schema: stringSchema },
  'X-RateLimit-Limit': {
    description: 'The limit that is met first: of the hour, or of the month.',
    schema: nonNegativeInteger,
  },
  'X-RateLimit-Remaining': { description: 'What is left of it.', schema: nonNegativeInteger },
  'X-RateLimit-Reset': { description: 'When it starts again, in seconds since 1970.', schema: nonNegativeInteger },
  RateLimit: {
    description: 'What is left of each limit (r) and for how many seconds (t).',
    schema: stringSchema,
    example: '"hour";r=997;t=3412, "month";r=49120;t=1209600',
  },
  'RateLimit-Policy': {
    description: 'Each limit: so many calls (q) in so many seconds (w).',
    schema: stringSchema,
    example: '"hour";q=1000;w=3600, "month";q=50000;w=2592000',
  },
};
type HeaderName = keyof typeof headers;

const rateLimitHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

/** A paginated list links to its next page. */
const isPaged = (endpoint: EndpointDefinition): boolean => listParameters(endpoint).includes('offset');

const siteConventions: OpenApiConventions = {
  errorFormat: {
    type: 'application/json',
    shape: ErrorReply,
    exampleOf: (code) => ({ message: errors[code].message, code }),
  },
  listHeaders: (endpoint, status) =>
    status === 429 ? ['Retry-After'] : isSuccess(endpoint, status) ? listHeadersOfList(endpoint) : [],
  findSample: () => undefined,
  describeParameter: () => undefined,
  listValues: () => undefined,
  supportsNotModified: false,
};

const listHeadersOfList = (endpoint: EndpointDefinition): HeaderName[] =>
  endpoint.totalCount ? [TOTAL_COUNT_HEADER] : [];

const isSuccess = ({ status: success = 200 }: EndpointDefinition, status: number): boolean => status === success;

const parameterDescriptions: Readonly<Record<string, string>> = v1ParameterDescriptions;

const v1Conventions: OpenApiConventions = {
  errorFormat: {
    type: PROBLEM_TYPE,
    shape: Problem,
    exampleOf: (code) => toProblem(errorKinds[errors[code].kind], { message: errors[code].message, code }),
  },
  listHeaders(endpoint, status) {
    const deprecationHeaders = endpoint.deprecated ? ['Deprecation', 'Sunset', 'Link'] : [];
    if (status === 401) return ['WWW-Authenticate', ...deprecationHeaders];
    // A rejected caller is not counted, so there are no rate limit headers.
    if (status === 403) return deprecationHeaders;
    const isRead = endpoint.method === 'GET' && (isSuccess(endpoint, status) || status === 304);
    return [
      ...deprecationHeaders,
      ...rateLimitHeaders,
      ...(status === 429 ? ['Retry-After'] : []),
      ...(isRead ? ['ETag'] : []),
      ...(isSuccess(endpoint, status) && isPaged(endpoint) ? ['Link', TOTAL_COUNT_HEADER] : []),
    ];
  },
  findSample: ({ method, path }) => sampleCalls[`${method} ${path}`],
  describeParameter: (parameter) => parameterDescriptions[parameter],
  listValues: (parameter) => v1ParameterValues[parameter],
  supportsNotModified: true,
};

export const conventionsFor = (audience: ApiAudience): OpenApiConventions =>
  audience === 'v1' ? v1Conventions : siteConventions;

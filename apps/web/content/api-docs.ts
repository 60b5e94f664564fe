/**
 * The documentation of the public API, generated from the contract: calls, parameters, fields, limits and errors are
 * the enforced ones, and the responses are those of test keys. Only the server imports it, so that browsers do not load
 * the schemas.
 */
import { monthlyQuota, publishedTestKey } from '@hakiki/contract/api-key-values';
import { apiDocuments } from '@hakiki/contract/api-documents';
import { type EndpointDefinition, idempotencyKeyLength } from '@hakiki/contract/endpoint';
import { type ErrorCode, errorKinds, errors } from '@hakiki/contract/errors';
import { paging, rateLimits } from '@hakiki/contract/limits';
import { mcpPath } from '@hakiki/contract/mcp';
import type { Language } from '@hakiki/contract/site';
import { v1CommonErrors, v1Endpoints } from '@hakiki/contract/v1';
import { v1Changes, v1ChangesPath } from '@hakiki/contract/v1-changes';
import { listExamples, samplePath } from '@hakiki/contract/v1-examples';
import { sampleCalls } from '@hakiki/contract/v1-samples';
import { toInputJsonSchema, toReplyJsonSchema } from '@hakiki/contract/input-schema';
import { v1ParameterValues, type V1SchemaName } from '@hakiki/contract/v1-words';
import { type ApiDocsWords, generalErrorCodes, type V1CallName, type V1ErrorCode } from './api-docs-words.ts';
import { apiDocsWords } from './index.ts';

interface DocumentedParameter {
  name: string;
  /** The allowed values or the data type. */
  kind: string;
  text: string;
  isRequired: boolean;
}

export interface DocumentedCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** Since when it is deprecated and when it ends; null if it is not. */
  ending: string | null;
  permission: string;
  perHour: number;
  parameters: DocumentedParameter[];
  /** Null if they are those of the call before it. */
  fields: Omit<DocumentedParameter, 'isRequired'>[] | null;
  examples: [language: string, text: string][];
  /** What "Run this call" requests, or the response to show instead for a call that sends something. */
  run: { path: string } | { reply: string };
  /** Its own errors; those of every call are listed once. */
  codes: string[];
}

export interface DocumentedError {
  code: string;
  status: number;
  message: string;
  advice: string;
}

export type ApiDocs = ReturnType<typeof apiDocs>;

interface Property {
  type?: string;
  items?: Property;
  anyOf?: Property[];
  properties?: Record<string, Property>;
  const?: string | number | boolean;
  format?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  default?: unknown;
}

function kindOf(name: string, property: Property, { kinds }: ApiDocsWords): string {
  const { type, format, minimum, maximum, maxLength, default: otherwise } = property;
  const values = property.enum ?? v1ParameterValues[name];
  if (values) return values.join(' | ') + (otherwise === undefined ? '' : kinds.otherwise(otherwise));
  if (type === 'integer' && minimum !== undefined && maximum !== undefined) {
    return kinds.number(minimum, maximum) + (otherwise === undefined ? '' : kinds.otherwise(otherwise));
  }
  if (type === 'array') return kinds.listOf(kindOf('', property.items ?? {}, { kinds } as ApiDocsWords));
  if (format === 'uuid') return kinds.id;
  if (format === 'date-time') return kinds.time;
  return maxLength === undefined ? kinds.text : kinds.textUpTo(maxLength);
}

function parametersOf(endpoint: EndpointDefinition, texts: ApiDocsWords): DocumentedParameter[] {
  return [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = toInputJsonSchema(schema);
    return Object.entries(properties).map(([name, property]) => ({
      name,
      kind: kindOf(name, property as Property, texts),
      text: texts.parameters[name as keyof ApiDocsWords['parameters']],
      isRequired: required.includes(name),
    }));
  });
}

const schemaNames: Record<V1CallName, V1SchemaName> = {
  'GET /api/v1/providers': 'Provider',
  'GET /api/v1/providers/:id': 'Provider',
  'GET /api/v1/providers/:id/compliance': 'Compliance',
  'GET /api/v1/providers/:id/reviews': 'Review',
  'GET /api/v1/alerts': 'FraudAlert',
  'GET /api/v1/alerts/:id': 'FraudAlertDetail',
  'POST /api/v1/check': 'CheckAnswer',
  'POST /api/v1/reports': 'Report',
};

function kindOfField(property: Property, texts: ApiDocsWords): string {
  const { kinds } = texts;
  const alternatives = property.anyOf?.filter(({ type }) => type !== 'null');
  if (alternatives) return kinds.orNull(alternatives.map((one) => kindOfField(one, texts)).join(' | '));
  if (property.const !== undefined) return String(property.const);
  if (property.type === 'array') return kinds.listOf(kindOfField(property.items ?? {}, texts));
  if (property.type === 'object') return kinds.object;
  if (property.type === 'boolean') return kinds.yesOrNo;
  if (property.type === 'integer' && property.maximum === Number.MAX_SAFE_INTEGER) return kinds.integer;
  return kindOf('', property, texts);
}

/** The fields of the response, or of each of its entries if it is a list. */
function fieldsOf(endpoint: EndpointDefinition, name: V1CallName, texts: ApiDocsWords) {
  const schema = toReplyJsonSchema(endpoint.reply) as Property;
  const { properties = {} } = schema.items ?? schema;
  const descriptions: Record<string, string> = texts.fields[schemaNames[name]];
  return Object.entries(properties).map(([field, property]) => ({
    name: field,
    kind: kindOfField(property, texts),
    text: descriptions[field] ?? '',
  }));
}

function limitOf({ rateLimit, path }: EndpointDefinition): number {
  const limit = rateLimits[rateLimit];
  if (!('per' in limit) || limit.per !== 'key' || limit.seconds !== 3600) {
    throw new Error(`${path} has no limit of an hour for each key.`);
  }
  return limit.points;
}

const permissionOf = ({ access }: EndpointDefinition): string => access.replace(/^key:/, '');

function endingOf({ deprecated }: EndpointDefinition, language: Language, { ending }: ApiDocsWords): string | null {
  if (!deprecated) return null;
  const written = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return ending(written.format(new Date(deprecated.since)), written.format(new Date(deprecated.sunset)));
}

const nameOf = ({ method, path }: EndpointDefinition) => `${method} ${path}` as V1CallName;

const commonErrors: ReadonlySet<ErrorCode> = new Set(v1CommonErrors);

function callOf(
  endpoint: EndpointDefinition,
  previous: EndpointDefinition | undefined,
  origin: string,
  language: Language,
): DocumentedCall {
  const texts = apiDocsWords(language);
  const { method, path } = endpoint;
  const name = nameOf(endpoint);
  const isLikePrevious = previous !== undefined && schemaNames[nameOf(previous)] === schemaNames[name];
  return {
    id: `${method.toLowerCase()}${path.replaceAll(/[/:]+/g, '-')}`,
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    summary: texts.calls[name],
    ending: endingOf(endpoint, language, texts),
    permission: permissionOf(endpoint),
    perHour: limitOf(endpoint),
    parameters: parametersOf(endpoint, texts),
    fields: isLikePrevious ? null : fieldsOf(endpoint, name, texts),
    examples: listExamples(endpoint, origin),
    run:
      method === 'GET' ? { path: samplePath(endpoint) } : { reply: JSON.stringify(sampleCalls[name]?.reply, null, 2) },
    codes: endpoint.errors.filter((code) => !commonErrors.has(code)),
  };
}

const errorOf = (code: ErrorCode, texts: ApiDocsWords): DocumentedError => ({
  code,
  status: errorKinds[errors[code].kind],
  message: errors[code].message,
  advice: texts.errors[code as V1ErrorCode],
});

export function apiDocs(language: Language, origin: string) {
  const texts = apiDocsWords(language);
  const endpoints: readonly EndpointDefinition[] = v1Endpoints;
  const codes = [...new Set(endpoints.flatMap(({ errors: own }) => own)), ...generalErrorCodes] as const;
  const { calls: _, parameters: __, errors: ___, kinds: ____, ending: _____, fields: ______, ...prose } = texts;
  const numbers = {
    quota: monthlyQuota,
    page: paging.maxLimit,
    deepest: paging.maxOffset,
    keyLength: idempotencyKeyLength,
    mcpUrl: origin + mcpPath,
  };
  return {
    words: { ...prose, sections: texts.sections(numbers) },
    origin,
    documentPath: apiDocuments.v1,
    feedPath: v1ChangesPath,
    calls: endpoints.map((endpoint, index) => callOf(endpoint, endpoints[index - 1], origin, language)),
    errors: [...new Set(codes)].map((code) => errorOf(code, texts)).toSorted((one, other) => one.status - other.status),
    quota: monthlyQuota,
    testKey: publishedTestKey,
    changes: v1Changes.map(({ day, name, text }) => ({ day, name, text: text[language] ?? text.en })),
  };
}

/** Describes one call as an OpenAPI operation. */
import {
  apiScopes,
  type EndpointDefinition,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeyLength,
} from '@hakiki/contract/endpoint';
import { type ErrorCode, errorKinds, errors } from '@hakiki/contract/errors';
import type { z } from 'zod';
import type { OpenApiConventions } from './conventions.ts';
import type { CallName } from './names.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

const formWithFiles = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } } },
  },
};

const file = (maxLength?: number) => ({
  'application/octet-stream': { schema: { type: 'string', format: 'binary', ...(maxLength && { maxLength }) } },
});

const idempotencyKeyParameter = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  required: false,
  description: 'Chosen by the sender, random. Sent again with the same body, the call acts once and answers as before.',
  schema: { type: 'string', minLength: idempotencyKeyLength.min, maxLength: idempotencyKeyLength.max },
};

const ifNoneMatchParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an earlier answer. Where nothing has changed since, 304 is answered without a body.',
  schema: { type: 'string' },
};

function describeParameters(
  schema: z.core.$ZodType | undefined,
  location: 'path' | 'query',
  schemas: Schemas,
  { describeParameter, listValues }: OpenApiConventions,
  examples: Record<string, string | number> = {},
) {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.reference(schema, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const description = describeParameter(name);
    const example = examples[name];
    const values = location === 'query' ? listValues(name) : undefined;
    return {
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      ...(description && { description }),
      ...(values
        ? { schema: { type: 'array', items: { type: 'string', enum: values } }, style: 'form', explode: false }
        : { schema: property }),
      ...(example !== undefined && { example }),
    };
  });
}

function describeSecurity({ access }: EndpointDefinition) {
  if (access === 'public') return [];
  const scope = apiScopes.find((known) => access === `key:${known}`);
  return scope ? [{ apiKey: [scope] }] : [{ session: [] }];
}

/** The edge limits the rate of every call, also where the server does not. */
export const listErrorCodes = ({ errors: own }: EndpointDefinition): ErrorCode[] => [
  ...new Set([...own, 'RATE_LIMITED' as const]),
];

export const referToExample = (code: ErrorCode): [ErrorCode, object] => [
  code,
  { $ref: `#/components/examples/${code}` },
];

const describeHeaders = (names: readonly string[]) =>
  names.length > 0 && {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };

function describeErrors(
  endpoint: EndpointDefinition,
  { errorFormat, listHeaders }: OpenApiConventions,
  schemas: Schemas,
) {
  const schema = schemas.reference(errorFormat.shape, 'output');
  const byStatus = Map.groupBy(listErrorCodes(endpoint), (code) => errorKinds[errors[code].kind]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${errors[code].message}`).join(' '),
        ...describeHeaders(listHeaders(endpoint, status)),
        content: { [errorFormat.type]: { schema, examples: Object.fromEntries(codes.map(referToExample)) } },
      },
    ]),
  );
}

function describeSuccess(
  endpoint: EndpointDefinition,
  { listHeaders, findSample }: OpenApiConventions,
  schemas: Schemas,
) {
  if (endpoint.status === 302) return { description: 'The way on.' };
  return {
    description: 'Success.',
    ...describeHeaders(listHeaders(endpoint, endpoint.status ?? 200)),
    content: endpoint.isDownload
      ? file()
      : json(schemas.reference(endpoint.reply, 'output'), findSample(endpoint)?.reply),
  };
}

export function describeOperation(
  endpoint: EndpointDefinition,
  name: CallName | undefined,
  conventions: OpenApiConventions,
  schemas: Schemas,
) {
  const sample = conventions.findSample(endpoint);
  const supportsNotModified = conventions.supportsNotModified && endpoint.method === 'GET';
  return {
    ...(name && { operationId: name.operationId, tags: [name.tag] }),
    summary: endpoint.summary,
    ...(endpoint.deprecated && { deprecated: true }),
    parameters: [
      ...describeParameters(endpoint.params, 'path', schemas, conventions, sample?.params),
      ...describeParameters(endpoint.query, 'query', schemas, conventions, sample?.query),
      ...(endpoint.idempotencyKey ? [idempotencyKeyParameter] : []),
      ...(supportsNotModified ? [ifNoneMatchParameter] : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.mayBeEmpty,
        content: endpoint.isForm
          ? formWithFiles
          : endpoint.uploadBytes
            ? file(endpoint.uploadBytes)
            : json(schemas.reference(endpoint.body, 'input'), sample?.body),
      },
    }),
    responses: {
      [endpoint.status ?? 200]: describeSuccess(endpoint, conventions, schemas),
      ...(supportsNotModified && {
        304: {
          description: 'Unchanged; it costs nothing.',
          ...describeHeaders(conventions.listHeaders(endpoint, 304)),
        },
      }),
      ...describeErrors(endpoint, conventions, schemas),
      default: { $ref: '#/components/responses/Unforeseen' },
    },
    security: describeSecurity(endpoint),
  };
}

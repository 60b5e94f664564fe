/** Describes one call as an OpenAPI operation. */
import {
  apiScopes,
  type EndpointDefinition,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeyLength,
} from '@hakiki/contract/endpoint';
import { type ErrorCode, errorKinds, errors } from '@hakiki/contract/errors';
import type { z } from 'zod';
import type { Manner } from './manner.ts';
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

const keyParameter = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  required: false,
  description: 'Chosen by the sender, random. Sent again with the same body, the call acts once and answers as before.',
  schema: { type: 'string', minLength: idempotencyKeyLength.min, maxLength: idempotencyKeyLength.max },
};

const unchangedParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an earlier answer. Where nothing has changed since, 304 is answered without a body.',
  schema: { type: 'string' },
};

function parametersOf(
  schema: z.core.$ZodType | undefined,
  place: 'path' | 'query',
  schemas: Schemas,
  wordsOf: Manner['wordsOf'],
  examples: Record<string, string | number> = {},
) {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.of(schema, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const description = wordsOf(name);
    const example = examples[name];
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description && { description }),
      schema: property,
      ...(example !== undefined && { example }),
    };
  });
}

function securityOf({ access }: EndpointDefinition) {
  if (access === 'public') return [];
  const scope = apiScopes.find((known) => access === `key:${known}`);
  return scope ? [{ apiKey: [scope] }] : [{ session: [] }];
}

/** The edge limits the rate of every call, also where the server does not. */
export const codesOf = ({ errors: own }: EndpointDefinition): ErrorCode[] => [
  ...new Set([...own, 'RATE_LIMITED' as const]),
];

export const referToExample = (code: ErrorCode): [ErrorCode, object] => [
  code,
  { $ref: `#/components/examples/${code}` },
];

const withHeaders = (names: readonly string[]) =>
  names.length > 0 && {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };

function refusalsOf(endpoint: EndpointDefinition, { refusal, headersOf }: Manner, schemas: Schemas) {
  const schema = schemas.of(refusal.shape, 'output');
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => errorKinds[errors[code].kind]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${errors[code].message}`).join(' '),
        ...withHeaders(headersOf(endpoint, status)),
        content: { [refusal.type]: { schema, examples: Object.fromEntries(codes.map(referToExample)) } },
      },
    ]),
  );
}

function successOf(endpoint: EndpointDefinition, { headersOf, sampleOf }: Manner, schemas: Schemas) {
  if (endpoint.status === 302) return { description: 'The way on.' };
  return {
    description: 'Success.',
    ...withHeaders(headersOf(endpoint, endpoint.status ?? 200)),
    content: endpoint.isDownload ? file() : json(schemas.of(endpoint.reply, 'output'), sampleOf(endpoint)?.reply),
  };
}

export function operationOf(
  endpoint: EndpointDefinition,
  name: CallName | undefined,
  manner: Manner,
  schemas: Schemas,
) {
  const sample = manner.sampleOf(endpoint);
  const mayBeUnchanged = manner.tellsUnchanged && endpoint.method === 'GET';
  return {
    ...(name && { operationId: name.operationId, tags: [name.tag] }),
    summary: endpoint.summary,
    ...(endpoint.deprecated && { deprecated: true }),
    parameters: [
      ...parametersOf(endpoint.params, 'path', schemas, manner.wordsOf, sample?.params),
      ...parametersOf(endpoint.query, 'query', schemas, manner.wordsOf, sample?.query),
      ...(endpoint.idempotencyKey ? [keyParameter] : []),
      ...(mayBeUnchanged ? [unchangedParameter] : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.mayBeEmpty,
        content: endpoint.isForm
          ? formWithFiles
          : endpoint.uploadBytes
            ? file(endpoint.uploadBytes)
            : json(schemas.of(endpoint.body, 'input'), sample?.body),
      },
    }),
    responses: {
      [endpoint.status ?? 200]: successOf(endpoint, manner, schemas),
      ...(mayBeUnchanged && {
        304: { description: 'Unchanged; it costs nothing.', ...withHeaders(manner.headersOf(endpoint, 304)) },
      }),
      ...refusalsOf(endpoint, manner, schemas),
      default: { $ref: '#/components/responses/Unforeseen' },
    },
    security: securityOf(endpoint),
  };
}

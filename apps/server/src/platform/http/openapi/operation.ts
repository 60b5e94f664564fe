/** One call, as OpenAPI has it. */
import {
  apiScopes,
  type EndpointDefinition,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeyLength,
} from '@hakiki/contract/endpoint';
import { type ErrorCode, errorKinds, errors } from '@hakiki/contract/errors';
import { TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import type { z } from 'zod';
import type { CallName } from './names.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

/** How a document shows what all of its calls have in common. */
export interface Manner {
  schemas: Schemas;
  /** Of a refusal. */
  refusal: { type: string; schema: JsonSchema };
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

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

function parametersOf(schema: z.core.$ZodType | undefined, place: 'path' | 'query', schemas: Schemas) {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.of(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function securityOf({ access }: EndpointDefinition) {
  if (access === 'public') return [];
  const scope = apiScopes.find((known) => access === `key:${known}`);
  return scope ? [{ apiKey: [scope] }] : [{ session: [] }];
}

/** The edge counts every call, whatever the origin does. */
export const codesOf = ({ errors: own }: EndpointDefinition): ErrorCode[] => [
  ...new Set([...own, 'RATE_LIMITED' as const]),
];

export const exampleOf = (code: ErrorCode): [ErrorCode, object] => [code, { $ref: `#/components/examples/${code}` }];

function refusalsOf(endpoint: EndpointDefinition, { refusal }: Manner) {
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => errorKinds[errors[code].kind]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${errors[code].message}`).join(' '),
        ...(status === 429 && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
        content: { [refusal.type]: { schema: refusal.schema, examples: Object.fromEntries(codes.map(exampleOf)) } },
      },
    ]),
  );
}

function successOf(endpoint: EndpointDefinition, { schemas }: Manner) {
  if (endpoint.status === 302) return { description: 'The way on.' };
  return {
    description: 'Success.',
    ...(endpoint.totalCount && {
      headers: { [TOTAL_COUNT_HEADER]: { $ref: `#/components/headers/${TOTAL_COUNT_HEADER}` } },
    }),
    content: endpoint.isDownload ? file() : json(schemas.of(endpoint.reply, 'output')),
  };
}

export function operationOf(endpoint: EndpointDefinition, name: CallName | undefined, manner: Manner) {
  const { schemas } = manner;
  return {
    ...(name && { operationId: name.operationId, tags: [name.tag] }),
    summary: endpoint.summary,
    parameters: [
      ...parametersOf(endpoint.params, 'path', schemas),
      ...parametersOf(endpoint.query, 'query', schemas),
      ...(endpoint.idempotencyKey ? [keyParameter] : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.mayBeEmpty,
        content: endpoint.isForm
          ? formWithFiles
          : endpoint.uploadBytes
            ? file(endpoint.uploadBytes)
            : json(schemas.of(endpoint.body, 'input')),
      },
    }),
    responses: {
      [endpoint.status ?? 200]: successOf(endpoint, manner),
      ...refusalsOf(endpoint, manner),
      default: { $ref: '#/components/responses/Unforeseen' },
    },
    security: securityOf(endpoint),
  };
}

/** The API's documentation, read off the contract. */
import {
  apiScopes,
  type EndpointDefinition,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeyLength,
} from '@hakiki/contract/endpoint';
import { ErrorReply, errorKinds, errors } from '@hakiki/contract/errors';
import { TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import * as z from 'zod';

type JsonSchema = Record<string, unknown> & { properties?: Record<string, JsonSchema>; required?: string[] };

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
};

function parametersOf(schema: z.core.$ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const keyParameter = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  required: false,
  description: 'Chosen by the sender, random. Sent again with the same body, the call acts once and answers as before.',
  schema: { type: 'string', minLength: idempotencyKeyLength.min, maxLength: idempotencyKeyLength.max },
};

const file = (maxLength?: number) => ({
  'application/octet-stream': { schema: { type: 'string', format: 'binary', ...(maxLength && { maxLength }) } },
});

function operationOf(endpoint: EndpointDefinition) {
  const json = (schema: unknown) => ({ 'application/json': { schema } });
  const failures = Map.groupBy(endpoint.errors, (code) => errorKinds[errors[code].kind]);
  return {
    summary: endpoint.summary,
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.idempotencyKey ? [keyParameter] : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: endpoint.uploadBytes ? file(endpoint.uploadBytes) : json(schemaOf(endpoint.body, 'input')),
      },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: endpoint.status === 302 ? 'The way on.' : 'Success.',
        ...(endpoint.totalCount && {
          headers: { [TOTAL_COUNT_HEADER]: { description: 'Number of all matches.', schema: { type: 'integer' } } },
        }),
        ...(endpoint.status !== 302 && {
          content: endpoint.isDownload ? file() : json(schemaOf(endpoint.reply, 'output')),
        }),
      },
      ...Object.fromEntries(
        [...failures].map(([status, codes]) => [
          status,
          {
            description: codes.map((code) => `${code}: ${errors[code].message}`).join(' '),
            content: json({ $ref: '#/components/schemas/Error' }),
          },
        ]),
      ),
    },
    security: securityOf(endpoint),
  };
}

function securityOf({ access }: EndpointDefinition) {
  if (access === 'public') return [];
  const scope = apiScopes.find((known) => access === `key:${known}`);
  return scope ? [{ apiKey: [scope] }] : [{ session: [] }];
}

export function describeApi(
  endpoints: readonly EndpointDefinition[],
  { version, publicUrl }: { version: string; publicUrl: string },
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hakiki', version, description: 'Verify before you trust.', license: { name: 'AGPL-3.0-only' } },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorReply, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

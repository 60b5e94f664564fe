/** Generates the OpenAPI documents from the contract: each describes the calls of one audience. */
import { type ApiAudience, getAudience } from '@hakiki/contract/api-documents';
import { publishedTestKey } from '@hakiki/contract/api-key-values';
import { areas } from '@hakiki/contract/areas';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { type ErrorCode, ErrorReply } from '@hakiki/contract/errors';
import { v1FieldDescriptions, v1NestedDescriptions, v1ParameterValues } from '@hakiki/contract/v1-words';
import { headers, conventionsFor } from './conventions.ts';
import { readContractNames } from './names.ts';
import { listErrorCodes, describeOperation, referToExample } from './operation.ts';
import { createSchemas, type JsonSchema } from './schemas.ts';
import { describeWebhooks, WEBHOOKS_TAG } from './webhooks.ts';

interface DocumentOptions {
  version: string;
  publicUrl: string;
}

const documentInfo: Record<ApiAudience, { title: string; description: string }> = {
  public: {
    title: 'Hakiki, for everyone',
    description:
      'What anybody can read and send. Answers to reads may be used in pages of other sites, without cookies.',
  },
  member: { title: 'Hakiki, for members', description: 'What those who are signed in can call.' },
  staff: { title: 'Hakiki, for the team', description: 'What administrators and moderators can call.' },
  v1: {
    title: 'Hakiki API',
    description:
      'The public register for programs. Keys are created on /api; those that begin with hk_test_ are answered from a fixed sample. ' +
      `The test key ${publishedTestKey} is for everybody. ` +
      'Fields may be added to an answer. Nothing is taken away or given another meaning before the headers Deprecation and Sunset have announced it for a year.',
  },
};

/** Errors that every call can return, in the same format. */
const generalErrorCodes = ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'TOO_LARGE', 'UNEXPECTED', 'UNAVAILABLE'] as const;

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  apiKey: { type: 'http', scheme: 'bearer', description: 'A key, sent as: Authorization: Bearer hk_live_…' },
};

export function createOpenApiDocument(
  allEndpoints: readonly EndpointDefinition[],
  audience: ApiAudience,
  { version, publicUrl }: DocumentOptions,
) {
  const endpoints = allEndpoints.filter((one) => getAudience(one) === audience);
  const conventions = conventionsFor(audience);
  const { type, shape, exampleOf } = conventions.errorFormat;
  const names = readContractNames(areas);
  const schemas = createSchemas(new Map([...names.schemas, [ErrorReply, 'Error']]), endpoints);
  const codes = [...new Set([...endpoints.flatMap(listErrorCodes), ...generalErrorCodes])];

  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = describeOperation(endpoint, names.findCallName(endpoint), conventions, schemas);
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation;
  }
  const pathsJson = JSON.stringify(paths);
  const isUsed = (text: string) => pathsJson.includes(text);
  const webhooks = audience === 'v1' ? describeWebhooks(schemas) : undefined;
  const tags = new Set([
    ...endpoints.map((endpoint) => names.findCallName(endpoint)?.tag),
    ...(webhooks ? [WEBHOOKS_TAG] : []),
  ]);
  return {
    openapi: '3.1.0',
    info: { ...documentInfo[audience], version, license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' } },
    servers: [{ url: publicUrl }],
    tags: areas.filter(({ name }) => tags.has(name)).map(({ name, about: description }) => ({ name, description })),
    paths,
    ...(webhooks && { webhooks }),
    components: {
      responses: {
        Unforeseen: {
          description: 'Whatever else went wrong, in the one shape of all refusals.',
          content: {
            [type]: {
              schema: schemas.reference(shape, 'output'),
              examples: Object.fromEntries(generalErrorCodes.map(referToExample)),
            },
          },
        },
      },
      schemas: describeSchemas(listCodesInErrorSchemas(schemas.listUsed(), codes)),
      examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      headers: pickUsed(headers, (name) => isUsed(`#/components/headers/${name}"`)),
      securitySchemes: pickUsed(securitySchemes, (name) => isUsed(`"${name}":[`)),
    },
  };
}

function pickUsed<Value>(from: Record<string, Value>, isUsed: (name: string) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => isUsed(name)));
}

const fieldDescriptions: Record<string, Record<string, string> | undefined> = {
  ...v1NestedDescriptions,
  ...v1FieldDescriptions,
};

/** Adds descriptions to the fields of the public API's schemas, also of the objects inside them. */
function describeFields(schema: JsonSchema, path: string): JsonSchema {
  const { properties, items, anyOf } = schema as JsonSchema & { items?: JsonSchema; anyOf?: JsonSchema[] };
  const descriptions = fieldDescriptions[path];
  return {
    ...schema,
    ...(items && { items: describeFields(items, `${path}[]`) }),
    ...(anyOf && { anyOf: anyOf.map((one) => describeFields(one, path)) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          const description = descriptions?.[name];
          return [name, { ...describeFields(property, `${path}.${name}`), ...(description && { description }) }];
        }),
      ),
    }),
  };
}

/** A sent value in any letter case has no list in its schema. */
function listSentValues(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const values = v1ParameterValues[name];
    return [
      name,
      values && !property['enum'] && property['type'] === 'string' ? { ...property, enum: values } : property,
    ];
  });
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, JsonSchema> };
}

const describeSchemas = (schemas: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      describeFields(name === 'NewV1ReportSent' ? listSentValues(schema) : schema, name),
    ]),
  );

/** Lists in the error schemas only the codes that calls of this document can return. */
function listCodesInErrorSchemas(
  schemas: Record<string, JsonSchema>,
  codes: readonly ErrorCode[],
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (name !== 'Error' && name !== 'Problem') return [name, schema];
      const code = { ...schema.properties?.['code'], enum: codes };
      return [name, { ...schema, properties: { ...schema.properties, code } }];
    }),
  );
}

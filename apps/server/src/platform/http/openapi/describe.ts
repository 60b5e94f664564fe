/** The API's documents, read off the contract: each describes the calls of one audience and nothing else. */
import { type ApiAudience, audienceOf } from '@hakiki/contract/api-documents';
import { areas } from '@hakiki/contract/areas';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { type ErrorCode, ErrorReply, errors } from '@hakiki/contract/errors';
import { TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import { readNames } from './names.ts';
import { codesOf, exampleOf, operationOf } from './operation.ts';
import { createSchemas } from './schemas.ts';

interface Described {
  version: string;
  publicUrl: string;
}

const about: Record<ApiAudience, { title: string; description: string }> = {
  public: {
    title: 'Hakiki, for everyone',
    description:
      'What anybody can read and send. Answers to reads may be used in pages of other sites, without cookies.',
  },
  member: { title: 'Hakiki, for members', description: 'What those who are signed in can call.' },
  staff: { title: 'Hakiki, for the team', description: 'What administrators and moderators can call.' },
};

/** What can happen to every call, and is answered in the same shape. */
const general = ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'TOO_LARGE', 'UNEXPECTED', 'UNAVAILABLE'] as const;

const headers = {
  [TOTAL_COUNT_HEADER]: { description: 'Number of all matches.', schema: { type: 'integer', minimum: 0 } },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 } },
};

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  apiKey: { type: 'http', scheme: 'bearer' },
};

export function describeApi(
  all: readonly EndpointDefinition[],
  audience: ApiAudience,
  { version, publicUrl }: Described,
) {
  const endpoints = all.filter((one) => audienceOf(one) === audience);
  const names = readNames(areas);
  const schemas = createSchemas(new Map([...names.schemas, [ErrorReply, 'Error']]), endpoints);
  const refusal = { type: 'application/json', schema: schemas.of(ErrorReply, 'output') };
  const codes = [...new Set([...endpoints.flatMap(codesOf), ...general])];

  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = operationOf(endpoint, names.ofCall(endpoint), { schemas, refusal });
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation;
  }
  const written = JSON.stringify(paths);
  const uses = (words: string) => written.includes(words);
  const tags = new Set(endpoints.map((endpoint) => names.ofCall(endpoint)?.tag));
  return {
    openapi: '3.1.0',
    info: { ...about[audience], version, license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' } },
    servers: [{ url: publicUrl }],
    tags: areas.filter(({ name }) => tags.has(name)).map(({ name, about: description }) => ({ name, description })),
    paths,
    components: {
      schemas: withCodes(schemas.used(), codes),
      examples: Object.fromEntries(codes.map((code) => [code, { value: { message: errors[code].message, code } }])),
      headers: pick(headers, (name) => uses(`#/components/headers/${name}"`)),
      responses: {
        Unforeseen: {
          description: 'Whatever else went wrong, in the one shape of all refusals.',
          content: {
            [refusal.type]: { schema: refusal.schema, examples: Object.fromEntries(general.map(exampleOf)) },
          },
        },
      },
      securitySchemes: pick(securitySchemes, (name) => uses(`"${name}":[`)),
    },
  };
}

function pick<Value>(from: Record<string, Value>, isWanted: (name: string) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => isWanted(name)));
}

/** A document names the refusals of its own calls. */
function withCodes(schemas: ReturnType<ReturnType<typeof createSchemas>['used']>, codes: readonly ErrorCode[]) {
  const shape = schemas['Error'];
  if (!shape) return schemas;
  const code = { ...shape.properties?.['code'], enum: codes };
  return { ...schemas, Error: { ...shape, properties: { ...shape.properties, code } } };
}

/**
 * Rules for every endpoint, as functions that list the violations; the rules are tested on endpoints that break them.
 */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import * as z from 'zod';
import { AppError } from '../../src/platform/app-error.ts';
import { type Actor, guard } from '../../src/platform/http/actor.ts';
import type { Route } from '../../src/platform/http/route.ts';

export const getEndpointName = ({ method, path }: EndpointDefinition): string => `${method} ${path}`;

/** Lists endpoints without a handler, handlers without an endpoint, and endpoints with two handlers. */
export function findRouteViolations(endpoints: readonly EndpointDefinition[], routes: readonly Route[]): string[] {
  const declared = endpoints.map(getEndpointName);
  const handled = routes.map(({ endpoint }) => getEndpointName(endpoint));
  return [
    ...declared.filter((name) => !handled.includes(name)).map((name) => `${name} has no handler`),
    ...handled.filter((name) => !declared.includes(name)).map((name) => `${name} is not in the contract`),
    ...handled.filter((name, index) => handled.indexOf(name) !== index).map((name) => `${name} is handled twice`),
  ];
}

type JsonSchema = { [key: string]: unknown };

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

function* findArrays(schema: unknown, path: string): Generator<{ path: string; maxItems: unknown }> {
  if (!isSchema(schema)) return;
  if (schema['type'] === 'array') yield { path, maxItems: schema['maxItems'] };
  for (const [key, inner] of Object.entries(schema)) {
    if (isSchema(inner)) yield* findArrays(inner, key === 'items' ? `${path}[]` : `${path}.${key}`);
  }
}

const jsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;

/** Lists arrays in the reply without a maximum, and page sizes larger than the reply's maximum. */
export function findListViolations(endpoint: EndpointDefinition): string[] {
  const lists = [...findArrays(jsonSchema(endpoint.reply, 'output'), 'reply')];
  const violations = lists
    .filter(({ maxItems }) => typeof maxItems !== 'number')
    .map(({ path }) => `${getEndpointName(endpoint)}: ${path} has no bound`);
  const replyArray = lists.find(({ path }) => path === 'reply');
  if (replyArray && endpoint.totalCount) {
    const query = endpoint.query ? jsonSchema(endpoint.query, 'input') : {};
    const { limit, offset } = (query['properties'] ?? {}) as Record<string, JsonSchema | undefined>;
    const largest = limit?.['maximum'];
    // A list without pages is the head of a longer one, with the maximum of its reply.
    if ((limit ?? offset) && !(typeof largest === 'number' && largest <= Number(replyArray.maxItems))) {
      violations.push(`${getEndpointName(endpoint)}: limit may exceed the reply`);
    }
  }
  return violations;
}

/** Lists fields of a response that its schema does not define, and defined fields that are missing. */
export function findFieldViolations(schema: z.core.$ZodType, value: unknown, fieldPath = 'reply'): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') {
    return value === null || value === undefined ? [] : findFieldViolations(def.innerType, value, fieldPath);
  }
  if (def.type === 'array') {
    if (!Array.isArray(value)) return [`${fieldPath} is not a list`];
    return value.flatMap((item) => findFieldViolations(def.element, item, `${fieldPath}[]`));
  }
  if (def.type === 'record' && typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) =>
      findFieldViolations(def.valueType, inner, `${fieldPath}.${key}`),
    );
  }
  if (def.type !== 'object') {
    return typeof value === 'object' && value !== null ? [`${fieldPath} holds more than one plain value`] : [];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${fieldPath} is not an object`];
  const fields = value as Record<string, unknown>;
  return [
    ...Object.keys(fields)
      .filter((key) => !Object.hasOwn(def.shape, key))
      .map((key) => `${fieldPath}.${key} is not in the contract`),
    ...Object.entries(def.shape).flatMap(([key, inner]) => {
      if (Object.hasOwn(fields, key)) return findFieldViolations(inner, fields[key], `${fieldPath}.${key}`);
      return (inner as z.core.$ZodTypes)._zod.def.type === 'optional' ? [] : [`${fieldPath}.${key} is missing`];
    }),
  ];
}

/** Returns the status of the access check for each actor: 200, 401 or 403. */
export function listAccessStatuses<Name extends string>(
  endpoint: EndpointDefinition,
  principals: Record<Name, Actor>,
): Record<Name, number> {
  const entries = Object.entries<Actor>(principals).map(([name, actor]) => [name, getAccessStatus(endpoint, actor)]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

function getAccessStatus(endpoint: EndpointDefinition, actor: Actor): number {
  try {
    guard(endpoint, actor);
    return 200;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'NOT_SIGNED_IN' ? 401 : 403;
  }
}

/** Converts the contract's schemas to JSON Schema. A named schema is described once and referenced by its name. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import * as z from 'zod';

export type JsonSchema = Record<string, unknown> & { properties?: Record<string, JsonSchema>; required?: string[] };

export type Names = ReadonlyMap<z.core.$ZodType, string>;
type Direction = 'input' | 'output';

const REFERENCE = '#/components/schemas/';
/** Suffix of a schema's input form where it differs from the output form, as in optional fields. */
const SENT = 'Sent';
/** Prefix of generated keys for schemas without a name. */
const NAMELESS = ' ';

export interface Schemas {
  /** Accepts a named schema or a schema of an endpoint. */
  of: (schema: z.core.$ZodType, direction: Direction) => JsonSchema;
  /** All schemas referenced so far, by name. */
  used: () => Record<string, JsonSchema>;
}

export function createSchemas(names: Names, endpoints: readonly EndpointDefinition[]): Schemas {
  const all = new Map(names);
  const parts = endpoints.flatMap(({ params, query, body, reply }) => [params, query, body, reply]);
  for (const part of parts) if (part && !all.has(part)) all.set(part, `${NAMELESS}${all.size}`);
  const described = { input: describe(all, 'input'), output: describe(all, 'output') };
  const isSame = (name: string) => JSON.stringify(described.input[name]) === JSON.stringify(described.output[name]);
  const used = new Map<string, JsonSchema>();

  /** Resolves every reference, so that referenced schemas are described too. */
  function settle(schema: unknown, direction: Direction): unknown {
    if (Array.isArray(schema)) return schema.map((one) => settle(one, direction));
    if (typeof schema !== 'object' || schema === null) return schema;
    const target = (schema as JsonSchema)['$ref'];
    if (typeof target === 'string') return refer(target.slice(REFERENCE.length), direction);
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, settle(value, direction)]));
  }

  function refer(name: string, direction: Direction): JsonSchema {
    const schema = described[direction][name];
    if (name.startsWith(NAMELESS)) return settle(schema, direction) as JsonSchema;
    const shown = direction === 'output' || isSame(name) ? name : `${name}${SENT}`;
    if (!used.has(shown)) {
      // Registered before its content is resolved: a schema may refer to itself.
      used.set(shown, {});
      used.set(shown, settle(schema, direction) as JsonSchema);
    }
    return { $ref: `${REFERENCE}${shown}` };
  }

  return {
    of(schema, direction) {
      const name = all.get(schema);
      if (name === undefined) throw new Error('This schema belongs to no endpoint and has no name.');
      return refer(name, direction);
    },
    used: () => Object.fromEntries([...used].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function describe(names: Names, io: Direction): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => `${REFERENCE}${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as JsonSchema]),
  );
}

/** What is sent, as JSON Schema. What the contract names is described once, and referred to by that name. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import * as z from 'zod';

export type JsonSchema = Record<string, unknown> & { properties?: Record<string, JsonSchema>; required?: string[] };

export type Names = ReadonlyMap<z.core.$ZodType, string>;
type Direction = 'input' | 'output';

const REFERENCE = '#/components/schemas/';
/** What goes in is named apart where it differs from what comes out, as where a value can be left out. */
const SENT = 'Sent';
/** Begins what stands in for a name where there is none. */
const NAMELESS = ' ';

export interface Schemas {
  /** Of a part of the endpoints, or of what has a name. */
  of: (schema: z.core.$ZodType, direction: Direction) => JsonSchema;
  /** All that was referred to so far, by name. */
  used: () => Record<string, JsonSchema>;
}

export function createSchemas(names: Names, endpoints: readonly EndpointDefinition[]): Schemas {
  const all = new Map(names);
  const parts = endpoints.flatMap(({ params, query, body, reply }) => [params, query, body, reply]);
  for (const part of parts) if (part && !all.has(part)) all.set(part, `${NAMELESS}${all.size}`);
  const described = { input: describe(all, 'input'), output: describe(all, 'output') };
  const isSame = (name: string) => JSON.stringify(described.input[name]) === JSON.stringify(described.output[name]);
  const used = new Map<string, JsonSchema>();

  /** Follows every reference, so that what is referred to is described too. */
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
      // Before what is inside: a schema may refer to itself.
      used.set(shown, {});
      used.set(shown, settle(schema, direction) as JsonSchema);
    }
    return { $ref: `${REFERENCE}${shown}` };
  }

  return {
    of(schema, direction) {
      const name = all.get(schema);
      if (name === undefined) throw new Error('This schema is of no endpoint and has no name.');
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

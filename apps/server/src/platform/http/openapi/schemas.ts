/** Converts the contract's schemas to JSON Schema. A named schema is described once and referenced by its name. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import * as z from 'zod';

export type JsonSchema = Record<string, unknown> & { properties?: Record<string, JsonSchema>; required?: string[] };

export type Names = ReadonlyMap<z.core.$ZodType, string>;
type Direction = 'input' | 'output';

const REFERENCE_PREFIX = '#/components/schemas/';
/** Suffix of a schema's input form where it differs from the output form, as in optional fields. */
const INPUT_SUFFIX = 'Sent';
/** Prefix of generated keys for schemas without a name. */
const UNNAMED_PREFIX = ' ';

export interface Schemas {
  /** Accepts a named schema or a schema of an endpoint. */
  reference: (schema: z.core.$ZodType, direction: Direction) => JsonSchema;
  /** All schemas referenced so far, by name. */
  listUsed: () => Record<string, JsonSchema>;
}

export function createSchemas(names: Names, endpoints: readonly EndpointDefinition[]): Schemas {
  const schemaNames = new Map(names);
  const endpointSchemas = endpoints.flatMap(({ params, query, body, reply }) => [params, query, body, reply]);
  for (const part of endpointSchemas)
    if (part && !schemaNames.has(part)) schemaNames.set(part, `${UNNAMED_PREFIX}${schemaNames.size}`);
  const jsonSchemas = { input: toJsonSchemas(schemaNames, 'input'), output: toJsonSchemas(schemaNames, 'output') };
  const isSame = (name: string) => JSON.stringify(jsonSchemas.input[name]) === JSON.stringify(jsonSchemas.output[name]);
  const used = new Map<string, JsonSchema>();

  /** Resolves every reference, so that referenced schemas are described too. */
  function resolveReferences(schema: unknown, direction: Direction): unknown {
    if (Array.isArray(schema)) return schema.map((one) => resolveReferences(one, direction));
    if (typeof schema !== 'object' || schema === null) return schema;
    const target = (schema as JsonSchema)['$ref'];
    if (typeof target === 'string') return referTo(target.slice(REFERENCE_PREFIX.length), direction);
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolveReferences(value, direction)]));
  }

  function referTo(name: string, direction: Direction): JsonSchema {
    const schema = jsonSchemas[direction][name];
    if (name.startsWith(UNNAMED_PREFIX)) return resolveReferences(schema, direction) as JsonSchema;
    const publishedName = direction === 'output' || isSame(name) ? name : `${name}${INPUT_SUFFIX}`;
    if (!used.has(publishedName)) {
      // Registered before its content is resolved: a schema may refer to itself.
      used.set(publishedName, {});
      used.set(publishedName, resolveReferences(schema, direction) as JsonSchema);
    }
    return { $ref: `${REFERENCE_PREFIX}${publishedName}` };
  }

  return {
    reference(schema, direction) {
      const name = schemaNames.get(schema);
      if (name === undefined) throw new Error('This schema belongs to no endpoint and has no name.');
      return referTo(name, direction);
    },
    listUsed: () => Object.fromEntries([...used].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function toJsonSchemas(names: Names, io: Direction): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => `${REFERENCE_PREFIX}${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as JsonSchema]),
  );
}

/**
 * Writes a reply from the schema that the contract names for it: fields that the schema does not name are never sent,
 * whatever row a handler returns. Each schema is compiled to one generated function of object literals, which costs
 * little more than JSON.stringify alone (docs/decisions/0017).
 */
import type * as z from 'zod';

type PickFields = (reply: unknown) => unknown;

// The generated code calls these two, as `plain` and `absent`. An error names the path and never the value.

function requireScalar(value: unknown, path: string): unknown {
  if (typeof value === 'object' && value !== null) throw new TypeError(`${path} holds more than one plain value`);
  return value;
}

function requireAbsent(value: unknown, path: string): unknown {
  if (value !== null && value !== undefined) throw new TypeError(`${path} is of another kind than the contract says`);
  return value;
}

/** Compiles a function that copies only the schema's fields; throws if the schema does not list them. */
function compilePick(schema: z.core.$ZodType): PickFields {
  const functions: string[] = [];
  const declareFunction = (body: string): string => {
    const name = `f${functions.length}`;
    functions.push(`function ${name}(v){${body}}`);
    return name;
  };

  /** Generates the code that picks from the expression `value`. */
  function generatePick(schema: z.core.$ZodType, value: string, path: string): string {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    const quotedPath = JSON.stringify(path);
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
      case 'enum':
      case 'literal':
        return `plain(${value},${quotedPath})`;
      case 'optional':
      case 'nullable':
        return generatePick(def.innerType, value, path);
      case 'array': {
        const item = declareFunction(`return ${generatePick(def.element, 'v', `${path}[]`)}`);
        return `(Array.isArray(${value})?${value}.map(${item}):absent(${value},${quotedPath}))`;
      }
      case 'object': {
        if (def.catchall) throw new Error(`${path} is open to fields that the contract does not name`);
        const fields = Object.entries(def.shape).map(([key, inner]) => {
          if (key === '__proto__') throw new Error(`${path} names a field that is no field`);
          const quoted = JSON.stringify(key);
          return `${quoted}:${generatePick(inner, `v[${quoted}]`, `${path}.${key}`)}`;
        });
        const pick = declareFunction(
          `return typeof v==="object"&&v!==null&&!Array.isArray(v)?{${fields.join(',')}}:absent(v,${quotedPath})`,
        );
        return `${pick}(${value})`;
      }
      default:
        throw new Error(`${path} is of the kind ${def.type}, of which a reply cannot be written`);
    }
  }

  const rootExpression = generatePick(schema, 'v', 'reply');
  // The code contains only quoted key names of the contract, nothing from a request.
  // oxlint-disable-next-line typescript/no-implied-eval
  const build = new Function('plain', 'absent', `"use strict";${functions.join('')}return (v)=>${rootExpression}`) as (
    ...helpers: [typeof requireScalar, typeof requireAbsent]
  ) => PickFields;
  return build(requireScalar, requireAbsent);
}

/** Lists the paths that picking left out. JSON.stringify omits undefined values anyway. */
function findOmittedPaths(original: unknown, picked: unknown, path = 'reply'): string[] {
  if (Array.isArray(original) && Array.isArray(picked)) {
    return original.flatMap((item, index) => findOmittedPaths(item, picked[index], `${path}[${index}]`));
  }
  if (typeof original !== 'object' || original === null || typeof picked !== 'object' || picked === null) return [];
  return Object.entries(original).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return Object.hasOwn(picked, key)
      ? findOmittedPaths(value, (picked as Record<string, unknown>)[key], `${path}.${key}`)
      : [`${path}.${key}`];
  });
}

/** A strict writer throws on fields that the schema does not name, so that a test finds them. */
export function createReplyWriter(
  schema: z.core.$ZodType,
  { isStrict }: { isStrict: boolean },
): (reply: unknown) => string {
  const pick = compilePick(schema);
  if (!isStrict) return (reply) => JSON.stringify(pick(reply));
  return (reply) => {
    const picked = pick(reply);
    const omittedPaths = findOmittedPaths(reply, picked);
    if (omittedPaths.length > 0) throw new Error(`The contract does not name ${omittedPaths.join(', ')}`);
    return JSON.stringify(picked);
  };
}

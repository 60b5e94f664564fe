/**
 * Writes a reply from the schema that the contract names for it: fields that the schema does not name are never sent,
 * whatever row a handler returns. Each schema is compiled to one generated function of object literals, which costs
 * little more than JSON.stringify alone (docs/decisions/0017).
 */
import type * as z from 'zod';

type Picking = (reply: unknown) => unknown;

// The generated code calls these two, as `plain` and `absent`. An error names the path and never the value.

function plain(value: unknown, place: string): unknown {
  if (typeof value === 'object' && value !== null) throw new TypeError(`${place} holds more than one plain value`);
  return value;
}

function absent(value: unknown, place: string): unknown {
  if (value !== null && value !== undefined) throw new TypeError(`${place} is of another kind than the contract says`);
  return value;
}

/** Compiles a function that copies only the schema's fields; throws if the schema does not list them. */
function compilePick(schema: z.core.$ZodType): Picking {
  const functions: string[] = [];
  const declare = (body: string): string => {
    const name = `f${functions.length}`;
    functions.push(`function ${name}(v){${body}}`);
    return name;
  };

  /** Generates the code that picks from the expression `value`. */
  function pickOf(schema: z.core.$ZodType, value: string, place: string): string {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    const quotedPlace = JSON.stringify(place);
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
      case 'enum':
      case 'literal':
        return `plain(${value},${quotedPlace})`;
      case 'optional':
      case 'nullable':
        return pickOf(def.innerType, value, place);
      case 'array': {
        const item = declare(`return ${pickOf(def.element, 'v', `${place}[]`)}`);
        return `(Array.isArray(${value})?${value}.map(${item}):absent(${value},${quotedPlace}))`;
      }
      case 'object': {
        if (def.catchall) throw new Error(`${place} is open to fields that the contract does not name`);
        const fields = Object.entries(def.shape).map(([key, inner]) => {
          if (key === '__proto__') throw new Error(`${place} names a field that is no field`);
          const quoted = JSON.stringify(key);
          return `${quoted}:${pickOf(inner, `v[${quoted}]`, `${place}.${key}`)}`;
        });
        const pick = declare(
          `return typeof v==="object"&&v!==null&&!Array.isArray(v)?{${fields.join(',')}}:absent(v,${quotedPlace})`,
        );
        return `${pick}(${value})`;
      }
      default:
        throw new Error(`${place} is of the kind ${def.type}, of which a reply cannot be written`);
    }
  }

  const whole = pickOf(schema, 'v', 'reply');
  // The code contains only quoted key names of the contract, nothing from a request.
  // oxlint-disable-next-line typescript/no-implied-eval
  const build = new Function('plain', 'absent', `"use strict";${functions.join('')}return (v)=>${whole}`) as (
    ...given: [typeof plain, typeof absent]
  ) => Picking;
  return build(plain, absent);
}

/** Lists the paths that picking left out. JSON.stringify omits undefined values anyway. */
function placesLeftOut(given: unknown, picked: unknown, place = 'reply'): string[] {
  if (Array.isArray(given) && Array.isArray(picked)) {
    return given.flatMap((item, index) => placesLeftOut(item, picked[index], `${place}[${index}]`));
  }
  if (typeof given !== 'object' || given === null || typeof picked !== 'object' || picked === null) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return Object.hasOwn(picked, key)
      ? placesLeftOut(value, (picked as Record<string, unknown>)[key], `${place}.${key}`)
      : [`${place}.${key}`];
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
    const leftOut = placesLeftOut(reply, picked);
    if (leftOut.length > 0) throw new Error(`The contract does not name ${leftOut.join(', ')}`);
    return JSON.stringify(picked);
  };
}

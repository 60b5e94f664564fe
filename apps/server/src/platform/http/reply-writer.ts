/**
 * A reply is written from the schema that the contract names for it: what the schema does not name cannot leave, whatever row a
 * handler hands over. Each schema becomes one generated function of object literals, which costs little more than JSON.stringify
 * alone (docs/decisions/0017).
 */
import type * as z from 'zod';

type Picking = (reply: unknown) => unknown;

// The generated code calls these two. An error names the place and never the value.

function plain(value: unknown, place: string): unknown {
  if (typeof value === 'object' && value !== null) throw new TypeError(`${place} holds more than one plain value`);
  return value;
}

function absent(value: unknown, place: string): unknown {
  if (value !== null && value !== undefined) throw new TypeError(`${place} is of another kind than the contract says`);
  return value;
}

/** Builds what may leave; throws on a schema that does not say field by field what that is. */
function compilePick(schema: z.core.$ZodType): Picking {
  const functions: string[] = [];
  const declare = (body: string): string => {
    const name = `f${functions.length}`;
    functions.push(`function ${name}(v){${body}}`);
    return name;
  };

  /** The code that picks from the value which the code `value` names. */
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
  // The code holds key names of the contract, quoted, and nothing that anybody sends.
  // oxlint-disable-next-line typescript/no-implied-eval
  const build = new Function('plain', 'absent', `"use strict";${functions.join('')}return (v)=>${whole}`) as (
    ...given: [typeof plain, typeof absent]
  ) => Picking;
  return build(plain, absent);
}

/** Where picking left something out. A value that is undefined is not written anyway. */
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

/** Writes replies of this schema. A strict writer refuses what another would leave out, so that a test finds it. */
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

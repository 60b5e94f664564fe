/**
 * Generates valid and hostile values for a schema. All randomness comes from one seed, so that a run can be repeated.
 */
import * as z from 'zod';
import type { Random } from '../../src/seed/random.ts';

type Json = { [key: string]: unknown };

const known = new WeakMap<z.core.$ZodType, Json>();

/** Cached: the conversion takes longer than a request. */
function toJsonSchema(schema: z.core.$ZodType): Json {
  const found = known.get(schema);
  if (found) return found;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  known.set(schema, made);
  return made;
}

export const listFields = (schema: z.core.$ZodType): string[] => Object.keys(toJsonSchema(schema)['properties'] ?? {});

export interface GeneratorContext {
  random: Random;
  /** The id of an existing entity. */
  existingId: () => string;
}

const sentences = [
  'My withdrawal has been pending for three weeks and nobody answers.',
  'They promised a third more every month and asked for a fee first.',
  'The site chaos-demo.example took everything, and the chat is closed.',
  'Ils ont promis un tiers de plus chaque mois, puis plus rien.',
];

function generateText({ random }: GeneratorContext, { minLength = 0, maxLength = 200 }: Json): string {
  const [least, most] = [Number(minLength), Number(maxLength)];
  let text = random.pick(sentences);
  while (text.length < least) text += ` ${random.pick(sentences)}`;
  return text.slice(0, Math.max(least, Math.min(most, 400)));
}

const DAY_MS = 86_400_000;

/** The name of a field says what its pattern means. */
const generatorsByName: [RegExp, (chance: GeneratorContext) => unknown][] = [
  [/email$/i, ({ random }) => `sent${random.below(10_000)}@example.com`],
  [/^severity$/, ({ random }) => random.pick(['Low', 'Medium', 'High', 'Critical'])],
  [/countr/i, ({ random }) => random.pick(['nigeria', 'kenya', 'ghana'])],
  [/^rating$/, ({ random }) => random.between(1, 5)],
  [/^agreeToTerms$/, () => true],
  [/password/i, () => 'nine-lions-at-the-river'],
  [/^website$/, () => 'https://chaos-demo.example'],
  [/^established$/, ({ random }) => random.between(1990, 2025)],
];

function generateString(chance: GeneratorContext, schema: Json): string {
  const { random, existingId } = chance;
  switch (schema['format']) {
    case 'uuid':
      return existingId();
    case 'date-time':
      return new Date(Date.now() + random.between(-40, 40) * DAY_MS).toISOString();
    case 'date':
      return new Date(Date.now() + random.between(-40, 40) * DAY_MS).toISOString().slice(0, 10);
    default:
      // Random text rarely matches a pattern; patterns of the contract are addresses, codes or tokens.
      return typeof schema['pattern'] === 'string' && random.chance(0.7)
        ? random.pick(['person@example.com', '123456', 'nigeria', '2026-03-12', 'AAAA-BBBB-CCCC', '4.2'])
        : generateText(chance, schema);
  }
}

const generateNumber = ({ random }: GeneratorContext, { minimum = 0, maximum = 100 }: Json): number =>
  random.between(Math.max(Number(minimum), -1e6), Math.min(Number(maximum), 1e6));

const generatorsByType: Record<string, (chance: GeneratorContext, schema: Json) => unknown> = {
  string: generateString,
  number: generateNumber,
  integer: generateNumber,
  boolean: ({ random }) => random.chance(0.5),
  null: () => null,
  array: (chance, schema) =>
    Array.from({ length: chance.random.between(0, 3) }, () => generateFitting(chance, (schema['items'] ?? {}) as Json)),
  object: (chance, schema) => {
    const required = (schema['required'] ?? []) as string[];
    const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
    return Object.fromEntries(
      fields
        .filter(([name]) => required.includes(name) || chance.random.chance(name === 'proof' ? 0.05 : 0.4))
        .map(([name, inner]) => {
          const value = generatorsByName.find(([called]) => called.test(name))?.[1](chance);
          if (value === undefined) return [name, generateFitting(chance, inner)];
          const types = [inner, ...((inner['anyOf'] ?? []) as Json[])].map(({ type }) => type);
          return [name, types.includes('array') ? [value] : value];
        }),
    );
  },
};

function generateFitting(chance: GeneratorContext, schema: Json): unknown {
  const { random } = chance;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum']);
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (choices) return generateFitting(chance, random.pick(choices));
  const make = generatorsByType[String(schema['type'])];
  return make ? make(chance, schema) : random.pick([true, 'on', 'x', 1, null]);
}

/** A valid value, as far as the schema describes it. */
export const generateValid = (chance: GeneratorContext, schema: z.core.$ZodType): unknown =>
  generateFitting(chance, toJsonSchema(schema));

const nested = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? { x: value } : [value];
  return value;
};

/** Values that are known to break software. */
const hostile: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\u202E\u200B\uFEFF',
  '\u{1F600}'.repeat(40),
  'x'.repeat(70_000),
  "' or 1=1 --",
  "'; drop table users; --",
  '%00%ff%c0%af',
  '../../../../etc/passwd',
  '${7*7}{{7*7}}#{7*7}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '9223372036854775808',
  '2147483648',
  '0x10',
  '١٢٣',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '0000-00-00',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  0,
  -1,
  -0,
  0.1,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  [],
  [null],
  [[]],
  ['x', 1, null, {}],
  {},
  { $ne: null },
  { length: 3 },
  { length: { valueOf: 1, toString: 1 } },
  { length: -1, 0: 'x' },
  { toString: 'x' },
  { toJSON: 'x' },
  { type: 'Buffer', data: [1, 2, 3] },
  nested(20),
  nested(400),
  Array.from({ length: 300 }, (_, index) => index),
];

const hostileValue = (random: Random): unknown => random.pick(hostile);

/** For a path or query. */
export const hostileText = (random: Random): string => {
  const value = hostileValue(random);
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 3000);
};

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Bodies that match no schema. */
const hostileBodies: readonly (() => string | Buffer)[] = [
  () => '',
  () => 'null',
  () => '[]',
  () => '"text"',
  () => '{"a":',
  () => '\uFEFF{}',
  () => deep(200_000),
  () => `{"length":${deep(100_000)}}`,
  () => '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  () => `{"a":${'9'.repeat(10_000)}}`,
  () => `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":"\\u0000"`).join(',')}}`,
  () => Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x7d]),
  () => JSON.stringify({ padding: 'x'.repeat(1_100_000) }),
];

/** The valid body with one hostile field, with one additional field, or another body altogether. */
export function hostileBody(random: Random, right: unknown): string | Buffer {
  if (typeof right !== 'object' || right === null || random.chance(0.15)) return random.pick(hostileBodies)();
  const fields = Object.keys(right);
  const wrong: Json = { ...right };
  for (let count = random.between(1, 2); count > 0; count -= 1) {
    const field = fields.length > 0 && random.chance(0.85) ? random.pick(fields) : `more${random.below(9)}`;
    if (random.chance(0.1)) delete wrong[field];
    else wrong[field] = hostileValue(random);
  }
  return JSON.stringify(wrong);
}

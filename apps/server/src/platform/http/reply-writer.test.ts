import { type EndpointDefinition, endpoint } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { useDatabase } from '../../../test/support/database.ts';
import { useServerWithRoutes } from '../../../test/support/sample-server.ts';
import { runIdempotent } from '../idempotency/idempotency.ts';
import { visitor } from './actor.ts';
import { createReplyWriter } from './reply-writer.ts';
import { handle, page, withHeaders } from './route.ts';

const Person = z.object({
  id: z.string(),
  age: z.nullable(z.number()),
  kind: z.enum(['a', 'b']),
  isKnown: z.optional(z.boolean()),
  home: z.nullable(z.object({ town: z.string() })),
  tags: z.array(z.object({ name: z.string(), message: z.array(z.string()) })),
});
const row = {
  passwordHash: '$argon2id$',
  id: 'x',
  age: null,
  kind: 'a',
  home: { town: 'Lagos', street: 'Secret Street' },
  tags: [{ name: 'n', message: ['w'], sealed: new Date(0) }],
};
const expectedReply = { id: 'x', age: null, kind: 'a', home: { town: 'Lagos' }, tags: [{ name: 'n', message: ['w'] }] };

const writeAndParse = (schema: z.core.$ZodType, reply: unknown, isStrict = false): unknown =>
  JSON.parse(createReplyWriter(schema, { isStrict })(reply));

describe('writing a reply from its schema', () => {
  it('writes the named fields at every depth, and no others [WARN-01]', () => {
    expect(writeAndParse(Person, row)).toEqual(expectedReply);
    expect(writeAndParse(z.array(Person), [row, row])).toEqual([expectedReply, expectedReply]);
    expect(writeAndParse(z.object({}), row)).toEqual({});
  });

  it('writes the same as JSON.stringify if there are no unknown fields', () => {
    const completeReply = { id: 'é"\u2028', age: 2.7, kind: 'b', isKnown: false, home: null, tags: [] };
    expect(createReplyWriter(Person, { isStrict: true })(completeReply)).toBe(JSON.stringify(completeReply));
    expect(createReplyWriter(z.null(), { isStrict: true })(null)).toBe('null');
  });

  it('omits undefined values and ignores toJSON', () => {
    const toJSON = () => row;
    expect(writeAndParse(Person, { ...row, isKnown: undefined, toJSON })).toEqual(expectedReply);
    expect(writeAndParse(z.object({ at: z.object({}) }), { at: new Date(0) })).toEqual({ at: {} });
  });

  it.each([
    ['an object', { id: row }],
    ['a list', { id: ['x'] }],
    ['a Date', { id: new Date(0) }],
    ['a text that is an object', { id: new String('x') }],
  ])('rejects %s in place of a scalar, without the value in the error', (_, reply) => {
    const write = createReplyWriter(z.object({ id: z.string() }), { isStrict: false });
    expect(() => write(reply)).toThrow(/^reply\.id holds more than one plain value$/);
  });

  it.each([
    ['a text where an object is named', z.object({ a: z.object({ b: z.string() }) }), { a: '$argon2id$' }, 'reply.a'],
    ['a list where an object is named', z.object({ a: z.object({ b: z.string() }) }), { a: ['x'] }, 'reply.a'],
    ['an object where a list is named', z.object({ a: z.array(z.string()) }), { a: { b: 'x' } }, 'reply.a'],
    ['a text among objects', z.array(z.object({ b: z.string() })), ['x'], 'reply[]'],
  ])('rejects %s', (_, schema, reply, place) => {
    expect(() => createReplyWriter(schema, { isStrict: false })(reply)).toThrow(
      `${place} is of another kind than the contract says`,
    );
  });

  it('rejects an unnamed field in strict mode, with only its path in the error', () => {
    const write = createReplyWriter(Person, { isStrict: true });
    expect(() => write(row)).toThrow(
      /^The contract does not name reply\.passwordHash, reply\.home\.street, reply\.tags\[0\]\.sealed$/,
    );
  });

  it.each<[string, z.core.$ZodType]>([
    ['union', z.object({ a: z.union([z.string(), z.number()]) })],
    ['union', z.discriminatedUnion('a', [z.object({ a: z.literal(1) }), z.object({ a: z.literal(2) })])],
    ['record', z.object({ a: z.record(z.string(), z.unknown()) })],
    ['unknown', z.object({ a: z.unknown() })],
    ['any', z.array(z.any())],
    ['date', z.object({ a: z.date() })],
    ['custom', z.custom<Uint8Array>()],
    ['open to fields', z.looseObject({ a: z.string() })],
    ['open to fields', z.object({ a: z.string() }).catchall(z.number())],
    ['names a field that is no field', z.object({ ['__proto__']: z.string() })],
  ])('rejects a schema that does not list its fields: %s', (message, schema) => {
    expect(() => createReplyWriter(schema, { isStrict: false })).toThrow(message);
  });

  it('compiles every reply of the contract [WARN-01]', () => {
    const all: readonly EndpointDefinition[] = endpoints;
    const writers = all
      .filter(({ status, isDownload }) => status !== 302 && !isDownload)
      .map(({ reply }) => createReplyWriter(reply, { isStrict: false }));
    expect(writers.length).toBeGreaterThan(110);
  });
});

const sample = {
  method: 'GET',
  summary: 'A sample.',
  access: 'public',
  errors: [],
  cache: 'never',
  rateLimit: 'read',
} as const;
const one = endpoint({ ...sample, path: '/api/one', reply: Person });
const withOwnHeaders = endpoint({ ...sample, path: '/api/headed', reply: Person, status: 201 });
const paged = endpoint({ ...sample, path: '/api/paged', reply: z.array(Person), totalCount: true });
const redirecting = endpoint({ ...sample, path: '/api/leading', reply: z.void(), status: 302 });
const repeated = endpoint({
  ...sample,
  method: 'POST',
  path: '/api/repeated',
  body: z.object({}),
  reply: Person,
  idempotencyKey: true,
});
const rowAsReply = row as unknown as z.infer<typeof Person>;
const test = useDatabase();
let runs = 0;
const routes = [
  handle(one, () => rowAsReply),
  handle(withOwnHeaders, () => withHeaders(rowAsReply, [['X-Own', 'yes']])),
  handle(paged, () => page([rowAsReply], 7)),
  handle(repeated, ({ idempotency }) =>
    test.database.transaction((tx) => {
      const work = () => {
        runs += 1;
        return Promise.resolve(rowAsReply);
      };
      return runIdempotent(tx, idempotency, work);
    }),
  ),
  handle(redirecting, () => withHeaders(undefined, [['Location', '/somewhere']])),
];

describe('responses of the API', () => {
  const authenticate = () => Promise.resolve(visitor);
  const inProduction = useServerWithRoutes({ routes, authenticate, checkReplies: false });
  const log: Record<string, unknown>[] = [];
  const inDevelopment = useServerWithRoutes({ routes, authenticate, log });

  it('API responses omit in production what the contract does not name [WARN-01]', async () => {
    expect(await (await inProduction('/api/one')).json()).toEqual(expectedReply);
    const own = await inProduction('/api/headed');
    expect([own.status, own.headers.get('X-Own'), await own.json()]).toEqual([201, 'yes', expectedReply]);
    const list = await inProduction('/api/paged');
    expect([list.headers.get('X-Total-Count'), await list.json()]).toEqual(['7', [expectedReply]]);
    const redirect = await inProduction('/api/leading', { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('Location'), await redirect.text()]).toEqual([302, '/somewhere', '']);
  });

  it('API responses write the stored reply of a repeated submit from the schema, too [WARN-01]', async () => {
    const submit = () =>
      inProduction('/api/repeated', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'Idempotency-Key': 'the-same-key-twice' },
        body: '{}',
      });
    expect([await (await submit()).json(), await (await submit()).json(), runs]).toEqual([
      expectedReply,
      expectedReply,
      1,
    ]);
  });

  it.each(['/api/one', '/api/headed', '/api/paged'])(
    'API responses fail outside production on unnamed fields and log the reason: %s',
    async (path) => {
      const response = await inDevelopment(path);
      expect(response.status).toBe(500);
      expect(await response.text()).not.toMatch(/argon2|passwordHash|Secret Street/);
      const line = JSON.stringify(log.at(-1));
      expect(line).toContain(`Reply of GET ${path} breaks the contract`);
      expect(line).toContain('passwordHash');
      expect(line).not.toMatch(/argon2|Secret Street/);
    },
  );
});

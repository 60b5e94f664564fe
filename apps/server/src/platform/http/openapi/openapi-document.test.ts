import { alertTypes, severities } from '@hakiki/contract/alert-values';
import { type ApiAudience, apiDocuments, getAudience } from '@hakiki/contract/api-documents';
import { filterableStatuses, providerTypes } from '@hakiki/contract/directory-values';
import { endpoint, type EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { paging } from '@hakiki/contract/limits';
import { riskFilters } from '@hakiki/contract/risk';
import { sentEventTypes } from '@hakiki/contract/webhook-values';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getEndpointName } from '../../../../test/support/contract-rules.ts';
import { createOpenApiDocument } from './openapi-document.ts';
import type { JsonSchema } from './schemas.ts';

const documentOptions = { version: '1', publicUrl: 'https://hakiki.example' };
const all: readonly EndpointDefinition[] = endpoints;
const documents = Object.fromEntries(
  Object.keys(apiDocuments).map((audience) => [
    audience,
    createOpenApiDocument(all, audience as ApiAudience, documentOptions),
  ]),
);
const listCalls = (audience: string) =>
  Object.entries(documents[audience]?.paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );

describe('the OpenAPI documents', () => {
  it('the OpenAPI documents describe every call once, in the document of its audience', () => {
    expect(Object.keys(apiDocuments).flatMap(listCalls).toSorted()).toEqual(all.map(getEndpointName).toSorted());
    const publicAccess = all.filter((one) => one.access === 'public' && !one.path.startsWith('/api/admin/'));
    expect(listCalls('public').toSorted()).toEqual(publicAccess.map(getEndpointName).toSorted());
    expect(listCalls('member')).toContain('GET /api/account');
    expect(listCalls('staff')).toEqual(expect.arrayContaining(['POST /api/admin/login', 'POST /api/account/step-up']));
    for (const audience of ['public', 'member', 'v1']) {
      expect(listCalls(audience).filter((name) => name.includes('/api/admin/'))).toEqual([]);
    }
  });

  it('the OpenAPI documents describe the parameters, responses and errors of a call', () => {
    expect(documents['public']?.paths['/api/providers']?.['get']).toMatchObject({
      operationId: 'listProviders',
      tags: ['Providers'],
      parameters: expect.arrayContaining([
        { name: 'limit', in: 'query', required: false, schema: expect.objectContaining({ maximum: paging.maxLimit }) },
      ]),
      responses: {
        200: {
          headers: { 'X-Total-Count': { $ref: '#/components/headers/X-Total-Count' } },
          content: {
            'application/json': {
              schema: { type: 'array', items: { $ref: '#/components/schemas/Provider' }, maxItems: paging.maxLimit },
            },
          },
        },
        400: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              examples: { INVALID_INPUT: { $ref: '#/components/examples/INVALID_INPUT' } },
            },
          },
        },
        429: { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } },
        default: { $ref: '#/components/responses/Unforeseen' },
      },
      security: [],
    });
    expect(documents['public']?.paths['/api/logout']?.['get']).toMatchObject({
      responses: { 302: { description: 'The way on.' } },
    });
    expect(documents['member']?.paths['/api/auth/user']?.['get']).toMatchObject({
      security: [{ session: [] }],
      responses: { 401: {} },
    });
  });

  it('describes every field that API customers read or send, and names the values of every filter [API-12]', () => {
    const { paths: v1Paths, components } = documents['v1']!;
    const listBare = (schema: JsonSchema, at: string): string[] => [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
        ...(property['description'] ? [] : [`${at}.${name}`]),
        ...listBare(property, `${at}.${name}`),
      ]),
      ...[schema['items'] ?? [], schema['anyOf'] ?? []].flat().flatMap((one) => listBare(one as JsonSchema, at)),
    ];
    expect(Object.entries(components.schemas).flatMap(([name, schema]) => listBare(schema, name))).toEqual([]);
    const listFilters = (path: string) =>
      v1Paths[path]!['get']!.parameters.flatMap(({ name, schema }) => {
        const values = (schema as JsonSchema)['items'] as JsonSchema | undefined;
        return values ? [[name, values['enum']]] : [];
      });
    expect(listFilters('/api/v1/providers')).toEqual([
      ['type', providerTypes],
      ['verificationStatus', filterableStatuses],
      ['riskScore', riskFilters],
    ]);
    expect(listFilters('/api/v1/alerts')).toEqual([
      ['alertType', alertTypes],
      ['severity', severities],
    ]);
    expect(components.schemas['NewV1ReportSent']?.properties?.['severity']).toMatchObject({ enum: severities });
  });

  it('the OpenAPI documents list the errors of their own calls, and none that only staff can get', () => {
    const getErrorCodes = (audience: string) => documents[audience]?.components.schemas['Error']?.properties?.['code'];
    expect(getErrorCodes('staff')).toMatchObject({ enum: expect.arrayContaining(['STEP_UP_REQUIRED', 'UNEXPECTED']) });
    expect(JSON.stringify(documents['public'])).not.toContain('STEP_UP_REQUIRED');
  });
});

describe('a single operation', () => {
  const FILE_BYTES = 2_000_000;
  const common = {
    summary: 'A file.',
    access: 'public',
    errors: ['TOO_LARGE'],
    rateLimit: 'read',
    cache: 'never',
  } as const;
  const params = z.object({ id: z.string() });
  const Bytes = z.instanceof(Uint8Array<ArrayBuffer>);
  const path = '/api/files/:id';
  const putFile = endpoint({
    ...common,
    method: 'PUT',
    path,
    params,
    body: Bytes,
    uploadBytes: FILE_BYTES,
    reply: z.object({ bytes: z.int() }),
  });
  const getFile = endpoint({ ...common, method: 'GET', path, params, reply: Bytes, isDownload: true });
  const note = z.object({ text: z._default(z.string(), 'none') });
  const writeNote = endpoint({
    ...common,
    method: 'POST',
    path: '/api/files/:id/notes',
    params,
    body: note,
    reply: z.object({ note }),
    idempotencyKey: true,
  });
  const { paths } = createOpenApiDocument([putFile, getFile, writeNote], 'public', documentOptions);

  it('describes the events of webhooks for API customers, with their headers [API-12]', () => {
    const { webhooks, components, tags } = documents['v1'] ?? {};
    expect(Object.keys(webhooks ?? {})).toEqual([...sentEventTypes]);
    expect(webhooks?.['alert.withdrawn']?.post).toMatchObject({
      operationId: 'onAlertWithdrawn',
      requestBody: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/AlertWithdrawnEvent' } } },
      },
    });
    expect(webhooks?.['alert.withdrawn']?.post.parameters.map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(components?.schemas['AlertWithdrawnEvent']).toMatchObject({ required: ['type', 'timestamp', 'data'] });
    expect(tags?.map(({ name }) => name)).toContain('Webhooks');
    expect(documents['public']).not.toHaveProperty('webhooks');
  });

  it('describes files as bytes', () => {
    expect(paths['/api/files/{id}']).toMatchObject({
      put: {
        requestBody: {
          content: { 'application/octet-stream': { schema: { format: 'binary', maxLength: FILE_BYTES } } },
        },
      },
      get: { responses: { 200: { content: { 'application/octet-stream': { schema: { format: 'binary' } } } } } },
    });
  });

  it('describes the Idempotency-Key where a call accepts it', () => {
    const key = expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }) as unknown;
    const withKey = { parameters: expect.arrayContaining([key]) as unknown };
    expect(paths['/api/files/{id}/notes']?.['post']).toMatchObject(withKey);
    expect(paths['/api/files/{id}']?.['put']).not.toMatchObject(withKey);
  });

  it('marks optional input as optional, and guaranteed output as required', () => {
    expect(paths['/api/files/{id}/notes']?.['post']).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties: {} } } } },
      responses: {
        200: { content: { 'application/json': { schema: { properties: { note: { required: ['text'] } } } } } },
      },
    });
    expect(JSON.stringify(paths['/api/files/{id}/notes']?.['post']?.requestBody)).not.toContain('required":[');
  });

  it.each<[Pick<EndpointDefinition, 'access' | 'path'>, ApiAudience]>([
    [{ access: 'public', path: '/api/admin/login' }, 'staff'],
    [{ access: 'moderator', path: '/api/cases' }, 'staff'],
    [{ access: 'entitled:reviews', path: '/api/reviews' }, 'member'],
    [{ access: 'key:read:providers', path: '/api/v1/providers' }, 'v1'],
  ])('puts %o into the document for %s', (call, audience) => {
    expect(getAudience(call)).toBe(audience);
  });
});

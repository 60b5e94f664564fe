/** The published indicators by TAXII 2.1 (OASIS), read-only: platforms fetch what is new since their last visit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fieldError } from './field-error.ts';
import { queryInteger, text } from './schema.ts';
import { TAXII_PAGE_SIZE, taxiiCollectionId } from './taxii-values.ts';

/** TAXII has a media type and rules of its own, so the replies are written there. */
const common = {
  method: 'GET',
  access: 'public',
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  cache: 'brief',
  rateLimit: 'read',
} as const;

const params = z.object({ collection: z.literal(taxiiCollectionId) });
const objectParams = z.extend(params, { objectId: text(100) });
/** Several values are joined by commas. */
const matching = z.optional(text(2000));
const paging = {
  added_after: z.optional(z.iso.datetime({ error: fieldError('INVALID_TIME') })),
  limit: queryInteger(1, TAXII_PAGE_SIZE, TAXII_PAGE_SIZE),
  next: z.optional(text(100)),
};
const versions = { 'match[version]': matching, 'match[spec_version]': matching };
const filters = { ...paging, ...versions, 'match[id]': matching, 'match[type]': matching };
const TaxiiQuery = z.object(filters);
export type TaxiiQuery = z.infer<typeof TaxiiQuery>;

export const getTaxiiRoot = endpoint({
  ...common,
  path: '/api/taxii2/',
  summary: 'The API root of the TAXII 2.1 server, which is named at /taxii2/.',
  errors: [],
});

export const listTaxiiCollections = endpoint({
  ...common,
  path: '/api/taxii2/collections/',
  summary: 'The one collection of the TAXII server: every published indicator.',
  errors: [],
});

export const getTaxiiCollection = endpoint({
  ...common,
  path: '/api/taxii2/collections/:collection/',
  summary: 'The collection of published indicators.',
  params,
  errors: ['NOT_FOUND'],
});

export const getTaxiiManifest = endpoint({
  ...common,
  path: '/api/taxii2/collections/:collection/manifest/',
  summary: 'The ids, days and versions of the objects of the collection, in the order in which they were added.',
  params,
  query: TaxiiQuery,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const listTaxiiObjects = endpoint({
  ...common,
  path: '/api/taxii2/collections/:collection/objects/',
  summary: 'STIX 2.1 objects of the collection, in the order in which they were added or changed.',
  params,
  query: TaxiiQuery,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const getTaxiiObject = endpoint({
  ...common,
  path: '/api/taxii2/collections/:collection/objects/:objectId/',
  summary: 'One STIX object of the collection.',
  params: objectParams,
  query: z.object({ ...paging, ...versions }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const listTaxiiVersions = endpoint({
  ...common,
  path: '/api/taxii2/collections/:collection/objects/:objectId/versions/',
  summary: 'The version of one STIX object; the collection keeps the newest.',
  params: objectParams,
  query: z.object({ ...paging, 'match[spec_version]': matching }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const taxiiEndpoints = [
  getTaxiiRoot,
  listTaxiiCollections,
  getTaxiiCollection,
  getTaxiiManifest,
  listTaxiiObjects,
  getTaxiiObject,
  listTaxiiVersions,
] as const;

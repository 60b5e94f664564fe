/** The TAXII 2.1 server (OASIS), read-only, over the files of the worker. */
import type { TaxiiQuery } from '@hakiki/contract/taxii';
import { TAXII_TYPE, taxiiCollectionId, taxiiRootPath } from '@hakiki/contract/taxii-values';
import { invalidInput, notFound } from '../../platform/app-error.ts';
import { type AddedObject, isCursor, openTaxiiFiles } from './taxii-files.ts';

const STIX_TYPE = 'application/stix+json;version=2.1';
/** Maximum size of a message from a client, a required field of TAXII; this server accepts none. */
const MAX_CONTENT_BYTES = 262_144;

type Query = Partial<TaxiiQuery> & Pick<TaxiiQuery, 'limit'>;

interface Page {
  added: AddedObject[];
  next: string | undefined;
}

export interface TaxiiReply {
  body: object;
  headers: [name: string, value: string][];
}

const collection = {
  id: taxiiCollectionId,
  title: 'Scam indicators',
  description: 'Websites, wallets and chat names of scams. What was withdrawn stays for 90 days as revoked.',
  alias: 'indicators',
  can_read: true,
  can_write: false,
  media_types: [STIX_TYPE],
};

const toTime = (time: number): string => new Date(time).toISOString();
const split = (values: string | undefined): string[] | undefined => values?.split(',').map((value) => value.trim());

/** There is one version of each object, so `first`, `last` and `all` are the same. */
function isMatch({ object }: AddedObject, query: Query): boolean {
  const types = split(query['match[type]']);
  const versions = split(query['match[version]']);
  const specs = split(query['match[spec_version]']);
  return (
    (!types || types.includes(object.type)) &&
    (!specs || specs.includes('2.1')) &&
    (!versions ||
      versions.some(
        (version) => ['first', 'last', 'all'].includes(version) || Date.parse(version) === Date.parse(object.modified),
      ))
  );
}

const withDates = (body: object, added: readonly AddedObject[]): TaxiiReply => ({
  body,
  headers:
    added.length > 0
      ? [
          ['X-TAXII-Date-Added-First', toTime(added[0]!.addedAt)],
          ['X-TAXII-Date-Added-Last', toTime(added.at(-1)!.addedAt)],
        ]
      : [],
});

interface Deps {
  folder: string | undefined;
  publicUrl: string;
}

export function createTaxii({ folder, publicUrl }: Deps) {
  const describeRoots = () => ({
    title: 'Hakiki',
    description: 'Indicators of scams with crypto and mobile money in Africa.',
    contact: `${publicUrl}/contact`,
    default: publicUrl + taxiiRootPath,
    api_roots: [publicUrl + taxiiRootPath],
  });

  async function readPage(query: Query): Promise<Page> {
    const { added_after: after, limit, next } = query;
    if (next !== undefined && !isCursor(next)) throw invalidInput({ next: 'INVALID_VALUE' });
    const files = folder === undefined ? undefined : await openTaxiiFiles(folder, publicUrl);
    if (!files) throw notFound('NOT_FOUND');
    try {
      const ids = split(query['match[id]']);
      const time = after === undefined ? undefined : Date.parse(after);
      if (ids) {
        const found = await Promise.all(ids.map((id) => files.find(id)));
        const added = found
          .flatMap((one) => (one && (time === undefined || one.addedAt > time) && isMatch(one, query) ? [one] : []))
          .toSorted((one, other) => (one.cursor < other.cursor ? -1 : 1));
        return { added: added.slice(0, limit), next: added.length > limit ? added[limit - 1]!.cursor : undefined };
      }
      const start = next === undefined ? (time === undefined ? undefined : { time }) : { cursor: next };
      const { added, more } = await files.listAfter(start, limit);
      return { added: added.filter((one) => isMatch(one, query)), next: more ? added.at(-1)?.cursor : undefined };
    } finally {
      await files.close();
    }
  }

  const toEnvelope = ({ added, next }: Page, name: 'objects' | 'versions', rows: readonly unknown[]): TaxiiReply =>
    withDates({ more: next !== undefined, ...(next && { next }), ...(rows.length > 0 && { [name]: rows }) }, added);

  async function requireObject(id: string, query: Query): Promise<Page> {
    const page = await readPage({ ...query, 'match[id]': id });
    // Without filters, an object that is missing is an error.
    if (page.added.length === 0)
      await readPage({ limit: 1, 'match[id]': id }).then(({ added }) => {
        if (added.length === 0) throw notFound('NOT_FOUND');
      });
    return page;
  }

  return {
    describeRoots,

    getRoot: (): TaxiiReply => ({
      body: { title: 'Hakiki', versions: [TAXII_TYPE], max_content_length: MAX_CONTENT_BYTES },
      headers: [],
    }),
    listCollections: (): TaxiiReply => ({ body: { collections: [collection] }, headers: [] }),
    getCollection: (): TaxiiReply => ({ body: collection, headers: [] }),

    async listObjects(query: Query): Promise<TaxiiReply> {
      const page = await readPage(query);
      return toEnvelope(
        page,
        'objects',
        page.added.map(({ object }) => object),
      );
    },

    async getManifest(query: Query): Promise<TaxiiReply> {
      const page = await readPage(query);
      const rows = page.added.map(({ object, addedAt }) => ({
        id: object.id,
        date_added: toTime(addedAt),
        version: object.modified,
        media_type: STIX_TYPE,
      }));
      return toEnvelope(page, 'objects', rows);
    },

    async getObject(id: string, query: Query): Promise<TaxiiReply> {
      const page = await requireObject(id, query);
      return toEnvelope(
        page,
        'objects',
        page.added.map(({ object }) => object),
      );
    },

    async listVersions(id: string, query: Query): Promise<TaxiiReply> {
      const page = await requireObject(id, query);
      return toEnvelope(
        page,
        'versions',
        page.added.map(({ object }) => object.modified),
      );
    },
  };
}

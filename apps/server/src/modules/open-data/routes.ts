import { getOpenData } from '@hakiki/contract/open-data';
import {
  getTaxiiCollection,
  getTaxiiManifest,
  getTaxiiObject,
  getTaxiiRoot,
  listTaxiiCollections,
  listTaxiiObjects,
  listTaxiiVersions,
} from '@hakiki/contract/taxii';
import { TAXII_TYPE } from '@hakiki/contract/taxii-values';
import { handle, withHeaders } from '../../platform/http/route.ts';
import type { OpenDataService } from './service.ts';
import type { TaxiiReply } from './taxii.ts';

const toReply = ({ body, headers }: TaxiiReply) =>
  withHeaders(new TextEncoder().encode(JSON.stringify(body)), [
    ['Content-Type', TAXII_TYPE],
    ['Content-Disposition', 'inline'],
    ...headers,
  ]);

export const openDataRoutes = ({ openData }: { openData: OpenDataService }) => [
  handle(getOpenData, () => openData.getOverview()),
  handle(getTaxiiRoot, () => toReply(openData.taxii.getRoot())),
  handle(listTaxiiCollections, () => toReply(openData.taxii.listCollections())),
  handle(getTaxiiCollection, () => toReply(openData.taxii.getCollection())),
  handle(getTaxiiManifest, async ({ query }) => toReply(await openData.taxii.getManifest(query))),
  handle(listTaxiiObjects, async ({ query }) => toReply(await openData.taxii.listObjects(query))),
  handle(getTaxiiObject, async ({ params, query }) => toReply(await openData.taxii.getObject(params.objectId, query))),
  handle(listTaxiiVersions, async ({ params, query }) =>
    toReply(await openData.taxii.listVersions(params.objectId, query)),
  ),
];

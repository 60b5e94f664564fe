import { getProviderHistory } from '@hakiki/contract/decisions';
import {
  getProvider,
  getStats,
  listCountryWarnings,
  listProviders,
  listSimilarProviders,
} from '@hakiki/contract/directory';
import { getEvidencePicture, listEvidence } from '@hakiki/contract/evidence';
import { getLogo } from '@hakiki/contract/logos';
import { handle, page, withHeaders } from '../../platform/http/route.ts';
import { type DirectoryService, logoHeaders } from './service.ts';

export const directoryRoutes = ({ directory }: { directory: DirectoryService }) => [
  handle(getStats, () => directory.getStats()),
  handle(listCountryWarnings, () => directory.listCountryWarnings()),
  handle(listProviders, async ({ query }) => {
    const { rows, total } = await directory.list(query);
    return page(rows, total);
  }),
  handle(getProvider, ({ params }) => directory.get(params.id)),
  handle(listSimilarProviders, ({ params }) => directory.listSimilar(params.id)),
  handle(getProviderHistory, ({ params }) => directory.getHistory(params.id)),
  handle(listEvidence, ({ params }) => directory.listEvidence(params.id)),
  handle(getEvidencePicture, async ({ params }) => {
    const { type, picture } = await directory.readPicture(params.id);
    return withHeaders(picture, [
      ['Content-Type', type],
      ['Content-Disposition', 'inline'],
    ]);
  }),
  handle(getLogo, async ({ params, query }) =>
    withHeaders(await directory.readLogo(params.id, query.size), logoHeaders),
  ),
];

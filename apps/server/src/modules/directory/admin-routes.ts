import { createProvider, getAdminProvider, listAdminProviders, updateProvider } from '@hakiki/contract/directory-admin';
import {
  addEvidence,
  listAdminEvidence,
  listDueChecks,
  uploadEvidencePicture,
  withdrawEvidence,
} from '@hakiki/contract/evidence-admin';
import { getProposedLogo, removeLogo, setLogo } from '@hakiki/contract/logos';
import { handle, page, withHeaders } from '../../platform/http/route.ts';
import { type DirectoryService, logoHeaders } from './service.ts';

export const directoryAdminRoutes = ({ directory }: { directory: DirectoryService }) => [
  handle(listAdminProviders, async ({ query }) => {
    const { rows, total } = await directory.listForAdmin(query);
    return page(rows, total);
  }),
  handle(getAdminProvider, ({ params }) => directory.getForAdmin(params.providerId)),
  handle(createProvider, ({ actor, body, idempotency }) => directory.add(actor, body, idempotency)),
  handle(updateProvider, ({ actor, params, body }) => directory.update(actor, params.providerId, body)),
  handle(
    setLogo,
    ({ actor, params, body }) => directory.setLogo(actor, params.providerId, body),
    async ({ params }) => {
      await directory.getForAdmin(params.providerId);
    },
  ),
  handle(removeLogo, ({ actor, params }) => directory.removeLogo(actor, params.providerId)),
  handle(getProposedLogo, async ({ params }) => withHeaders(await directory.readProposedLogo(params.id), logoHeaders)),
  handle(listAdminEvidence, ({ params }) => directory.listEvidenceForAdmin(params.providerId)),
  handle(addEvidence, ({ actor, params, body, idempotency }) =>
    directory.addEvidence(actor, params.providerId, body, idempotency),
  ),
  handle(uploadEvidencePicture, ({ actor, params, body }) => directory.uploadPicture(actor, params.id, body)),
  handle(withdrawEvidence, ({ actor, params, body }) => directory.withdrawEvidence(actor, params.id, body.reason)),
  handle(listDueChecks, async ({ query }) => {
    const { rows, total } = await directory.listDueChecks(query);
    return page(rows, total);
  }),
];

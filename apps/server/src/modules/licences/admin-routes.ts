import {
  addRegister,
  confirmLicenceProposal,
  getLicenceTasks,
  getRegisterFile,
  proposeMatch,
  proposeRegime,
  proposeWarning,
  uploadRegisterFile,
  withdrawLicenceProposal,
} from '@hakiki/contract/licences-admin';
import { handle, withHeaders } from '../../platform/http/route.ts';
import type { LicencesService } from './service.ts';

export const licencesAdminRoutes = ({ licences: { proposals } }: { licences: LicencesService }) => [
  handle(getLicenceTasks, ({ actor }) => proposals.listTasks(actor)),
  handle(addRegister, ({ actor, body }) => proposals.saveRegister(actor, body)),
  handle(uploadRegisterFile, ({ actor, params, query, body }) => proposals.upload(actor, params.id, query.asOf, body)),
  handle(getRegisterFile, async ({ params }) => {
    const { name, bytes } = await proposals.getFile(params.hash);
    return withHeaders(bytes, [['Content-Disposition', `attachment; filename="${name}"`]]);
  }),
  handle(proposeMatch, ({ actor, body }) => proposals.saveMatch(actor, body)),
  handle(proposeRegime, ({ actor, body }) => proposals.saveRegime(actor, body)),
  handle(proposeWarning, ({ actor, body }) => proposals.saveWarning(actor, body)),
  handle(confirmLicenceProposal, ({ actor, params, body }) => proposals.confirm(actor, params.id, body.seen)),
  handle(withdrawLicenceProposal, ({ actor, params }) => proposals.withdraw(actor, params.id)),
];

import { applyMask, confirmMask, getMaskable, listMasks, revertMask } from '@hakiki/contract/masks-admin';
import { handle } from '../../../platform/http/route.ts';
import type { MasksService } from './service.ts';

export const masksAdminRoutes = ({ masks }: { masks: MasksService }) => [
  handle(listMasks, ({ actor }) => masks.list(actor)),
  handle(getMaskable, ({ params }) => masks.listTexts(params.subject, params.subjectId)),
  handle(applyMask, ({ actor, body }) => masks.apply(actor, body)),
  handle(confirmMask, ({ actor, params }) => masks.confirm(actor, params.id)),
  handle(revertMask, ({ actor, params }) => masks.revert(actor, params.id)),
];

import {
  confirmRescueChange,
  getRescueHistory,
  listAdminRescueContacts,
  proposeRescueChange,
  recordRescueCall,
  rejectRescueChange,
} from '@hakiki/contract/rescue-admin';
import { handle } from '../../platform/http/route.ts';
import type { RescueService } from './service.ts';

export const rescueAdminRoutes = ({ rescue }: { rescue: RescueService }) => [
  handle(listAdminRescueContacts, ({ actor }) => rescue.listAll(actor)),
  handle(getRescueHistory, ({ actor, params }) => rescue.getHistory(actor, params.id)),
  handle(recordRescueCall, ({ actor, params, body }) => rescue.recordCall(actor, params.id, body)),
  handle(proposeRescueChange, ({ actor, params, body }) => rescue.proposeChange(actor, params.id, body)),
  handle(confirmRescueChange, ({ actor, params }) => rescue.confirmChange(actor, params.id)),
  handle(rejectRescueChange, ({ actor, params }) => rescue.rejectChange(actor, params.id)),
];

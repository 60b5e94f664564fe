import { askForContact, getOpenedContact } from '@hakiki/contract/filings-admin';
import { handle } from '../../platform/http/route.ts';
import type { ContactOpenings } from './service.ts';

export const contactOpeningsRoutes = ({ contactOpenings }: { contactOpenings: ContactOpenings }) => [
  handle(askForContact, ({ actor, params, body }) => contactOpenings.requestOpening(actor, params.id, body)),
  handle(getOpenedContact, ({ actor, params }) => contactOpenings.getOpening(actor, params.id)),
];

import { finishContactMessage, listContactMessages } from '@hakiki/contract/contact-admin';
import { handle, page } from '../../platform/http/route.ts';
import type { ContactService } from './service.ts';

export const contactAdminRoutes = ({ contact }: { contact: ContactService }) => [
  handle(listContactMessages, async ({ query }) => {
    const { rows, total } = await contact.listOpen(query);
    return page(rows, total);
  }),
  handle(finishContactMessage, ({ actor, params }) => contact.finish(actor, params.id)),
];

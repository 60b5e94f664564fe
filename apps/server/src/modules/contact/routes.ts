import { getSiteInfo } from '@hakiki/contract/contact';
import { handle } from '../../platform/http/route.ts';
import type { ContactService } from './service.ts';

export const contactRoutes = ({ contact }: { contact: ContactService }) => [
  handle(getSiteInfo, () => contact.getSiteInfo()),
];

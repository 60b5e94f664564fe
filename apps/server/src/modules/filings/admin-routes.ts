import { askReporter } from '@hakiki/contract/filings-admin';
import { handle } from '../../platform/http/route.ts';
import type { FilingsService } from './service.ts';

export const filingsAdminRoutes = ({ filings }: { filings: FilingsService }) => [
  handle(askReporter, async ({ actor, params, body }) => {
    await filings.askReporter(actor, params.id, body.question);
    return { message: 'The reporter was asked.' };
  }),
];

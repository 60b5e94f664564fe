import { listReplies, sendReply, withdrawReply } from '@hakiki/contract/replies';
import { handle, page } from '../../../platform/http/route.ts';
import type { RepliesService } from './service.ts';

export const repliesRoutes = ({ replies }: { replies: RepliesService }) => [
  handle(listReplies, async ({ actor, query }) => {
    const { rows, total } = await replies.listOwn(actor, query);
    return page(rows, total);
  }),
  handle(sendReply, ({ actor, body }) => replies.send(actor, body)),
  handle(withdrawReply, ({ actor, params }) => replies.withdraw(actor, params.id)),
];

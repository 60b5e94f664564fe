import { approveReply, listModeratedReplies, rejectReply } from '@hakiki/contract/replies-admin';
import { handle, page } from '../../../platform/http/route.ts';
import type { RepliesService } from './service.ts';

export const repliesAdminRoutes = ({ replies }: { replies: RepliesService }) => [
  handle(listModeratedReplies, async ({ query }) => {
    const { rows, total } = await replies.listModerated(query);
    return page(rows, total);
  }),
  handle(approveReply, ({ actor, params }) => replies.decide(actor, params.id, { status: 'approved' })),
  handle(rejectReply, ({ actor, params, body }) =>
    replies.decide(actor, params.id, { status: 'rejected', reason: body.reason }),
  ),
];

import { listDecisions, undoDecision } from '@hakiki/contract/decisions-admin';
import { confirmProposal, getProposal, listProposals, withdrawProposal } from '@hakiki/contract/proposals-admin';
import { handle } from '../../../platform/http/route.ts';
import type { ProposalsService } from './proposals-service.ts';
import type { DecisionsService } from './service.ts';

export const decisionsAdminRoutes = ({
  decisions,
  proposals,
}: {
  decisions: DecisionsService;
  proposals: ProposalsService;
}) => [
  handle(listDecisions, ({ query }) => decisions.listBySubjects([query.subjectId])),
  handle(undoDecision, async ({ actor, params }) => {
    await proposals.undo(actor, params.id);
    return { message: 'The decision was undone.' };
  }),
  handle(listProposals, ({ actor, query }) => proposals.listProposals(actor, query.order)),
  handle(getProposal, ({ actor, params }) => proposals.show(actor, params.id)),
  handle(confirmProposal, ({ actor, params, body }) => proposals.confirm(actor, params.id, body.seen)),
  handle(withdrawProposal, ({ actor, params }) => proposals.withdraw(actor, params.id)),
];

import { getLogIndex, getTransparency, listLogLines } from '@hakiki/contract/decision-log';
import { handle } from '../../../platform/http/route.ts';
import type { DecisionLogService } from './service.ts';

export const decisionLogRoutes = ({ decisionLog }: { decisionLog: DecisionLogService }) => [
  handle(getLogIndex, () => decisionLog.getIndex()),
  handle(listLogLines, ({ query }) => decisionLog.list(query)),
  handle(getTransparency, () => decisionLog.getTransparency()),
];

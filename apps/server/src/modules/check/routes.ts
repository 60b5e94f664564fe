import { checkInput, evaluateBlind, getCheckOfIndicator } from '@hakiki/contract/check';
import { handle } from '../../platform/http/route.ts';
import type { CheckService } from './service.ts';

export const checkRoutes = ({ check }: { check: CheckService }) => [
  handle(checkInput, ({ body }) => check.check(body)),
  handle(getCheckOfIndicator, ({ params, query }) => check.checkIndicator(params.kind, params.value, query.country)),
  handle(evaluateBlind, ({ body }) => check.evaluateBlind(body)),
];

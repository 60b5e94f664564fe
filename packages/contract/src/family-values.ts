/** Constants of families (items that are linked by shared traces), without their schemas. */
import type { IndicatorKind } from './indicator-values.ts';

/** One shared trace of these kinds links two items. */
export const strongTraceKinds = ['wallet', 'till', 'paybill', 'account', 'telegramId'] as const;
/** Two shared traces of different kinds among these link two items; one is a hint for moderators. */
export const mediumTraceKinds = ['phone', 'email', 'chatName'] as const;
export const traceKinds = [...strongTraceKinds, ...mediumTraceKinds] as const;
export type TraceKind = (typeof traceKinds)[number];

/** Kinds that can be members. Wallets and numbers are traces: people and operators are never members. */
export const memberKinds = ['website', 'app', 'handle'] as const satisfies readonly IndicatorKind[];

/** A moderator's judgement about two items. `unsure` keeps a link out until somebody decides. */
export const judgements = ['same', 'notSame', 'unsure'] as const;
export type Judgement = (typeof judgements)[number];

/**
 * A trace of more items links nothing. 20 is MISP's `MISP.correlation_limit`, and on ScamSniffer's
 * list of 2026-08-22 it keeps the largest family at 33, where no limit gives 1,477. A family above `members` stops
 * joining by itself. A listed provider is linked only if `people` moderators agree.
 */
export const familyRules = { carriers: 20, members: 200, people: 2 } as const;

export const familyLimits = { shownMembers: 5, traces: 10, pairs: 400, shownIndicators: 300, links: 600 } as const;

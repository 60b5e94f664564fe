/** Constants of appeals without their schemas, for screens. */

export const appealSubjects = ['alert', 'report', 'provider'] as const;
export type AppealSubject = (typeof appealSubjects)[number];

/** Who the sender says they are, without proof. `named` is the company or person named in the verdict. */
export const appellants = ['named', 'lawyer', 'authority', 'court', 'other'] as const;
export type Appellant = (typeof appellants)[number];

export const appealRequests = ['correction', 'removal'] as const;
export type AppealRequest = (typeof appealRequests)[number];

export const appealOutcomes = ['upheld', 'partly', 'dismissed'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];
export const appealStatuses = ['pending', ...appealOutcomes] as const;
export type AppealStatus = (typeof appealStatuses)[number];

/** Filters: pending appeals, or decided ones. */
export const appealStates = ['open', 'decided'] as const;
export type AppealState = (typeof appealStates)[number];

/**
 * Days until an appeal is decided, maximum open appeals per verdict, and months after a dismissal in which a further
 * appeal about the unchanged verdict is not shown on its page.
 */
export const appealRules = { days: 14, openPerVerdict: 20, quietMonths: 6 } as const;

/** The values of appeals without their schemas: what a screen needs to show and offer them. */

/** What a verdict can be about. */
export const appealSubjects = ['alert', 'report', 'provider'] as const;
export type AppealSubject = (typeof appealSubjects)[number];

/** Who says to be asking: a claim, and no proof. `named` is the company or person that the verdict names. */
export const appellants = ['named', 'lawyer', 'authority', 'court', 'other'] as const;
export type Appellant = (typeof appellants)[number];

export const appealWishes = ['correction', 'removal'] as const;
export type AppealWish = (typeof appealWishes)[number];

export const appealOutcomes = ['upheld', 'partly', 'dismissed'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];
export const appealStatuses = ['pending', ...appealOutcomes] as const;
export type AppealStatus = (typeof appealStatuses)[number];

/** Those that still wait, and the others. */
export const appealStates = ['open', 'decided'] as const;
export type AppealState = (typeof appealStates)[number];

/**
 * Within how many days an appeal is decided; how many can be open about one verdict; and for how many months after one was dismissed a
 * further one about the unchanged verdict is not shown on its page.
 */
export const appealRules = { days: 14, openPerVerdict: 20, quietMonths: 6 } as const;

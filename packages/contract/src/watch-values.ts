/** Constants of the withdrawal watch without schemas. */

export const watchStatuses = ['pending', 'approved', 'rejected'] as const;
export type WatchStatus = (typeof watchStatuses)[number];

/** Filters of the console: watches that wait for a moderator, or published ones. */
export const watchStates = ['waiting', 'published'] as const;
export type WatchState = (typeof watchStates)[number];

/** The number of people who reported in this many days is compared with the usual number. */
export const watchDays = 14;
/** The minimum number of people for a rise, however low the usual number is. */
export const minWatchPeople = 5;

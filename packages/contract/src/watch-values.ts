/** How withdrawals come under watch, without schemas: what a screen needs to say what its figures mean. */

export const watchStatuses = ['pending', 'approved', 'rejected'] as const;
export type WatchStatus = (typeof watchStatuses)[number];

/** What the console lists: those that wait for a moderator, or those that people read. */
export const watchStates = ['waiting', 'published'] as const;
export type WatchState = (typeof watchStates)[number];

/** People who reported within so many days are held against the usual number in as many days. */
export const watchDays = 14;
/** Fewer people than this are no rise, however few are usual. */
export const watchLeast = 5;

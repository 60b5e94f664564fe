/** The current time as a parameter, so that time-dependent code is tested without waiting. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** As YYYY-MM-DD, in UTC. */
export const toDay = (time: Date): string => time.toISOString().slice(0, 10);

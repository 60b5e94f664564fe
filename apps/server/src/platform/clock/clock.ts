/** The time, as something that can be handed in: what depends on it is tested without waiting. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

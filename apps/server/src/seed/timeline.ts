/** Generated history lies between two fixed dates, so that the same seed gives the same data on any day. */
const DAY_MS = 86_400_000;

export const timeline = { start: Date.UTC(2023, 0, 2), end: Date.UTC(2026, 10, 1), day: DAY_MS } as const;

/** The time of item `index` of `total`: evenly spread and increasing, so that derived ids are ordered too. */
export const getTimeAt = (index: number, total: number): number =>
  timeline.start + Math.floor(((timeline.end - timeline.start) * index) / Math.max(total, 1));

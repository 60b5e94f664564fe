import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Ids of our edge are kept, so that its log and ours tell one story; anything odd is not let into the log. */
export const isSaneRequestId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{8,64}$/.test(value);

export const requestIdOf = (incoming: unknown): string => (isSaneRequestId(incoming) ? incoming : randomUUID());

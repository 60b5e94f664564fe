import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Keeps the edge's request id, so that both logs can be matched; an unusual value is not written to the log. */
export const isValidRequestId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{8,64}$/.test(value);

export const toRequestId = (incoming: unknown): string => (isValidRequestId(incoming) ? incoming : randomUUID());

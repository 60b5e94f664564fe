/**
 * Cache policies: how long a response may be cached, and where. Each endpoint chooses one, so that public responses are
 * shared at the edge and personal ones are never stored.
 */
export const cachePolicies = {
  /**
   * Public data that a moderator can change: the edge revalidates within half a minute and serves the stale response
   * meanwhile (stale-while-revalidate).
   */
  shared: { edgeSeconds: 30, staleSeconds: 300, staleIfErrorSeconds: 86_400 },
  /** Data that clients compare with newer data within seconds, such as the signed head of the decision log. */
  brief: { edgeSeconds: 5, staleSeconds: 5, staleIfErrorSeconds: 86_400 },
  /** Shared by all visitors; signed-in users get their own response from the same URL. */
  sharedWhenSignedOut: { edgeSeconds: 15, staleSeconds: 300, staleIfErrorSeconds: 86_400 },
  /** Public documents that change with a release or once a day. */
  daily: { edgeSeconds: 3600, staleSeconds: 86_400, staleIfErrorSeconds: 604_800 },
  /** The content of this address never changes. The edge and the browser store it; our own memory does not. */
  immutable: 'public, max-age=31536000, immutable',
  /** Depends on the user. */
  personal: 'private, no-cache',
  never: 'no-store',
} as const;

export type CachePolicy = keyof typeof cachePolicies;

export function cacheControl(policy: CachePolicy): string {
  const policyValues = cachePolicies[policy];
  if (typeof policyValues === 'string') return policyValues;
  const { edgeSeconds, staleSeconds, staleIfErrorSeconds } = policyValues;
  return `public, max-age=0, s-maxage=${edgeSeconds}, stale-while-revalidate=${staleSeconds}, stale-if-error=${staleIfErrorSeconds}`;
}

/** A request with this cookie may be from a signed-in user. In production its name starts with `__Host-`. */
export const SESSION_COOKIE = 'session';

/** The policy of one request: signed-in users get no shared response where theirs differs. */
export const getEffectivePolicy = (policy: CachePolicy, mayBeSignedIn: boolean): CachePolicy =>
  policy === 'sharedWhenSignedOut' && mayBeSignedIn ? 'personal' : policy;

export const isShared = (policy: CachePolicy): boolean => cacheControl(policy).startsWith('public');

/**
 * How long an answer may be cached, and by whom. A policy is chosen on the endpoint, so that what every visitor asks for is one
 * shared answer at the edge and what differs per person is never stored.
 */
export const cachePolicies = {
  /**
   * Public data a moderator can change: the edge revalidates within half a minute and serves the stale answer meanwhile
   * (stale-while-revalidate).
   */
  shared: { edgeSeconds: 30, staleSeconds: 300, staleIfErrorSeconds: 86_400 },
  /** What others compare with something newer within seconds, such as the signed head of the decision log. */
  brief: { edgeSeconds: 5, staleSeconds: 5, staleIfErrorSeconds: 86_400 },
  /** The same for all who are not signed in; who is gets an answer of their own from the same address. */
  sharedWhenSignedOut: { edgeSeconds: 15, staleSeconds: 300, staleIfErrorSeconds: 86_400 },
  /** Public documents that change with a release or once a day. */
  daily: { edgeSeconds: 3600, staleSeconds: 86_400, staleIfErrorSeconds: 604_800 },
  /** Depends on who asks. */
  personal: 'private, no-cache',
  never: 'no-store',
} as const;

export type CachePolicy = keyof typeof cachePolicies;

export function cacheControl(policy: CachePolicy): string {
  const chosen = cachePolicies[policy];
  if (typeof chosen === 'string') return chosen;
  const { edgeSeconds, staleSeconds, staleIfErrorSeconds } = chosen;
  return `public, max-age=0, s-maxage=${edgeSeconds}, stale-while-revalidate=${staleSeconds}, stale-if-error=${staleIfErrorSeconds}`;
}

/** Who sends this cookie may be signed in. In production its name begins with `__Host-`. */
export const SESSION_COOKIE = 'session';

/** What holds for one request: a shared answer is nobody's, so who is signed in gets no such answer where theirs differs. */
export const policyFor = (policy: CachePolicy, mayBeSignedIn: boolean): CachePolicy =>
  policy === 'sharedWhenSignedOut' && mayBeSignedIn ? 'personal' : policy;

export const isShared = (policy: CachePolicy): boolean => typeof cachePolicies[policy] === 'object';

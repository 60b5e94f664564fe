/**
 * Chooses the lane in which a request waits. Each kind of work has its own concurrency limit (bulkhead), so that a
 * flood of one kind does not delay the others: uncached pages never take the slot of a report.
 */
import { createHash } from 'node:crypto';
import { SESSION_COOKIE } from '@hakiki/contract/cache';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import type { RateLimitClass } from '@hakiki/contract/limits';
import { isPersonalPage, isSignInPage } from '@hakiki/contract/pages';
import { LRUCache } from 'lru-cache';
import { isApiPath } from './responder.ts';
import { createLane, type Lane } from './lane.ts';

export type LaneName = 'reports' | 'signIn' | 'staff' | 'members' | 'memberPages' | 'visitors' | 'uploads' | 'forms';

/**
 * Maximum number of requests computed at the same time, in total and per client. A process has one core: more
 * concurrent pages only make every other request slower. Sign-ins are limited because each hashes a password.
 */
const concurrencyLimits: Record<LaneName, { total: number; perClient: number }> = {
  reports: { total: 12, perClient: 8 },
  signIn: { total: 4, perClient: 2 },
  /** The people of an office share one IP address. */
  staff: { total: 12, perClient: 12 },
  /** Includes staff whose session this process has not authenticated recently: they must not wait behind pages. */
  members: { total: 6, perClient: 4 },
  memberPages: { total: 4, perClient: 3 },
  visitors: { total: 3, perClient: 2 },
  /** Held in memory while they arrive: at most 10 MB each, business documents 21 MB. The edge allows three. */
  uploads: { total: 16, perClient: 12 },
  /** Files in page forms; the receipt that authorises the sender is inside the form. */
  forms: { total: 4, perClient: 1 },
};

/**
 * Maximum time in the queue. Together with the work itself it stays below the edge's proxy_read_timeout: the edge
 * treats a process that responds later as dead. The cheapest requests to reject have the shortest time.
 */
const maxWaitMs: Record<LaneName, number> = {
  reports: 6000,
  signIn: 6000,
  staff: 12_000,
  members: 12_000,
  memberPages: 4000,
  visitors: 3000,
  uploads: 6000,
  forms: 6000,
};

export type Lanes = Record<LaneName, Lane>;

/** While one of these runs, pages are computed one at a time: a page blocks the process as long as a report. */
const urgentLanes: readonly LaneName[] = ['reports', 'signIn', 'staff'];
const yieldingLanes: ReadonlySet<LaneName> = new Set(['memberPages', 'visitors'] as const);

export function createLanes(maxInFlight: number): Lanes {
  const isUrgentBusy = () => urgentLanes.some((name) => lanes[name].isBusy());
  const createLaneFor = (name: LaneName): Lane => {
    const { total, perClient } = concurrencyLimits[name];
    // A small MAX_IN_FLIGHT also limits the concurrency.
    const maxConcurrent = Math.min(total, maxInFlight);
    return createLane({
      maxConcurrent: () => (yieldingLanes.has(name) && isUrgentBusy() ? 1 : maxConcurrent),
      maxConcurrentPerClient: Math.min(perClient, maxConcurrent),
      maxQueued: Math.max(0, maxInFlight - maxConcurrent),
      maxWaitMs: maxWaitMs[name],
    });
  };
  const lanes = Object.fromEntries(
    Object.keys(concurrencyLimits).map((name) => [name, createLaneFor(name as LaneName)]),
  ) as Lanes;
  return lanes;
}

const laneByRateLimitClass: Partial<Record<RateLimitClass, LaneName>> = {
  challenge: 'reports',
  report: 'reports',
  publicForm: 'reports',
  receipt: 'reports',
  evidence: 'reports',
  mailedLink: 'reports',
  signUp: 'signIn',
  signIn: 'signIn',
  mailRequest: 'signIn',
};

type FindCallLane = (method: string, path: string) => LaneName | undefined;

/** Finds the lane of API calls whose lane follows from their rate limit class in the contract. */
export function createCallLaneFinder(endpoints: readonly EndpointDefinition[]): FindCallLane {
  const byFixedPath = new Map<string, LaneName>();
  const patterns: { method: string; pattern: RegExp; lane: LaneName }[] = [];
  for (const { method, path, rateLimit } of endpoints) {
    const lane = laneByRateLimitClass[rateLimit];
    if (!lane) continue;
    if (!path.includes(':')) byFixedPath.set(`${method} ${path}`, lane);
    else patterns.push({ method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), lane });
  }
  return (method, path) =>
    byFixedPath.get(`${method} ${path}`) ??
    patterns.find((one) => one.method === method && one.pattern.test(path))?.lane;
}

const sessionTokenPattern = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=([^;]+)`);
const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 1000;

export interface StaffSessions {
  remember: (cookies: string | undefined) => void;
  has: (cookies: string | undefined) => boolean;
}

/** Staff sessions that this process authenticated recently. Only used to choose the lane, without a query. */
export function createStaffSessions(): StaffSessions {
  const staffSessions = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  const toKey = (cookies: string | undefined): string | undefined => {
    const token = cookies && sessionTokenPattern.exec(cookies)?.[1];
    return token ? createHash('sha256').update(token).digest('base64') : undefined;
  };
  return {
    remember(cookies) {
      const key = toKey(cookies);
      if (key) staffSessions.set(key, true);
    },
    has(cookies) {
      const key = staffSessions.size > 0 ? toKey(cookies) : undefined;
      return key !== undefined && staffSessions.has(key);
    },
  };
}

interface LaneRequest {
  method: string;
  path: string;
  isRead: boolean;
  /** The response is the same for everybody, so it can be shared. */
  isShared: boolean;
  isStaff: boolean;
}

export function chooseLane(
  { method, path, isRead, isShared, isStaff }: LaneRequest,
  findCallLane: FindCallLane,
): LaneName {
  const isCall = isApiPath(path);
  const lane = isCall ? findCallLane(method, path) : isRead ? undefined : findFormLane(path);
  if (lane) return lane;
  if (isStaff) return 'staff';
  if (isShared) return 'visitors';
  return isCall ? 'members' : 'memberPages';
}

/** Forms of public pages are reports, appeals and messages. */
function findFormLane(path: string): LaneName | undefined {
  if (isSignInPage(path)) return 'signIn';
  return isPersonalPage(path) ? undefined : 'reports';
}

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
import { isApiPath } from './answers.ts';
import { createLane, type Lane } from './lane.ts';

export type LaneName = 'reports' | 'signIn' | 'staff' | 'members' | 'memberPages' | 'visitors' | 'uploads' | 'forms';

/**
 * Maximum number of requests computed at the same time, in total and per client. A process has one core: more
 * concurrent pages only make every other request slower. Sign-ins are limited because each hashes a password.
 */
const places: Record<LaneName, { all: number; ofClient: number }> = {
  reports: { all: 12, ofClient: 8 },
  signIn: { all: 4, ofClient: 2 },
  /** The people of an office share one IP address. */
  staff: { all: 12, ofClient: 12 },
  /** Includes staff whose session this process has not authenticated recently: they must not wait behind pages. */
  members: { all: 6, ofClient: 4 },
  memberPages: { all: 4, ofClient: 3 },
  visitors: { all: 3, ofClient: 2 },
  /** Held in memory while they arrive: at most 10 MB each, business documents 21 MB. The edge allows three. */
  uploads: { all: 16, ofClient: 12 },
  /** Files in page forms; the receipt that authorises the sender is inside the form. */
  forms: { all: 4, ofClient: 1 },
};

/**
 * Maximum time in the queue. Together with the work itself it stays below the edge's proxy_read_timeout: the edge
 * treats a process that responds later as dead. The cheapest requests to reject have the shortest time.
 */
const waitMs: Record<LaneName, number> = {
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
const urgent: readonly LaneName[] = ['reports', 'signIn', 'staff'];
const yielding: ReadonlySet<LaneName> = new Set(['memberPages', 'visitors'] as const);

export function createLanes(maxWaiting: number): Lanes {
  const isUrgentBusy = () => urgent.some((name) => lanes[name].isBusy());
  const laneOf = (name: LaneName): Lane => {
    const { all, ofClient } = places[name];
    // A small MAX_IN_FLIGHT also limits the concurrency.
    const atOnce = Math.min(all, maxWaiting);
    return createLane({
      places: () => (yielding.has(name) && isUrgentBusy() ? 1 : atOnce),
      placesPerClient: Math.min(ofClient, atOnce),
      waitingPlaces: Math.max(0, maxWaiting - atOnce),
      waitMs: waitMs[name],
    });
  };
  const lanes = Object.fromEntries(Object.keys(places).map((name) => [name, laneOf(name as LaneName)])) as Lanes;
  return lanes;
}

const lanesOfClasses: Partial<Record<RateLimitClass, LaneName>> = {
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

type CallLane = (method: string, path: string) => LaneName | undefined;

/** Finds the lane of API calls whose lane follows from their rate limit class in the contract. */
export function createCallLanes(endpoints: readonly EndpointDefinition[]): CallLane {
  const fixed = new Map<string, LaneName>();
  const patterns: { method: string; pattern: RegExp; lane: LaneName }[] = [];
  for (const { method, path, rateLimit } of endpoints) {
    const lane = lanesOfClasses[rateLimit];
    if (!lane) continue;
    if (!path.includes(':')) fixed.set(`${method} ${path}`, lane);
    else patterns.push({ method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), lane });
  }
  return (method, path) =>
    fixed.get(`${method} ${path}`) ?? patterns.find((one) => one.method === method && one.pattern.test(path))?.lane;
}

const sessionToken = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=([^;]+)`);
const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 1000;

export interface StaffSessions {
  remember: (cookies: string | undefined) => void;
  has: (cookies: string | undefined) => boolean;
}

/** Staff sessions that this process authenticated recently. Only used to choose the lane, without a query. */
export function createStaffSessions(): StaffSessions {
  const known = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  const keyOf = (cookies: string | undefined): string | undefined => {
    const token = cookies && sessionToken.exec(cookies)?.[1];
    return token ? createHash('sha256').update(token).digest('base64') : undefined;
  };
  return {
    remember(cookies) {
      const key = keyOf(cookies);
      if (key) known.set(key, true);
    },
    has(cookies) {
      const key = known.size > 0 ? keyOf(cookies) : undefined;
      return key !== undefined && known.has(key);
    },
  };
}

interface Choice {
  method: string;
  path: string;
  isRead: boolean;
  /** The response is the same for everybody, so it can be shared. */
  isShared: boolean;
  isStaff: boolean;
}

export function chooseLane({ method, path, isRead, isShared, isStaff }: Choice, laneOfCall: CallLane): LaneName {
  const isCall = isApiPath(path);
  const lane = isCall ? laneOfCall(method, path) : isRead ? undefined : laneOfForm(path);
  if (lane) return lane;
  if (isStaff) return 'staff';
  if (isShared) return 'visitors';
  return isCall ? 'members' : 'memberPages';
}

/** Forms of public pages are reports, appeals and messages. */
function laneOfForm(path: string): LaneName | undefined {
  if (isSignInPage(path)) return 'signIn';
  return isPersonalPage(path) ? undefined : 'reports';
}

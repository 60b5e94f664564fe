/**
 * Which lane a request waits in. Each kind of work has places of its own, so that a flood of one kind leaves the others alone: pages that
 * nobody asked for before never take the place of a report.
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
 * Requests computed at once, of all clients and of one. A process has one core: more than a few pages at once only make every other
 * request wait longer between two of its steps. Sign-ins are few because each hashes a password.
 */
const places: Record<LaneName, { all: number; ofClient: number }> = {
  reports: { all: 12, ofClient: 8 },
  signIn: { all: 4, ofClient: 2 },
  /** An office shares one address. */
  staff: { all: 12, ofClient: 12 },
  /** Also of staff whose session this process has not authenticated lately: it must not wait behind pages. */
  members: { all: 6, ofClient: 4 },
  memberPages: { all: 4, ofClient: 3 },
  visitors: { all: 3, ofClient: 2 },
  /** Files are held in memory as they arrive, at most 10 MB each, documents of a business 21 MB. The edge lets one client send three. */
  uploads: { all: 16, ofClient: 12 },
  /** Files in forms of pages, whose senders show their receipt only inside. */
  forms: { all: 4, ofClient: 1 },
};

/**
 * How long a request waits for its turn. Together with the work itself it stays below the time that the edge waits for an answer
 * (proxy_read_timeout): the edge takes a process that answers later for a dead one. What costs least to refuse is refused first.
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

/** While one of these is answered, pages are computed one at a time: a page holds the process for as long as a whole report takes. */
const urgent: readonly LaneName[] = ['reports', 'signIn', 'staff'];
const yielding: ReadonlySet<LaneName> = new Set(['memberPages', 'visitors'] as const);

export function createLanes(maxWaiting: number): Lanes {
  const isUrgentBusy = () => urgent.some((name) => lanes[name].isBusy());
  const laneOf = (name: LaneName): Lane => {
    const { all, ofClient } = places[name];
    // A small MAX_IN_FLIGHT bounds what is computed, too.
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

/** Of calls whose lane follows from the contract. */
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

/**
 * Sessions that were staff's when they were last authenticated by this process. It opens the lane and nothing else: a stranger who asks
 * for a page of the console is told apart without a query.
 */
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
  /** One answer for many, computed for nobody in particular. */
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

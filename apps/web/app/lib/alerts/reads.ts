/** The reads of alerts and reports that more than one part of the site shares. */
import { severities } from '@hakiki/contract/alert-values';
import type { Alert } from '@hakiki/contract/alerts';
import { listLimits } from '@hakiki/contract/limits';
import { firstOf, read, type Page, type Read } from '../api/reads.ts';

/** What everyone is warned of, as visitors see it. All open pages poll this one answer, so the edge must be able to cache it. */
export const publicAlerts = read('/api/fraud-alerts/active', { anonymous: true });

/** As much of it as a page shows: what a page carries, every visitor downloads. */
export const carriedAlerts = firstOf(publicAlerts, listLimits.reportsPageAlerts);

/** What comes first where there is little room. The lists are newest first, and stay so within each severity. */
export const severestFirst = (alerts: readonly Alert[]): Alert[] =>
  alerts.toSorted((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity));

/** Of all there are, what the home page carries: the severest, and the newest, which other pages go on with. */
export const carriedSeverest: Read<Page<Alert>> = {
  key: publicAlerts.key,
  async load(api) {
    const { items, total } = await publicAlerts.load(api);
    const count = listLimits.reportsPageAlerts;
    const carried = new Set([...items.slice(0, count), ...severestFirst(items).slice(0, count)]);
    return { items: items.filter((alert) => carried.has(alert)), total };
  },
};

const allAsMember = read('/api/fraud-alerts/active');
/** All of them with their full texts; kept apart from the few that other pages ask for under the same address. */
export const wholeAlerts: Read<Page<Alert>> = { ...allAsMember, key: [...allAsMember.key, 'whole'] };

/** The same with their full texts, for who is signed in. */
export const memberAlerts = firstOf(read('/api/fraud-alerts/active'), listLimits.reportsPageAlerts);

/** What the person wants announced; only for plans that may choose. */
export const alertPreferences = read('/api/alert-preferences');

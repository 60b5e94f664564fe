/** Queries of alerts and reports that several screens share. */
import { severities } from '@hakiki/contract/alert-values';
import type { Alert } from '@hakiki/contract/alerts';
import { listLimits } from '@hakiki/contract/limits';
import { limitItems, defineQuery, type ItemPage, type Query } from '../api/queries.ts';

/** Active alerts as visitors see them. All open pages poll this response, so the edge must be able to cache it. */
export const publicAlerts = defineQuery('/api/fraud-alerts/active', { anonymous: true });

/** The part that a page shows: every visitor downloads what is embedded in a page. */
export const embeddedAlerts = limitItems(publicAlerts, listLimits.reportsPageAlerts);

/** Used where there is little space. The lists are newest first, and stay so within each severity. */
export const sortBySeverity = (alerts: readonly Alert[]): Alert[] =>
  alerts.toSorted((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity));

/** The alerts embedded in the home page: the most severe ones, and the newest ones, which other pages continue with. */
export const embeddedSeverestAlerts: Query<ItemPage<Alert>> = {
  key: publicAlerts.key,
  async load(api) {
    const { items, total } = await publicAlerts.load(api);
    const count = listLimits.reportsPageAlerts;
    const embedded = new Set([...items.slice(0, count), ...sortBySeverity(items).slice(0, count)]);
    return { items: items.filter((alert) => embedded.has(alert)), total };
  },
};

const allMemberAlerts = defineQuery('/api/fraud-alerts/active');
/** All alerts with their full texts; has its own key because other pages request a shorter list from the same path. */
export const fullTextAlerts: Query<ItemPage<Alert>> = { ...allMemberAlerts, key: [...allMemberAlerts.key, 'whole'] };

/** The same with full texts, for signed-in members. */
export const memberAlerts = limitItems(defineQuery('/api/fraud-alerts/active'), listLimits.reportsPageAlerts);

/** Which alerts the person wants announced; only for plans that may choose. */
export const alertPreferences = defineQuery('/api/alert-preferences');

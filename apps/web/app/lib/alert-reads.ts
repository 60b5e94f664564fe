/** The reads of alerts and reports that more than one part of the site shares. */
import { listLimits } from '@hakiki/contract/limits';
import { firstOf, read } from './reads.ts';

/** What everyone is warned of, as visitors see it. All open pages poll this one answer, so the edge must be able to give it. */
export const publicAlerts = read('/api/fraud-alerts/active', { anonymous: true });

/** As much of it as a page shows: what a page carries, every visitor downloads. */
export const carriedAlerts = firstOf(publicAlerts, listLimits.reportsPageAlerts);

/** The same with their full texts, for who is signed in. */
export const memberAlerts = firstOf(read('/api/fraud-alerts/active'), listLimits.reportsPageAlerts);

/** What the person wants announced; only for plans that may choose. */
export const alertPreferences = read('/api/alert-preferences');

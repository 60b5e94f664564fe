import type { Alert } from '@hakiki/contract/alerts';
import { alertTypeLabel } from '../../lib/alerts/labels.ts';
import { listCountryNames } from '../../lib/language/country-labels.ts';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

type AlertFactsData = Pick<Alert, 'alertType' | 'affectedCountries' | 'createdAt'> &
  Partial<Pick<Alert, 'reportCount' | 'isVerified'>>;

/** Type, number of reporters, countries and date. Accusations are attributed to reporters, never made by the site. */
export function AlertFacts({ alert }: { alert: AlertFactsData }) {
  const { alertType, reportCount, isVerified, affectedCountries, createdAt } = alert;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-muted">
      <li className="font-semibold">{alertTypeLabel(alertType)}</li>
      {reportCount !== undefined && (
        <li>{m.alert_reported_by({ count: reportCount, shown: formatNumber(reportCount) })}</li>
      )}
      {affectedCountries.length > 0 && (
        <li>
          <span className="sr-only">{m.alert_countries()}</span> {listCountryNames(affectedCountries)}
        </li>
      )}
      <li>
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </li>
      {isVerified && <li>{m.alert_verified()}</li>}
    </ul>
  );
}

/** Facts about an alert for moderators, without the reporter's contact data. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { ReactNode } from 'react';
import { TimestampDay } from '../../../components/timestamp.tsx';
import { alertTypeLabel } from '../../../lib/alerts/labels.ts';
import { countryName } from '../../../lib/language/country-labels.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { masksPath } from '../masks/queries.ts';
import { ConsoleLink } from '../parts/links.tsx';
import { findMarks, MarkLine } from '../parts/marks.tsx';

export const formatCountries = ({ affectedCountries }: Pick<AdminAlert, 'affectedCountries'>): string =>
  affectedCountries.map(countryName).join(', ') || m.admin_alerts_no_countries();

/** Never names the account: that must be opened like contact data. */
const formatReporter = ({ hasAccount }: { hasAccount: boolean }): string =>
  hasAccount ? m.admin_reporter_signed_in() : m.triage_anonymous();

/** Possible private data in the texts that become public, as in the case view. */
export function AlertMarks({ alert }: { alert: AdminAlert }) {
  const { title, description, affectedProvider: providerId = null, affectedProviderName: providerName } = alert;
  const marks = findMarks(
    { title, description, providerName: providerId === null ? (providerName ?? '') : '' },
    { providerId, providerName },
  );
  if (marks.length === 0) return null;
  return (
    <div className="border-s-4 border-limited ps-3 text-sm">
      <p className="font-semibold text-limited">{m.triage_private_count({ count: marks.length })}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {marks.map((mark) => (
          <li key={`${mark.field} ${mark.start}`}>
            <MarkLine mark={mark} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Omits lines without a value. */
export function AlertFactList({ alert }: { alert: AdminAlert }) {
  const facts: [string, ReactNode][] = [
    [m.admin_field_type(), alertTypeLabel(alert.alertType)],
    [m.admin_alerts_countries(), formatCountries(alert)],
    [m.admin_alerts_submitted(), <TimestampDay key="time" at={alert.createdAt} />],
    [m.admin_alerts_report_count(), formatNumber(alert.reportCount)],
    [m.admin_field_provider(), alert.affectedProviderName],
    [m.admin_alerts_amount(), alert.amountLost],
    [m.admin_alerts_evidence(), alert.evidenceDescription],
    [m.admin_alerts_details(), alert.additionalDetails],
    [m.admin_field_reporter(), formatReporter(alert)],
    [m.admin_alerts_contact(), alert.hasContact && m.admin_alerts_contact_sealed()],
  ];
  return (
    <>
      <dl className="grid gap-x-6 gap-y-1 text-sm md:grid-cols-2">
        {facts.map(
          ([term, value]) =>
            value && (
              <div key={term} className="flex min-w-0 gap-2">
                <dt className="shrink-0 text-muted">{term}</dt>
                <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {alert.status === 'approved' && (
        <ConsoleLink href={masksPath({ subject: 'alert', id: alert.id })}>{m.masks_link()}</ConsoleLink>
      )}
    </>
  );
}

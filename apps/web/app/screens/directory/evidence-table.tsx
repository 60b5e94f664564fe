import type { Evidence } from '@hakiki/contract/evidence';
import type { ReactNode } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { WebsiteLink } from '../../components/providers/website-link.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import { evidenceKindLabel } from '../../lib/providers/verdict.ts';
import { m } from '../../paraglide/messages.js';

interface EvidenceField {
  label: () => string;
  render: (evidenceItem: Evidence) => ReactNode;
}

/** Seven facts in four columns, because seven columns would not fit. */
const columns: readonly (readonly EvidenceField[])[] = [
  [
    {
      label: m.evidence_kind,
      render: ({ kind }) => <span className="font-semibold md:whitespace-nowrap">{evidenceKindLabel(kind)}</span>,
    },
    { label: m.evidence_country, render: ({ country }) => countryName(country) },
  ],
  [
    { label: m.evidence_authority, render: ({ authority }) => authority },
    { label: m.evidence_reference, render: ({ reference }) => reference ?? m.unknown() },
  ],
  [
    {
      label: m.evidence_source,
      render: ({ sourceUrl, pictureUrl }) => (
        <>
          {sourceUrl && <WebsiteLink address={sourceUrl} />}
          {pictureUrl && (
            <a href={pictureUrl} className="inline-flex min-h-11 items-center text-brand underline md:min-h-8">
              {m.evidence_picture_see()}
            </a>
          )}
          {!sourceUrl && !pictureUrl && m.evidence_not_public()}
        </>
      ),
    },
  ],
  [
    {
      label: m.evidence_checked_on,
      render: ({ checkedOn, isOld }) => (
        <>
          <time dateTime={checkedOn}>{formatDate(checkedOn)}</time>
          {isOld && <span className="block text-limited">{m.evidence_old()}</span>}
        </>
      ),
    },
    { label: m.evidence_checked_by, render: ({ checkedBy }) => checkedBy },
  ],
];

const toColumnTitle = (fields: readonly EvidenceField[]): string => fields.map(({ label }) => label()).join(' · ');

/** A single table. On a phone, each row is a card whose lines repeat the column heads, also for screen readers. */
export function EvidenceTable({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0) {
    return (
      <Notice icon="empty" title={m.evidence_empty()}>
        <p className="max-w-[50ch] text-muted">{m.evidence_empty_hint()}</p>
      </Notice>
    );
  }
  return (
    <>
      <p className="max-w-[68ch] text-sm text-muted">{m.evidence_hint()}</p>
      <table aria-labelledby="evidence" className="mt-4 block w-full text-sm md:table">
        <thead className="hidden md:table-header-group">
          <tr className="border-b border-line-strong">
            {columns.map((fields) => (
              <th key={toColumnTitle(fields)} scope="col" className="py-2 pe-4 text-start align-bottom font-semibold">
                {toColumnTitle(fields)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="flex flex-col gap-3 md:table-row-group">
          {evidence.map((evidenceItem) => (
            <tr
              key={evidenceItem.id}
              className="block rounded-card border border-line bg-surface px-4 py-2 md:table-row md:rounded-none md:border-0 md:border-b md:bg-transparent"
            >
              {columns.map((fields) => (
                <td key={toColumnTitle(fields)} className="block md:table-cell md:py-3 md:pe-4 md:align-top">
                  {fields.map(({ label, render }) => (
                    <div
                      key={label()}
                      className="flex flex-wrap items-center gap-x-3 py-1.5 md:block md:py-0.5 md:not-first:text-muted"
                    >
                      <span className="min-w-28 text-muted md:sr-only">{label()}</span>{' '}
                      <span className="min-w-0 flex-1 basis-32">{render(evidenceItem)}</span>
                    </div>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

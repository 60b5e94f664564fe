import type { Evidence } from '@hakiki/contract/evidence';
import type { ReactNode } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { WebsiteLink } from '../../components/website-link.tsx';
import { countryName } from '../../lib/country-words.ts';
import { formatDate } from '../../lib/format.ts';
import { evidenceKindLabel } from '../../lib/verdict.ts';
import { m } from '../../paraglide/messages.js';

const columns: readonly { head: () => string; cell: (found: Evidence) => ReactNode }[] = [
  { head: m.evidence_kind, cell: ({ kind }) => <span className="font-semibold">{evidenceKindLabel(kind)}</span> },
  { head: m.evidence_country, cell: ({ country }) => countryName(country) },
  { head: m.evidence_authority, cell: ({ authority }) => authority },
  { head: m.evidence_reference, cell: ({ reference }) => reference ?? m.unknown() },
  {
    head: m.evidence_source,
    cell: ({ sourceUrl }) => (sourceUrl === null ? m.evidence_not_public() : <WebsiteLink address={sourceUrl} />),
  },
  {
    head: m.evidence_checked_on,
    cell: ({ checkedOn }) => (
      <time dateTime={checkedOn} className="md:whitespace-nowrap">
        {formatDate(checkedOn)}
      </time>
    ),
  },
  { head: m.evidence_checked_by, cell: ({ checkedBy }) => checkedBy },
];

/** One table. On a phone each row is a card whose cells carry their own heads, so that it reads as well when heard. */
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
            {columns.map(({ head }) => (
              <th key={head()} scope="col" className="p-2 text-start align-bottom font-semibold">
                {head()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="flex flex-col gap-3 md:table-row-group">
          {evidence.map((found) => (
            <tr
              key={found.id}
              className="block rounded-card border border-line bg-surface px-4 py-2 md:table-row md:rounded-none md:border-0 md:border-b md:bg-transparent"
            >
              {columns.map(({ head, cell }) => (
                <td
                  key={head()}
                  className="grid grid-cols-[7.5rem_1fr] items-center gap-3 py-1.5 md:table-cell md:p-2 md:align-top"
                >
                  <span className="text-muted md:hidden">{head()}</span>
                  <span>{cell(found)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

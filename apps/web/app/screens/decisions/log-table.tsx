/** The entries of the decision log as a table. */
import type { ListedLogLine, LogLine } from '@hakiki/contract/decision-log';
import { Link } from 'react-router';
import { formatDay } from '../../lib/language/format-timestamps.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { textLinkClass } from '../../components/ui/button.ts';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { m } from '../../paraglide/messages.js';
import { appellantLabel, outcomeLabel, subjectLabel, formatWaitingTime } from './log-labels.ts';

type Row = ListedLogLine & { id: string };

export const LogTable = ({ lines }: { lines: readonly ListedLogLine[] }) => (
  <DataTable
    label={m.log_entries()}
    columns={createColumns()}
    rows={lines.map((line) => ({ ...line, id: String(line.number) }))}
    rowAttributes={({ number }) => ({ id: `line-${number}`, 'data-line': number })}
  />
);

const createColumns = (): Column<Row>[] => [
  { heading: m.log_column_number(), isName: true, cell: ({ number }) => formatNumber(number) },
  {
    heading: m.log_column_day(),
    cell: ({ day }) => (
      <time dateTime={day} className="whitespace-nowrap">
        {formatDay(day)}
      </time>
    ),
  },
  { heading: m.log_filter_subject(), cell: (line) => line.subject && <Subject line={line} /> },
  {
    heading: m.log_column_decision(),
    cell: (line) => (
      <div className="min-w-0">
        <p className="font-semibold">{describeChange(line)}</p>
        <EntryFacts line={line} />
        <EntryHashes line={line} />
      </div>
    ),
  },
];

/** Names the page that the line is about, while it is public. */
function Subject({ line: { kind, number, subject, subjectId, subjectName, path } }: { line: Row }) {
  return (
    <div className="min-w-0">
      <p className="text-muted">{subject && subjectLabel(subject)}</p>
      {path && (
        <Link
          to={pathTo(path as `/${string}`)}
          aria-label={subjectName ? undefined : m.log_open_about({ number })}
          className={textLinkClass('wrap-anywhere underline-offset-4')}
        >
          {subjectName ?? m.log_open()}
        </Link>
      )}
      {kind === 'decision' && subjectId === null && <p className="text-muted">{m.log_never_public()}</p>}
    </div>
  );
}

function describeChange({ kind, from, to: outcome, wants }: LogLine): string {
  if (kind === 'received') return m.log_received();
  if (kind === 'request') return wants === 'removal' ? m.log_request_removal() : m.log_request_correction();
  const [before, after] = [outcomeLabel(from ?? ''), outcomeLabel(outcome ?? '')];
  return from === outcome ? m.log_reworded({ status: after }) : m.log_changed({ from: before, to: after });
}

function formatReversal({ reversal, reverses }: LogLine): string | undefined {
  if (reversal === null) return undefined;
  if (reverses === null) return reversal === 'undone' ? m.log_undone() : m.log_reversed();
  const number = formatNumber(reverses);
  return reversal === 'undone' ? m.log_undone_line({ number }) : m.log_reversed_line({ number });
}

function EntryFacts({ line }: { line: LogLine }) {
  const { kind, alerts, reports, providers, people, waitedHours, askedBy } = line;
  if (kind === 'received') {
    const counts = [alerts, reports, providers].map((count) => formatNumber(count ?? 0));
    return <p>{m.log_received_counts({ alerts: counts[0]!, reports: counts[1]!, providers: counts[2]! })}</p>;
  }
  const facts = [
    people && (people === 1 ? m.log_one_person() : m.log_two_people()),
    waitedHours !== null && formatWaitingTime(waitedHours),
    askedBy && m.log_asked_by({ who: appellantLabel(askedBy) }),
    formatReversal(line),
  ].filter(Boolean);
  return <p>{facts.join(' · ')}</p>;
}

function EntryHashes({ line }: { line: LogLine }) {
  const hashes = [
    [m.log_hash(), line.hash],
    [m.log_hash_previous(), line.previous],
    [m.log_hash_before(), line.before],
    [m.log_hash_after(), line.after],
  ] as const;
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted underline underline-offset-4">
        {m.log_hashes()}
        <span className="sr-only"> {m.log_hashes_of({ number: formatNumber(line.number) })}</span>
      </summary>
      <dl className="flex flex-col gap-1 pb-2 text-sm">
        {hashes.map(
          ([label, hash]) =>
            hash && (
              <div key={label}>
                <dt className="text-muted">{label}</dt>
                <dd className="font-mono break-all">{hash}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}

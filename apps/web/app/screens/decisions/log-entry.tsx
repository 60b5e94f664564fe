import type { LogLine } from '@hakiki/contract/decision-log';
import { Link } from 'react-router';
import { formatDay } from '../../lib/language/format-timestamps.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { textLinkClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';
import { appellantLabel, outcomeLabel, subjectLabel, formatWaitingTime } from './log-labels.ts';

export const LogEntry = ({ line }: { line: LogLine }) => (
  <article
    id={`line-${line.number}`}
    data-line={line.number}
    className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface px-4 py-3"
  >
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
      <span className="font-semibold">{m.log_number({ number: formatNumber(line.number) })}</span>
      <time dateTime={line.day}>{formatDay(line.day)}</time>
      {line.subject && <span>{subjectLabel(line.subject)}</span>}
    </p>
    <h3 className="font-semibold">{describeChange(line)}</h3>
    <EntryFacts line={line} />
    {line.kind === 'decision' && line.subjectId === null && (
      <p className="text-sm text-muted">{m.log_never_public()}</p>
    )}
    <div className="flex flex-wrap gap-x-6">
      {line.path && (
        <Link
          to={pathTo(line.path as `/${string}`)}
          aria-label={m.log_open_about({ number: line.number })}
          className={textLinkClass('underline-offset-4')}
        >
          {m.log_open()}
        </Link>
      )}
      <EntryHashes line={line} />
    </div>
  </article>
);

function describeChange({ kind, from, to: outcome, wants }: LogLine): string {
  if (kind === 'received') return m.log_received();
  if (kind === 'request') return wants === 'removal' ? m.log_request_removal() : m.log_request_correction();
  const [before, after] = [outcomeLabel(from ?? ''), outcomeLabel(outcome ?? '')];
  return from === outcome ? m.log_reworded({ standing: after }) : m.log_changed({ from: before, to: after });
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

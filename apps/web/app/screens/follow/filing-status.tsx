import type { FilingState } from '@hakiki/contract/filings';
import { alertPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { statusBadges } from '../../components/filings/status-badge.tsx';
import { isDecided } from './filing-labels.ts';

/** Links to the public alert that the report was merged into. */
export const AlertLink = ({ id }: { id: string }) => (
  <Link
    to={pathTo(alertPath(id))}
    className="inline-flex min-h-11 items-center gap-2 self-start font-semibold text-brand underline"
  >
    {m.follow_see_alert()}
  </Link>
);

interface Step {
  label: string;
  time: string;
  isDone: boolean;
}

function buildSteps({ status, createdAt, decidedAt, expectedBy }: FilingState): Step[] {
  const isFinished = isDecided(status);
  const decision = isFinished ? decidedAt && formatDate(decidedAt) : m.follow_step_by({ date: formatDate(expectedBy) });
  return [
    { label: m.follow_step_received(), time: formatDate(createdAt), isDone: true },
    { label: m.follow_step_review(), time: isFinished ? '' : m.follow_step_now(), isDone: isFinished },
    {
      label: isFinished ? `${m.follow_step_decision()}: ${statusBadges[status].label()}` : m.follow_step_decision(),
      time: decision ?? '',
      isDone: isFinished,
    },
  ];
}

export function Timeline({ state }: { state: FilingState }) {
  const steps = buildSteps(state);
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol aria-label={m.follow_timeline()} className="flex flex-col gap-2 md:flex-row md:gap-0">
      {steps.map(({ label, time, isDone }, index) => (
        <li
          key={label}
          aria-current={index === current ? 'step' : undefined}
          className={`flex flex-1 items-start gap-2 border-s-4 py-1 ps-3 md:border-s-0 md:border-t-4 md:ps-0 md:pe-3 md:pt-3 ${
            isDone || index === current ? 'border-brand' : 'border-line'
          }`}
        >
          <Icon name={isDone ? 'check-circle' : 'clock'} className={`mt-0.5 ${isDone ? 'text-brand' : 'text-muted'}`} />
          <span>
            <span className="font-semibold">{label}</span> <span className="block text-sm text-muted">{time}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

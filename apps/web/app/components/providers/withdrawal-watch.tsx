import type { ProviderDetails } from '@hakiki/contract/directory';
import { watchDays } from '@hakiki/contract/watch-values';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

/** Numbers with their definition and no accusation: reports are a fact, the cause of the problem is not known. */
export function WithdrawalWatch({ watch }: { watch: NonNullable<ProviderDetails['withdrawalWatch']> }) {
  const { people, usual, calmAt, since, countedAt } = watch;
  const days = watchDays;
  return (
    <section
      aria-labelledby="withdrawals"
      className="mt-2 rounded-card border border-line-strong bg-surface p-4 md:p-5"
    >
      <h2 id="withdrawals" className="title-card flex items-center gap-2">
        <Icon name="clock" className="size-5 shrink-0" />
        {m.watch_title()}
      </h2>
      <div className="mt-2 flex max-w-[68ch] flex-col gap-2">
        <p className="font-semibold">
          {m.watch_count({ people: formatNumber(people), days })}{' '}
          {usual < 1 ? m.watch_usual_few({ days }) : m.watch_usual({ days, usual: formatNumber(Math.round(usual)) })}
        </p>
        <p>{m.watch_advice()}</p>
        <p className="text-sm text-muted">
          {m.watch_dates({ since: formatDate(since), counted: formatDate(countedAt) })}{' '}
          {m.watch_definition({ calm: formatNumber(calmAt), days })}
        </p>
      </div>
    </section>
  );
}

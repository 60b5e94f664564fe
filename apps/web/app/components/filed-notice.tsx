import type { FilingKind } from '@hakiki/contract/alert-values';
import { lifetimes } from '@hakiki/contract/limits';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { closeFiled, filedStore, type Filed } from '../lib/filed.ts';
import { formatDate } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { ReceiptCard } from './receipt-card.tsx';
import { buttonClass } from './ui/button.ts';
import { Icon } from './ui/icon.tsx';

const titles: Record<FilingKind, () => string> = {
  alert: m.filed_alert,
  report: m.filed_report,
  submission: m.filed_submission,
};

const nextSteps: Record<FilingKind, (by: { date: string }) => string> = {
  alert: m.filed_alert_next,
  report: m.filed_report_next,
  submission: m.filed_submission_next,
};

const addressOf = ({ pathname, search }: { pathname: string; search: string }): string => pathname + search;

/** What was filed, until its sender puts it aside. */
export function FiledNotice() {
  const here = addressOf(useLocation());
  const elsewhere = useFiled().filter(({ shownOn }) => shownOn !== here);
  if (elsewhere.length === 0) return null;
  return (
    <div className="mx-auto flex w-full max-w-300 flex-col gap-4 px-4 pt-6">
      <Cards filed={elsewhere} />
    </div>
  );
}

/** What was filed on this page, for the place where its form stands. */
export function FiledHere() {
  const here = addressOf(useLocation());
  return <Cards filed={useFiled().filter(({ shownOn }) => shownOn === here)} />;
}

const useFiled = () => useSyncExternalStore(filedStore.subscribe, filedStore.current, filedStore.onServer);

const Cards = ({ filed }: { filed: readonly Filed[] }) =>
  filed.map((one) => <FiledCard key={`${one.kind} ${one.receipt?.code}`} filed={one} />);

export function FiledCard({ filed }: { filed: Filed }) {
  const { kind, receipt, missingFiles = [] } = filed;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not give back.
    place.current?.scrollIntoView();
  }, []);
  return (
    <section
      ref={place}
      aria-label={titles[kind]()}
      data-testid="filed"
      className="flex flex-col gap-4 rounded-card bg-brand-soft p-4 md:p-6"
    >
      <div role="status" className="flex gap-3">
        <Icon name="check-circle" className="mt-0.5 text-brand" />
        <div className="min-w-0">
          <p className="text-lg font-semibold">{receipt ? titles[kind]() : m.filed_mailed()}</p>
          <p>
            {receipt
              ? nextSteps[kind]({ date: formatDate(receipt.expectedBy) })
              : m.filed_mailed_text({ hours: lifetimes.emailTokenHours })}
          </p>
          {missingFiles.length > 0 && (
            <p className="mt-2 font-semibold">
              {m.filed_missing_files({ files: missingFiles.join(', ') })}{' '}
              {receipt ? m.filed_add_files() : m.filed_add_files_later()}
            </p>
          )}
        </div>
      </div>
      {receipt && <ReceiptCard receipt={receipt} />}
      <button type="button" onClick={() => closeFiled(filed)} className={buttonClass('primary', 'md:self-start')}>
        {receipt ? m.filed_close() : m.filed_close_mailed()}
      </button>
    </section>
  );
}

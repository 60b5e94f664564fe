import { premiumCents } from '@hakiki/contract/payment-values';
import { formatRand } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

const formatCents = (cents: number): string => formatRand(cents / 100, { cents: true });

interface Props {
  cents: number;
  credits: number;
  /** Whether the full price is charged every month afterwards. */
  isRecurring?: boolean;
}

/** The amount to pay now, and why it is less than the price. */
export function Amount({ cents, credits, isRecurring = false }: Props) {
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-muted">{m.subscribe_now()}</span>
        <strong className="text-2xl tabular-nums">{formatCents(cents)}</strong>
        {isRecurring && <span className="text-muted">{m.subscribe_then({ price: formatCents(premiumCents) })}</span>}
      </p>
      {cents < premiumCents && (
        <p className="text-sm text-muted">
          {m.subscribe_credits({ count: credits, amount: formatCents(premiumCents - cents) })}
        </p>
      )}
    </div>
  );
}

/** Steps with their state as a mark and a word: those of a deposit, and all steps to Premium. */
import type { Subscription } from '@hakiki/contract/billing';
import type { ReactNode } from 'react';
import { Icon } from '../../components/ui/icon.tsx';
import { m } from '../../paraglide/messages.js';

export type StepState = 'done' | 'current' | 'later';

const stepStates: Record<StepState, () => string> = {
  done: m.deposit_state_done,
  current: m.deposit_state_current,
  later: m.deposit_state_later,
};

const stepMarks: Record<StepState, ReactNode> = {
  done: <Icon name="check-circle" className="size-6 text-verified" />,
  current: <Icon name="clock" className="size-6 text-brand" />,
  later: <span aria-hidden="true" className="m-0.5 block size-5 rounded-full border-2 border-line-strong" />,
};

const StepTitle = ({ state, title }: { state: StepState; title: string }) => (
  <p className={state === 'later' ? 'text-muted' : 'font-semibold'}>
    {title} <span className="sr-only">({stepStates[state]()})</span>
  </p>
);

const getCurrent = (state: StepState) => (state === 'current' ? 'step' : undefined);

export const Step = ({ state, title, children }: { state: StepState; title: string; children: ReactNode }) => (
  <li aria-current={getCurrent(state)} className="flex gap-3">
    {stepMarks[state]}
    <div className="min-w-0 flex-1">
      <StepTitle state={state} title={title} />
      {children}
    </div>
  </li>
);

/** The position of the current step: to choose, to pay, or to wait until Premium starts. */
function findPosition(pending: Subscription['pending'], hasPaid: boolean): number {
  if (!pending) return 0;
  const isPaid = pending.amountCents === 0 || (pending.method === 'card_payment' ? hasPaid : pending.proofAt !== null);
  return isPaid ? 2 : 1;
}

const ALL_DONE = 3;

interface Props {
  /** Undefined while it is loading; 'active' once Premium has started. */
  payment: Subscription['pending'] | 'active' | undefined;
  /** Whether the user returns from the payment provider. */
  hasPaid: boolean;
  isRenewal?: boolean;
}

export function PremiumSteps({ payment, hasPaid, isRenewal = false }: Props) {
  const position = payment === 'active' ? ALL_DONE : findPosition(payment ?? null, hasPaid);
  const titles = [
    m.subscribe_step_choose(),
    m.subscribe_step_paying(),
    isRenewal ? m.subscribe_step_continues() : m.subscribe_step_starts(),
  ];
  const toState = (index: number): StepState => {
    if (index === position) return 'current';
    return index < position ? 'done' : 'later';
  };
  return (
    <ol
      aria-label={m.subscribe_steps()}
      className="grid max-w-[56rem] grid-cols-3 gap-x-2 gap-y-3 @max-[18rem]/page:grid-cols-1"
    >
      {titles.map((title, index) => {
        const state = toState(index);
        return (
          <li
            key={title}
            aria-current={getCurrent(state)}
            className={`flex min-w-0 flex-col gap-1 border-t-4 pt-2 ${state === 'later' ? 'border-line' : 'border-brand'}`}
          >
            <span aria-hidden="true" className="flex min-h-6 items-center text-sm text-muted tabular-nums">
              {state === 'done' ? <Icon name="check-circle" className="size-4 text-verified" /> : index + 1}
            </span>
            <StepTitle state={state} title={title} />
          </li>
        );
      })}
    </ol>
  );
}

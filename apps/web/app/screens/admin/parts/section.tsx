/** Lists inside a tab with items for a moderator: reviews, payments, messages. Oldest first. */
import { useId, type ReactNode } from 'react';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import type { Page, Read } from '../../../lib/api/reads.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import type { Write } from '../../../lib/api/writes.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from './proposal-words.ts';
import { useOutcomeToast, type Answered } from './undo.ts';

/** A section of a tab with its own heading. */
export function AdminSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 flex flex-col gap-4">
      <h3 id={id} className="text-xl font-bold">
        {title}
      </h3>
      {children}
    </section>
  );
}

interface WaitingProps<Item> {
  read: Read<Page<Item>>;
  words: { loading: string; failed: string; none: string };
  renderItem: (item: Item) => ReactNode;
}

export function WaitingList<Item extends { id: string }>({ read, words, renderItem }: WaitingProps<Item>) {
  const list = useRead(read);
  if (list.status === 'loading') return <div role="status" aria-label={words.loading} className="skeleton h-24" />;
  if (list.status === 'failed') return <ReadFailure sentence={words.failed} read={list} />;
  const { items, total } = list.data;
  if (items.length === 0) return <p className="text-muted">{words.none}</p>;
  return (
    <>
      {total > items.length && (
        <p className="text-sm text-muted">
          {m.admin_waiting_shown({ shown: formatNumber(items.length), total: formatNumber(total) })}
        </p>
      )}
      <ul className="grid gap-4 lg:grid-cols-2">
        {items.map((item) => (
          <li key={item.id} className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4">
            {renderItem(item)}
          </li>
        ))}
      </ul>
    </>
  );
}

interface Act {
  label: string;
  write: Write<{ params: { id: string }; body?: undefined }, Answered>;
  isRefusal?: boolean;
}

/** The actions for one kind of item. */
export interface Moderation {
  acts: readonly Act[];
  /** The toast after success. */
  done: string;
}

export const Acts = ({ id, acts, ...told }: Moderation & { id: string }) => (
  <div className="mt-auto flex flex-wrap gap-3 pt-2">
    {acts.map((act) => (
      <ActButton key={act.label} id={id} act={act} {...told} />
    ))}
  </div>
);

type Acting = Omit<Moderation, 'acts'> & { id: string; act: Act };

export function useAct({ id, act, done }: Acting) {
  const outcomeToast = useOutcomeToast(act.write);
  const { run, isRunning } = useWrite(act.write, {
    success: (reply) => outcomeToast(reply, { title: done }),
    failure: changeFailure,
  });
  return { isRunning, decide: () => run({ params: { id } }) };
}

function ActButton(acting: Acting) {
  const { decide, isRunning } = useAct(acting);
  return (
    <button
      type="button"
      disabled={isRunning}
      onClick={() => void decide()}
      className={buttonClass(acting.act.isRefusal ? 'danger' : 'secondary')}
    >
      {acting.act.label}
    </button>
  );
}

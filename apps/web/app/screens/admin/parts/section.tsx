/** Lists inside a tab with items for a moderator: reviews, payments, messages. Oldest first. */
import { useId, type ReactNode } from 'react';
import { QueryFailure } from '../../../components/query-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import type { ItemPage, Query } from '../../../lib/api/queries.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import type { Mutation } from '../../../lib/api/mutations.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from './proposal-labels.ts';
import { useOutcomeToast, type ChangeReply } from './undo.ts';

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

interface PendingListProps<Item> {
  query: Query<ItemPage<Item>>;
  texts: { loading: string; failed: string; none: string };
  renderItem: (item: Item) => ReactNode;
}

export function PendingList<Item extends { id: string }>({ query, texts, renderItem }: PendingListProps<Item>) {
  const list = useQuery(query);
  if (list.status === 'loading') return <div role="status" aria-label={texts.loading} className="skeleton h-24" />;
  if (list.status === 'failed') return <QueryFailure message={texts.failed} query={list} />;
  const { items, total } = list.data;
  if (items.length === 0) return <p className="text-muted">{texts.none}</p>;
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

interface ModerationAction {
  label: string;
  mutation: Mutation<{ params: { id: string }; body?: undefined }, ChangeReply>;
  isRejection?: boolean;
}

/** The actions for one kind of item. */
export interface ModerationActions {
  actions: readonly ModerationAction[];
  /** The toast after success. */
  successTitle: string;
}

export const ActionButtons = ({ id, actions, ...told }: ModerationActions & { id: string }) => (
  <div className="mt-auto flex flex-wrap gap-3 pt-2">
    {actions.map((action) => (
      <ActionButton key={action.label} id={id} action={action} {...told} />
    ))}
  </div>
);

type ActionProps = Omit<ModerationActions, 'actions'> & { id: string; action: ModerationAction };

export function useModerationAction({ id, action, successTitle }: ActionProps) {
  const outcomeToast = useOutcomeToast(action.mutation);
  const { run, isRunning } = useMutation(action.mutation, {
    success: (reply) => outcomeToast(reply, { title: successTitle }),
    failure: changeFailure,
  });
  return { isRunning, decide: () => run({ params: { id } }) };
}

function ActionButton(props: ActionProps) {
  const { decide, isRunning } = useModerationAction(props);
  return (
    <button
      type="button"
      disabled={isRunning}
      onClick={() => void decide()}
      className={buttonClass(props.action.isRejection ? 'danger' : 'secondary')}
    >
      {props.action.label}
    </button>
  );
}

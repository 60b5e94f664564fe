/** Items for a moderator as cards: reviews, payments, messages, documents. The oldest are first. */
import { useId, useState, type ReactNode } from 'react';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import type { ItemPage, Query } from '../../../lib/api/queries.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import type { Mutation } from '../../../lib/api/mutations.ts';
import { m } from '../../../paraglide/messages.js';
import { ConfirmDialog, type Confirmation, type ConfirmedAction } from './confirm-dialog.tsx';
import { changeFailure } from './proposal-labels.ts';
import { useOutcomeToast, type ChangeReply } from './undo.ts';

/** A section of a tab with its own heading. */
/** `level`: h2 if the section is the whole page. */
export function AdminSection({
  title,
  level: Heading = 'h3',
  children,
}: {
  title: string;
  level?: 'h2' | 'h3';
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 flex flex-col gap-4 [.sr-only+&]:mt-0">
      <Heading id={id} className="text-xl font-bold">
        {title}
      </Heading>
      {children}
    </section>
  );
}

interface ListProps<Item> {
  query: Query<ItemPage<Item>> | Query<Item[]>;
  texts: { loading: string; failed: string; none: string };
  /** Above the items, if there are any. */
  lead?: ReactNode;
  renderItem: (item: Item) => ReactNode;
  getActions?: (item: Item) => ModerationActions;
  /** The distance between the parts of an item. */
  gap?: 'gap-2' | 'gap-3';
}

/** A section with a list, and anything else above the list. */
export const ModeratedSection = <Item extends { id: string }>({
  title,
  children,
  ...list
}: ListProps<Item> & { title: string; children?: ReactNode }) => (
  <AdminSection title={title}>
    {children}
    <ModeratedList {...list} />
  </AdminSection>
);

export function ModeratedList<Item extends { id: string }>(props: ListProps<Item>) {
  const { query, texts, lead, renderItem, getActions, gap = 'gap-2' } = props;
  const list = useQuery<ItemPage<Item> | Item[]>(query);
  if (list.status === 'loading') return <Skeleton label={texts.loading} className="h-24" />;
  if (list.status === 'failed') return <QueryFailure message={texts.failed} query={list} />;
  const { items, total } = Array.isArray(list.data) ? { items: list.data, total: list.data.length } : list.data;
  if (items.length === 0) return <p className="text-muted">{texts.none}</p>;
  return (
    <>
      {lead}
      <ShownCount shown={items.length} total={total} />
      <ul className="grid gap-4 lg:grid-cols-2">
        {items.map((item) => (
          <li key={item.id} className={`flex min-w-0 flex-col ${gap} rounded-card border border-line bg-surface p-4`}>
            {renderItem(item)}
            {getActions && <ActionButtons id={item.id} {...getActions(item)} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Of a list without pages. */
export const ShownCount = ({ shown, total }: { shown: number; total: number }) =>
  total > shown && (
    <p className="text-sm text-muted">
      {m.admin_waiting_shown({ shown: formatNumber(shown), total: formatNumber(total) })}
    </p>
  );

interface RejectableProps<Item> extends Omit<ListProps<Item>, 'getActions' | 'lead'> {
  /** Items approved before, loaded when somebody opens their list. */
  approved: { title: string; query: Query<ItemPage<Item>>; none: string };
  renderApproval: (item: Item) => ReactNode;
  renderRejectDialog: (item: Item, onClose: () => void) => ReactNode;
}

/** Pending items to approve or reject, and the approved ones, which can still be rejected. */
export function RejectableList<Item extends { id: string }>(props: RejectableProps<Item>) {
  const { query, texts, approved, renderItem, renderApproval, renderRejectDialog } = props;
  const [rejectedItem, setRejectedItem] = useState<Item>();
  const [isApprovedOpen, setApprovedOpen] = useState(false);
  const renderWithButtons = (item: Item, approval?: ReactNode) => (
    <>
      {renderItem(item)}
      <div className="mt-auto flex flex-wrap items-end gap-3 pt-2">
        {approval}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setRejectedItem(item)}
          className={buttonClass('danger')}
        >
          {m.admin_act_reject()}
        </button>
      </div>
    </>
  );
  return (
    <>
      <ModeratedList
        query={query}
        texts={texts}
        renderItem={(item: Item) => renderWithButtons(item, renderApproval(item))}
      />
      <details onToggle={({ currentTarget }) => setApprovedOpen(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-brand">{approved.title}</summary>
        {isApprovedOpen && (
          <ModeratedList
            query={approved.query}
            texts={{ ...texts, none: approved.none }}
            renderItem={(item: Item) => renderWithButtons(item)}
          />
        )}
      </details>
      {rejectedItem && renderRejectDialog(rejectedItem, () => setRejectedItem(undefined))}
    </>
  );
}

type Action = Mutation<{ params: { id: string }; body?: undefined }, ChangeReply>;
/** With a required text, such as the reference of a transfer. */
type ApprovalAction =
  | Action
  | Mutation<{ params: { id: string }; body: { reference?: string | undefined } }, ChangeReply>
  | Mutation<{ params: { id: string }; body: { note?: string | undefined } }, ChangeReply>;

/** The actions for one item. */
export interface ModerationActions {
  /** The toast after success. */
  successTitle: string;
  approve: ApprovalAction;
  approveLabel?: string;
  /** Asks before the approval, and leaves time to take it back. */
  confirmation?: Confirmation;
  reject?: Action;
  rejectLabel?: string;
}

export const ActionButtons = ({
  id,
  successTitle,
  approve,
  confirmation,
  reject,
  ...labels
}: ModerationActions & { id: string }) => (
  <div className="mt-auto flex flex-wrap gap-3 pt-2">
    {confirmation ? (
      <ConfirmedButton
        id={id}
        mutation={approve}
        confirmation={confirmation}
        successTitle={successTitle}
        label={labels.approveLabel ?? m.admin_act_approve()}
      />
    ) : (
      <ActionButton id={id} mutation={approve as Action} successTitle={successTitle}>
        {labels.approveLabel ?? m.admin_act_approve()}
      </ActionButton>
    )}
    {reject && (
      <ActionButton id={id} mutation={reject} successTitle={successTitle} className={buttonClass('danger')}>
        {labels.rejectLabel ?? m.admin_act_reject()}
      </ActionButton>
    )}
  </div>
);

interface ConfirmedProps {
  id: string;
  mutation: ApprovalAction;
  confirmation: Confirmation;
  successTitle: string;
  label: string;
  /** Added to the label for screen readers. */
  subject?: string;
  className?: string;
}

/** Opens a dialog that asks first. */
export function ConfirmedButton({ confirmation, mutation, label, subject, className, ...action }: ConfirmedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={className ?? buttonClass('secondary')}
      >
        {label}
        {subject && <span className="sr-only"> {subject}</span>}
      </button>
      {isOpen && (
        <ConfirmDialog
          {...action}
          {...confirmation}
          mutation={mutation as ConfirmedAction}
          confirmLabel={label}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface ActionProps {
  id: string;
  mutation: Action;
  successTitle: string;
  className?: string;
  children: ReactNode;
}

/** The toast offers to undo the action, or says that it needs a second administrator. */
function ActionButton({ id, successTitle, ...button }: ActionProps) {
  const outcomeToast = useOutcomeToast(button.mutation);
  return (
    <MutationButton
      {...button}
      getInput={() => ({ params: { id } })}
      success={(reply) => outcomeToast(reply, { title: successTitle })}
      failure={changeFailure}
    />
  );
}

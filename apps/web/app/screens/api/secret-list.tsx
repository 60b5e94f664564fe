/**
 * A list of items with a secret: it is shown once, after it was created or rotated, and never stored in the browser.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { MutationButton } from '../../components/mutation-button.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { closeDrawer, getOpenButtonProps } from '../../components/ui/drawer.tsx';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import type { Mutation } from '../../lib/api/mutations.ts';
import type { Query } from '../../lib/api/queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import type { MutationToasts } from '../../lib/api/use-mutation.ts';
import type { Form } from '../../lib/forms/forms.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { m } from '../../paraglide/messages.js';

interface Secret {
  label: string;
  title: string;
  /** The item, if the title does not name it. */
  itemName?: string;
  text: string;
  secret: string;
  /** Names the secret for the copy button. */
  what: string;
  copyFailure?: { title: string; text: string };
}

interface Props<Item, Created> {
  query: Query<Item[]>;
  failedText: string;
  heading: 'h3' | 'h4';
  createLabel: string;
  createButton: 'primary' | 'secondary';
  createForm: (idempotencyKey: string) => Form<Created>;
  fields: ReactNode;
  toSecret: (created: Created) => Secret;
  empty: { icon: IconName; title: string; text: string };
  listLabel: string;
  columns: (onCreated: (created: Created) => void) => readonly Column<Item>[];
  isDimmed?: (item: Item) => boolean;
  /** Between the form and the list, with the skeleton. */
  children?: (isLoading: boolean) => ReactNode;
  /** Below the list. */
  renderBelow?: (items: readonly Item[]) => ReactNode;
}

export function SecretList<Item extends { id: string }, Created>(props: Props<Item, Created>) {
  const { query, failedText, createLabel, toSecret, empty, columns, children } = props;
  const list = useQuery(query);
  const [created, setCreated] = useState<Created>();
  const [isOpen, setOpen] = useState(false);
  const items = list.status === 'ready' ? list.data : [];
  return (
    <>
      {created && <SecretPanel heading={props.heading} {...toSecret(created)} />}
      {isOpen ? (
        <CreateForm
          {...props}
          onCreated={(reply) => {
            setCreated(reply);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className={buttonClass(props.createButton, 'needs-scripts self-start')}
        >
          {createLabel}
        </button>
      )}
      {children?.(list.status === 'loading')}
      {list.status === 'failed' && <QueryFailure message={failedText} query={list} />}
      {list.status === 'ready' && items.length === 0 && (
        <Notice icon={empty.icon} title={empty.title}>
          <p className="max-w-[60ch] text-muted">{empty.text}</p>
        </Notice>
      )}
      <DataTable label={props.listLabel} columns={columns(setCreated)} rows={items} isDimmed={props.isDimmed} />
      {items.length > 0 && props.renderBelow?.(items)}
    </>
  );
}

function SecretPanel({ heading: Heading, ...shown }: Secret & { heading: 'h3' | 'h4' }) {
  const { label, title, itemName, text, secret, what, copyFailure } = shown;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), [secret]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={label}
      className="flex flex-col gap-3 rounded-card bg-brand-soft p-4 md:p-5"
    >
      <Heading className="flex items-center gap-2 text-lg font-semibold">
        <Icon name="check-circle" className="text-brand" />
        {title}
      </Heading>
      {itemName && <p className="break-all">{itemName}</p>}
      <p>{text}</p>
      <p className="rounded-control border border-line bg-page px-3 py-2 font-mono break-all select-all">{secret}</p>
      <div>
        <CopyButton text={secret} what={what} failure={copyFailure} />
      </div>
    </section>
  );
}

type CreateProps<Created> = Pick<Props<never, Created>, 'heading' | 'createLabel' | 'createForm' | 'fields'> & {
  onCreated: (created: Created) => void;
  onClose: () => void;
};

/** Each form has its own Idempotency-Key, so that a retry after a lost connection creates nothing twice. */
function CreateForm<Created>(props: CreateProps<Created>) {
  const { heading: Heading, createLabel, createForm, fields, onCreated, onClose } = props;
  const [formDefinition] = useState(() => createForm(crypto.randomUUID()));
  const form = useForm(formDefinition, { onDone: ({ reply }) => onCreated(reply) });
  return (
    <section className="rounded-card border border-line bg-surface p-4 md:p-5">
      <Heading className="mb-4 text-lg font-semibold">{createLabel}</Heading>
      <PostForm state={form} label={createLabel}>
        {fields}
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{createLabel}</SubmitButton>
          <button type="button" onClick={onClose} className={buttonClass('secondary')}>
            {m.api_cancel()}
          </button>
        </div>
      </PostForm>
    </section>
  );
}

/** Low on wide screens, so that rows stay dense. */
export const ROW_BUTTON = 'needs-scripts md:min-h-8 px-2.5 text-sm whitespace-nowrap';

interface ConfirmedProps<Input, Reply> extends MutationToasts<Reply> {
  dialogId: string;
  /** For screen readers, beside the label. */
  itemName: string;
  variant: 'secondary' | 'danger';
  texts: { label: string; title: string; text: string; keep: string };
  mutation: Mutation<Input, Reply>;
  getInput: () => Input;
  onDone?: (reply: Reply) => void;
}

/** A button whose mutation runs after a confirmation. */
export function ConfirmedAction<Input, Reply>(props: ConfirmedProps<Input, Reply>) {
  const { dialogId, itemName, variant, texts, mutation, getInput, onDone, ...toasts } = props;
  return (
    <>
      <button type="button" {...getOpenButtonProps(dialogId)} className={buttonClass(variant, ROW_BUTTON)}>
        {texts.label}
        <span className="sr-only">{itemName}</span>
      </button>
      <ConfirmDialog id={dialogId} title={texts.title} cancelLabel={texts.keep}>
        <p>{texts.text}</p>
        <MutationButton
          mutation={mutation}
          getInput={getInput}
          onSettled={(reply) => {
            closeDrawer(dialogId);
            if (reply) onDone?.(reply);
          }}
          className={buttonClass(variant === 'danger' ? 'danger' : 'primary')}
          {...toasts}
        >
          {texts.label}
        </MutationButton>
      </ConfirmDialog>
    </>
  );
}

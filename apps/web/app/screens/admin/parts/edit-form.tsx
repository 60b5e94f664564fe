import type { FormEventHandler, ReactNode } from 'react';
import { PostForm } from '../../../components/forms/form.tsx';
import { SecondPersonLine } from '../../../components/staff/dialog.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import type { Mutation } from '../../../lib/api/mutations.ts';
import { defineForm, type Form, type Schema } from '../../../lib/forms/forms.ts';
import { showToast, type ToastOptions } from '../../../lib/browser/toast.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from './console-url.ts';
import { changeFailure } from './proposal-labels.ts';
import { useOutcomeToast, type ChangeReply } from './undo.ts';

interface ButtonProps {
  saveLabel?: string;
  savingLabel?: string;
  /** False while required fields are empty. */
  isComplete?: boolean;
  /** True if the change, as typed, would need a second administrator. */
  needsSecondPerson?: boolean;
}

interface Props<Reply> extends ButtonProps {
  form: Form<Reply>;
  /** The toast after success, with which the dialog closes; without one it stays open. */
  done: (reply: Reply) => ToastOptions | undefined;
  onInput?: FormEventHandler<HTMLElement>;
  children: ReactNode;
}

/** The form of a dialog with field validation: Cancel and Save Changes close the dialog around it. */
export function EditForm<Reply>({ form, done, onInput, children, ...buttons }: Props<Reply>) {
  const state = useForm(form, {
    onDone({ reply }, element) {
      const toast = done(reply);
      if (!toast) return;
      showToast(toast);
      closeParentDialog(element);
    },
  });
  return (
    <PostForm state={state}>
      <div onInput={onInput} className="flex flex-col gap-5">
        {children}
      </div>
      <EditButtons isSending={state.isSending} {...buttons} />
    </PostForm>
  );
}

interface ChangeProps<Body, Params, Reply extends ChangeReply> extends Omit<Props<Reply>, 'form' | 'done'> {
  name: string;
  mutation: Mutation<{ params: Params; body: Body }, Reply>;
  schema: Schema<Body>;
  params: Params;
  getToast: (reply: Reply) => ToastOptions;
}

/** The form of a change that the toast offers to undo, or that needs a second administrator. */
export function ChangeForm<Body, Params, Reply extends ChangeReply>(props: ChangeProps<Body, Params, Reply>) {
  const { name, mutation, schema, params, getToast, ...rest } = props;
  const outcomeToast = useOutcomeToast(mutation);
  const form = defineForm({
    name,
    mutation,
    schema,
    failure: changeFailure,
    params: () => params,
    next: () => consolePath('overview'),
  });
  return <EditForm form={form} done={(reply) => outcomeToast(reply, getToast(reply))} {...rest} />;
}

export const EditButtons = ({
  isSending,
  saveLabel = m.admin_save(),
  savingLabel = m.admin_saving(),
  isComplete = true,
  needsSecondPerson = false,
}: { isSending: boolean } & ButtonProps) => (
  <div className="sticky -bottom-4 flex flex-wrap justify-end gap-3 border-t border-line bg-surface py-3 md:-bottom-6">
    {needsSecondPerson && <SecondPersonLine />}
    <button
      type="button"
      onClick={({ currentTarget }) => closeParentDialog(currentTarget)}
      className={buttonClass('secondary')}
    >
      {m.admin_cancel()}
    </button>
    <button type="submit" disabled={!isComplete || isSending} className={buttonClass('primary')}>
      {isSending ? savingLabel : saveLabel}
    </button>
  </div>
);

const closeParentDialog = (element: Element | undefined) => element?.closest('dialog')?.close();

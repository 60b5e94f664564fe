import type { FormEventHandler, ReactNode } from 'react';
import { PostForm } from '../../../components/forms/form.tsx';
import { closeParentDialog, DialogButtons, type DialogButtonProps } from '../../../components/staff/dialog.tsx';
import type { Mutation } from '../../../lib/api/mutations.ts';
import { defineForm, type Form, type Schema } from '../../../lib/forms/forms.ts';
import { showToast, type ToastOptions } from '../../../lib/browser/toast.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { consolePath } from './console-url.ts';
import { changeFailure } from './proposal-labels.ts';
import { useOutcomeToast, type ChangeReply } from './undo.ts';

interface Props<Reply> extends DialogButtonProps {
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

/** Disabled while the form is being sent. */
export const EditButtons = ({
  isSending,
  isComplete = true,
  ...buttons
}: DialogButtonProps & { isSending: boolean }) => (
  <DialogButtons {...buttons} isSaving={isSending} isComplete={isComplete && !isSending} />
);

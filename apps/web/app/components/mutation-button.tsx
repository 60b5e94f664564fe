import type { ComponentProps } from 'react';
import type { Mutation } from '../lib/api/mutations.ts';
import { useMutation, type MutationToasts } from '../lib/api/use-mutation.ts';
import { buttonClass } from './ui/button.ts';

interface Props<Input, Reply> extends MutationToasts<Reply>, Pick<ComponentProps<'button'>, 'className' | 'children'> {
  mutation: Mutation<Input, Reply>;
  /** Called at the click. */
  getInput: () => Input;
  /** Without a reply after a failure. */
  onSettled?: (reply: Reply | undefined) => void;
}

/** A button that runs a mutation; disabled while it runs. */
export function MutationButton<Input, Reply>({
  mutation,
  getInput,
  onSettled,
  className = buttonClass('secondary'),
  children,
  ...toasts
}: Props<Input, Reply>) {
  const { run, isRunning } = useMutation(mutation, toasts);
  return (
    <button
      type="button"
      disabled={isRunning}
      onClick={() => void run(getInput()).then(onSettled)}
      className={className}
    >
      {children}
    </button>
  );
}

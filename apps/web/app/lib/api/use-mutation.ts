/** A mutation that a button starts. A toast shows the result; a second click while it is in flight does nothing. */
import { useRef, useState } from 'react';
import { showFailure, type FailureTexts } from '../errors/failure.ts';
import { showToast, type ToastOptions } from '../browser/toast.ts';
import { useQueryStore } from './use-query.ts';
import type { Mutation } from './mutations.ts';

export interface MutationToasts<Reply> {
  failure: FailureTexts;
  success?: (reply: Reply) => ToastOptions;
  /** True if the failure was shown in another way and needs no toast. */
  isFailureShown?: (error: unknown) => boolean;
}

/** Mutations that need neither parameters nor a body are run without an argument. */
type RunArguments<Input> = { params?: undefined; body?: undefined } extends Input ? [input?: Input] : [input: Input];

export function useMutation<Input, Reply>(
  mutation: Mutation<Input, Reply>,
  { failure, success, isFailureShown }: MutationToasts<Reply>,
) {
  const store = useQueryStore();
  const [isRunning, setRunning] = useState(false);
  const isInFlight = useRef(false);

  /** Resolves to the reply, or to nothing after a failure, which was shown by then. */
  async function run(...[input]: RunArguments<Input>): Promise<Reply | undefined> {
    if (isInFlight.current) return undefined;
    isInFlight.current = true;
    setRunning(true);
    try {
      const reply = await store.send(mutation, input ?? ({} as Input));
      if (success) showToast(success(reply));
      return reply;
    } catch (error) {
      if (!isFailureShown?.(error)) showFailure(failure.title(), error, failure.fallback());
      return undefined;
    } finally {
      isInFlight.current = false;
      setRunning(false);
    }
  }
  return { run, isRunning };
}

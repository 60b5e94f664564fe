/** A mutation that a button starts. A toast shows the result; a second click while it is in flight does nothing. */
import { useRef, useState } from 'react';
import { showFailure, type FailureTexts } from '../errors/failure.ts';
import { showToast, type Shown } from '../browser/toast.ts';
import { useReadStore } from './use-read.ts';
import type { Write } from './writes.ts';

interface Toasts<Reply> {
  failure: FailureTexts;
  success?: (reply: Reply) => Shown;
  /** True if the failure was shown in another way and needs no toast. */
  isTold?: (error: unknown) => boolean;
}

/** Mutations that need neither parameters nor a body are run without an argument. */
type RunArguments<Given> = { params?: undefined; body?: undefined } extends Given ? [input?: Given] : [input: Given];

export function useWrite<Given, Reply>(write: Write<Given, Reply>, { failure, success, isTold }: Toasts<Reply>) {
  const store = useReadStore();
  const [isRunning, setRunning] = useState(false);
  const underWay = useRef(false);

  /** Resolves to the reply, or to nothing after a failure, which was shown by then. */
  async function run(...[input]: RunArguments<Given>): Promise<Reply | undefined> {
    if (underWay.current) return undefined;
    underWay.current = true;
    setRunning(true);
    try {
      const reply = await store.send(write, input ?? ({} as Given));
      if (success) showToast(success(reply));
      return reply;
    } catch (error) {
      if (!isTold?.(error)) showFailure(failure.title(), error, failure.fallback());
      return undefined;
    } finally {
      underWay.current = false;
      setRunning(false);
    }
  }
  return { run, isRunning };
}

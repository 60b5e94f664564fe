/** A value that only the browser knows. The server and the first render get undefined, so that hydration matches. */
import { useSyncExternalStore } from 'react';

const subscribeNever = () => () => undefined;

export const useBrowserValue = <Value extends string | boolean | undefined>(
  readValue: () => Value,
): Value | undefined => useSyncExternalStore(subscribeNever, readValue, () => undefined);

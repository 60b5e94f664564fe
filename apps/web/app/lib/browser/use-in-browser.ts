/** A value that only the browser knows. The server and the first render get undefined, so that hydration matches. */
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

export const useInBrowser = <Known extends string | boolean | undefined>(known: () => Known): Known | undefined =>
  useSyncExternalStore(never, known, () => undefined);

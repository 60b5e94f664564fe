/** What only the browser knows. The server and the first paint show the page without it, so that both are the same. */
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

export const useInBrowser = <Known extends string | boolean | undefined>(known: () => Known): Known | undefined =>
  useSyncExternalStore(never, known, () => undefined);

/** What only the browser knows. The server and the first render show the page without it, so that hydration matches. */
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

export const useInBrowser = <Known extends string | boolean | undefined>(known: () => Known): Known | undefined =>
  useSyncExternalStore(never, known, () => undefined);

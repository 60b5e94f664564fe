import { createContext } from 'react';

/** CSP nonce of the page's scripts during rendering; the rendered page contains none. */
export const Nonce = createContext<string | undefined>(undefined);

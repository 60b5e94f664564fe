import { createContext } from 'react';

/** CSP nonce of the page's scripts during rendering; the rendered page contains none. */
export const NonceContext = createContext<string | undefined>(undefined);

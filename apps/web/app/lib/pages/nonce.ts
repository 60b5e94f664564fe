import { createContext } from 'react';

/** Marks this page's scripts as the server's own while it renders; no page that leaves it has one. */
export const Nonce = createContext<string | undefined>(undefined);

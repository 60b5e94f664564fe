import { createContext } from 'react';

/** Allows this page's inline scripts; known only while the server renders. */
export const Nonce = createContext<string | undefined>(undefined);

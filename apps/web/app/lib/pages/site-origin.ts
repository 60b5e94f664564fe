import { createContext } from 'react';

/** The site's public origin, from the loader of the frame, so that server and browser build the same addresses. */
export const SiteOriginContext = createContext('');

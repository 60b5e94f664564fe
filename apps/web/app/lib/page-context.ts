/** What the server hands to the routes while it renders a page. */
import type { CachePolicy } from '@hakiki/contract/cache';
import type { SiteSettings } from '@hakiki/contract/web-handler';
import { createContext } from 'react-router';
import type { Api } from './api.ts';

export const apiContext = createContext<Api>();
export const siteContext = createContext<SiteSettings>();
export const nonceContext = createContext<string>();
/** Pages are the same for every visitor and kept by the edge, unless a route says otherwise. */
export const pageContext = createContext<{ cache: CachePolicy }>();

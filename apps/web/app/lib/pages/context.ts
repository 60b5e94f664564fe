/** What the server hands to the routes while it renders a page. */
import type { CachePolicy } from '@hakiki/contract/cache';
import type { SiteSettings } from '@hakiki/contract/web-handler';
import { createContext } from 'react-router';
import type { Api } from '../api/api.ts';

export const apiContext = createContext<Api>();
export const siteContext = createContext<SiteSettings>();
export const nonceContext = createContext<string>();

export interface PageInMaking {
  /** Pages are the same for every visitor and kept by the edge, unless a route says otherwise. */
  cache: CachePolicy;
  /** In how many seconds the API may answer again, once it said that it cannot answer now. */
  retryAfterSeconds?: number;
}

export const pageContext = createContext<PageInMaking>();

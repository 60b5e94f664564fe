/** Router context that the server passes to the routes during rendering. */
import type { CachePolicy } from '@hakiki/contract/cache';
import type { SiteSettings } from '@hakiki/contract/web-handler';
import { createContext } from 'react-router';
import type { Api } from '../api/api.ts';

export const apiContext = createContext<Api>();
export const siteContext = createContext<SiteSettings>();
export const nonceContext = createContext<string>();

export interface PageResponse {
  /** By default the page is the same for every visitor and cached by the edge. */
  cache: CachePolicy;
  /** Seconds until the API may be available again; set after a 503. */
  retryAfterSeconds?: number;
}

export const pageContext = createContext<PageResponse>();

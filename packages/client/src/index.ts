/** Hakiki's public API, version 1. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './v1.js';

export type { components, paths } from './v1.js';
export type Provider = components['schemas']['Provider'];
export type Review = components['schemas']['Review'];
export type Report = components['schemas']['Report'];
export type Compliance = components['schemas']['Compliance'];
/** An error response: `code` is for programs, `message` for people. */
export type Problem = components['schemas']['Problem'];

export type HakikiClient = Client<paths>;

export interface HakikiOptions {
  /** The URL of Hakiki, such as https://hakiki.example. */
  baseUrl: string;
  /** Starts with hk_live_ or hk_test_. Keep it on your server. */
  key: string;
  /** Replaces the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

export function createHakikiClient({ baseUrl, key, fetch }: HakikiOptions): HakikiClient {
  return createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
    ...(fetch && { fetch }),
  });
}

/** The query parameters of the next page, from the Link header; undefined on the last page. */
export function nextPage(response: Response): Record<string, string> | undefined {
  const [, nextUrl] = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get('Link') ?? '') ?? [];
  return nextUrl === undefined ? undefined : Object.fromEntries(new URL(nextUrl, response.url).searchParams);
}

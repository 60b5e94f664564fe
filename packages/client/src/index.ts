/** Hakiki's public API, version 1. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './v1.js';

export type { components, paths } from './v1.js';
export type Provider = components['schemas']['Provider'];
export type Review = components['schemas']['Review'];
export type Report = components['schemas']['Report'];
export type Compliance = components['schemas']['Compliance'];
/** A refusal: a program reads `code`, a person `message`. */
export type Problem = components['schemas']['Problem'];

export type HakikiClient = Client<paths>;

export interface HakikiOptions {
  /** Where Hakiki is, such as https://hakiki.example. */
  baseUrl: string;
  /** Begins with hk_live_ or hk_test_. Keep it on your server. */
  key: string;
  /** Instead of the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

export function createHakikiClient({ baseUrl, key, fetch }: HakikiOptions): HakikiClient {
  return createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
    ...(fetch && { fetch }),
  });
}

/** The query of the page that follows, from the header Link; undefined on the last page. */
export function nextPage(response: Response): Record<string, string> | undefined {
  const [, address] = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get('Link') ?? '') ?? [];
  return address === undefined ? undefined : Object.fromEntries(new URL(address, response.url).searchParams);
}

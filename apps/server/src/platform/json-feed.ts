/** JSON Feed 1.1 (jsonfeed.org). */
import { generateJsonFeed } from 'feedsmith';

/** The generator leaves out a list without items, which the standard requires: readers reject such a feed. */
export const writeJsonFeed = (feed: Parameters<typeof generateJsonFeed>[0]): string =>
  JSON.stringify({ items: [], ...(generateJsonFeed(feed) as object) });

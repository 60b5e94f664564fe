import { useLayoutEffect } from 'react';
import { m } from '../../paraglide/messages.js';

export const titleOf = (page: string): string => `${page} | ${m.site_name()}`;

/** The title of a page whose name is only known once it was read; until then, and afterwards, the title is the route's own. */
export function usePageTitle(page: string | undefined): void {
  useLayoutEffect(() => {
    if (page === undefined) return undefined;
    const before = document.title;
    const title = titleOf(page);
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [page]);
}

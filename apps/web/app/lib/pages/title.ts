import { useLayoutEffect } from 'react';
import { m } from '../../paraglide/messages.js';

export const toPageTitle = (page: string): string => `${page} | ${m.site_name()}`;

/** Sets the title of a page whose name is known only after loading; before and afterwards the route's title is used. */
export function usePageTitle(page: string | undefined): void {
  useLayoutEffect(() => {
    if (page === undefined) return undefined;
    const previousTitle = document.title;
    const title = toPageTitle(page);
    document.title = title;
    return () => {
      if (document.title === title) document.title = previousTitle;
    };
  }, [page]);
}

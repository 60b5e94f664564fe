/**
 * Parts that only say something. A first visit brings them as markup and no script of theirs: React does not hydrate that markup,
 * and their code is fetched only where the browser has to render them itself.
 */
import { useState, useSyncExternalStore, type HTMLAttributes, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/** A constant reference: given another object, React would set the content again. */
const asServed = { __html: '' };

/** Stands around markup of the server's and changes nothing in it. */
export const AsServed = (props: HTMLAttributes<HTMLDivElement>) => (
  // oxlint-disable-next-line react/no-danger -- nothing is set: it tells React to leave what the server has rendered
  <div {...props} suppressHydrationWarning dangerouslySetInnerHTML={asServed} />
);

const never = () => () => undefined;

/** Whether a part came with the page, instead of appearing later in the browser. */
export function useIsServed(): boolean {
  const isTakenOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isServed] = useState(isTakenOver);
  return isServed;
}

/** Links in markup are plain; this keeps a click on them in the page's own navigation. */
export function useFollowedLinks() {
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!href?.startsWith('/') || link?.getAttribute('target')) return;
    event.preventDefault();
    void navigate(href);
  };
  return { onClick };
}

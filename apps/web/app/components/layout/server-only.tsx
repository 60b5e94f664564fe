/**
 * Static parts without scripts. On a first visit they are server-rendered markup that React does not hydrate; their
 * code is loaded only if the browser has to render them itself.
 */
import { useState, useSyncExternalStore, type HTMLAttributes, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/** A constant: with another object React would set the content again. */
const emptyHtml = { __html: '' };

/** Wraps server-rendered markup and leaves it unchanged. */
export const ServerMarkup = (props: HTMLAttributes<HTMLDivElement>) => (
  // oxlint-disable-next-line react/no-danger -- nothing is set: it tells React to leave what the server has rendered
  <div {...props} suppressHydrationWarning dangerouslySetInnerHTML={emptyHtml} />
);

const subscribeNever = () => () => undefined;

/** True if the component was server-rendered, instead of appearing later in the browser. */
export function useIsServerRendered(): boolean {
  const isHydrating = useSyncExternalStore(
    subscribeNever,
    () => false,
    () => true,
  );
  const [isServerRendered] = useState(isHydrating);
  return isServerRendered;
}

/** Links in static markup are plain; this handles their clicks with the router. */
export function useRouterLinks() {
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

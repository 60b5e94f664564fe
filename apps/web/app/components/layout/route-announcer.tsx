/**
 * Makes a client-side navigation perceivable. When a document loads, the browser shows progress and a screen reader
 * reads the title; a client-side navigation does neither by itself.
 */
import { use, useEffect, useRef, useState, type RefObject } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigation } from 'react-router';
import { preloadOnIntent } from '../../lib/pages/preload-on-intent.ts';
import { m } from '../../paraglide/messages.js';

/** Shorter waits are not announced by a screen reader. */
const ANNOUNCE_AFTER_MS = 1000;

/** Rendered after the page, so that a page can set the focus itself first. */
export function RouteAnnouncer() {
  const focusedOnLeaving = useRef<Element>(null);
  const announcement = useRouteAnnouncement(focusedOnLeaving);
  const router = use(DataRouterContext)?.router;
  useEffect(() => {
    if (!router) return undefined;
    let { location } = router.state;
    let isLeaving = false;
    // Not by React, which on a slow phone renders half a second after the tap, when the focus is already lost.
    const stopFollowing = router.subscribe((routerState) => {
      const isMoving = routerState.navigation.state !== 'idle';
      document.documentElement.toggleAttribute('data-moving', isMoving);
      if (!isLeaving && (isMoving || routerState.location !== location))
        focusedOnLeaving.current = document.activeElement;
      isLeaving = isMoving;
      location = routerState.location;
    });
    const stopWatching = preloadOnIntent(router.routes);
    return () => {
      stopFollowing();
      stopWatching();
    };
  }, [router]);
  return (
    <>
      <div className="progress" data-testid="progress" aria-hidden="true" />
      <p aria-live="polite" className="sr-only" data-testid="arrival">
        {announcement}
      </p>
    </>
  );
}

/** Moves the focus to the new page and returns the text to announce. */
function useRouteAnnouncement(focusedOnLeaving: RefObject<Element | null>): string {
  const { pathname, hash } = useLocation();
  const nextPath = useNavigation().location?.pathname;
  const [announcement, setAnnouncement] = useState('');
  const currentPath = useRef<string>(undefined);

  useEffect(() => {
    if (nextPath === undefined || nextPath === currentPath.current) return undefined;
    setAnnouncement('');
    const timer = setTimeout(() => setAnnouncement(m.nav_loading()), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [nextPath]);

  useEffect(() => {
    const isFirst = currentPath.current === undefined;
    const isSamePage = currentPath.current === pathname;
    currentPath.current = pathname;
    if (isFirst) return undefined;
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (isSamePage) {
      if (target) focusElement(target);
      return undefined;
    }
    // The heading may appear only after its data was loaded.
    return waitForElement(
      () => target ?? document.querySelector('main h1'),
      (element) => {
        const focused = document.activeElement;
        const isTaken = focused && focused !== document.body && focused !== focusedOnLeaving.current;
        if (!isTaken) focusElement(element);
        setAnnouncement(document.title);
      },
    );
  }, [pathname, hash, focusedOnLeaving]);

  return announcement;
}

/** The router handles the scroll position. */
function focusElement(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

function waitForElement(find: () => Element | null, callback: (element: Element) => void): () => void {
  const found = find();
  if (found) {
    callback(found);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    const lateElement = find();
    if (!lateElement) return;
    observer.disconnect();
    callback(lateElement);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

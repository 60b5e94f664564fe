/**
 * Makes a client-side navigation perceivable. When a document loads, the browser shows progress and a screen reader
 * reads the title; a client-side navigation does neither by itself.
 */
import { use, useEffect, useRef, useState, type RefObject } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigation } from 'react-router';
import { watchIntent } from '../../lib/pages/intent.ts';
import { m } from '../../paraglide/messages.js';

/** Shorter waits are not announced by a screen reader. */
const WORTH_SAYING_MS = 1000;

/** Rendered after the page, so that a page can set the focus itself first. */
export function Movement() {
  const focusedOnLeaving = useRef<Element>(null);
  const said = useArrival(focusedOnLeaving);
  const router = use(DataRouterContext)?.router;
  useEffect(() => {
    if (!router) return undefined;
    let { location } = router.state;
    let isLeaving = false;
    // Not by React, which on a slow phone renders half a second after the tap, when the focus is already lost.
    const stopFollowing = router.subscribe((now) => {
      const isMoving = now.navigation.state !== 'idle';
      document.documentElement.toggleAttribute('data-moving', isMoving);
      if (!isLeaving && (isMoving || now.location !== location)) focusedOnLeaving.current = document.activeElement;
      isLeaving = isMoving;
      location = now.location;
    });
    const stopWatching = watchIntent(router.routes);
    return () => {
      stopFollowing();
      stopWatching();
    };
  }, [router]);
  return (
    <>
      <div className="progress" data-testid="progress" aria-hidden="true" />
      <p aria-live="polite" className="sr-only" data-testid="arrival">
        {said}
      </p>
    </>
  );
}

/** Moves the focus to the new page and returns the text to announce. */
function useArrival(focusedOnLeaving: RefObject<Element | null>): string {
  const { pathname, hash } = useLocation();
  const nextPath = useNavigation().location?.pathname;
  const [said, say] = useState('');
  const here = useRef<string>(undefined);

  useEffect(() => {
    if (nextPath === undefined || nextPath === here.current) return undefined;
    say('');
    const timer = setTimeout(() => say(m.nav_loading()), WORTH_SAYING_MS);
    return () => clearTimeout(timer);
  }, [nextPath]);

  useEffect(() => {
    const isFirst = here.current === undefined;
    const isSamePage = here.current === pathname;
    here.current = pathname;
    if (isFirst) return undefined;
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (isSamePage) {
      if (target) focusOn(target);
      return undefined;
    }
    // The heading may appear only after its data was loaded.
    return whenThere(
      () => target ?? document.querySelector('main h1'),
      (place) => {
        const focused = document.activeElement;
        const isTaken = focused && focused !== document.body && focused !== focusedOnLeaving.current;
        if (!isTaken) focusOn(place);
        say(document.title);
      },
    );
  }, [pathname, hash, focusedOnLeaving]);

  return said;
}

/** The router handles the scroll position. */
function focusOn(place: Element): void {
  if (!(place instanceof HTMLElement)) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

function whenThere(find: () => Element | null, act: (place: Element) => void): () => void {
  const found = find();
  if (found) {
    act(found);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    const late = find();
    if (!late) return;
    observer.disconnect();
    act(late);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

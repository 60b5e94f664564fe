/**
 * Tracks lazy components whose code still loads during hydration. React loses a click on their markup, so the page
 * counts as hydrated only when they are loaded, too.
 */
const loadingParts = new Set<symbol>();
let onAllLoaded: (() => void) | undefined;

/** Returns a function to call when the component has loaded or failed. */
export function trackLazyPart(): () => void {
  const part = Symbol('part');
  loadingParts.add(part);
  return () => {
    loadingParts.delete(part);
    if (loadingParts.size === 0) onAllLoaded?.();
  };
}

export function whenLazyPartsLoaded(callback: () => void): void {
  if (loadingParts.size === 0) callback();
  else
    onAllLoaded = () => {
      onAllLoaded = undefined;
      callback();
    };
}

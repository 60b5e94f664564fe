/**
 * Scripts start late because a page works without them (decision 0025). This inline script runs in the head until
 * hydration: it decides when the scripts may start, and records interactions that only scripts can handle.
 * - Links, menus and forms work without scripts and are not touched, except a form that would need an email address
 * without them: its submit waits for the scripts, and is sent without them if they do not arrive.
 * - A click on an element that needs scripts is stopped, shown as progress, and replayed after hydration.
 * - Typed and chosen values stay in their fields. React gets their events after hydration, for filters, counters and
 * drafts.
 */

/** The window event that `root.tsx` dispatches after hydration. */
export const HYDRATED_EVENT = 'hydrated';

/** How long a submit waits for the scripts. */
const SUBMIT_TIMEOUT_MS = 8000;

/** Is inlined as text, so it uses nothing from outside itself. */
function runBeforeHydration(hydratedEvent: string, submitTimeoutMs: number): void {
  const root = document.documentElement;
  const listening = new AbortController();
  const clicks = new Map<Element, () => void>();
  const on = (kinds: string[], handle: (target: Element, event: Event) => void) => {
    for (const kind of kinds) {
      const listener = (event: Event) => event.target instanceof Element && handle(event.target, event);
      addEventListener(kind, listener, { capture: true, signal: listening.signal });
    }
  };

  let markTouched = () => {};
  const whenTouched = new Promise<void>((resolve) => (markTouched = resolve));
  // Links are excluded: they leave the page, and the next page would wait for scripts that are no longer needed.
  on(['pointerdown', 'keydown', 'focusin'], (target) => {
    if (target.closest('button,input,label,select,summary,textarea')) markTouched();
  });
  on(['click'], (target, event) => {
    const control = target.closest<HTMLElement>('a,button,input,label,select,summary');
    if (!control?.closest('.needs-scripts,button[type=button]:not([popovertarget])')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clicks.set(control, () => control.click());
    root.dataset['moving'] = '';
    markTouched();
  });
  on(['submit'], (target, event) => {
    if (!(target instanceof HTMLFormElement) || !('needsProof' in target.dataset)) return;
    event.preventDefault();
    root.dataset['moving'] = '';
    markTouched();
    const timer = setTimeout(() => target.submit(), submitTimeoutMs);
    clicks.set(target, () => {
      clearTimeout(timer);
      target.requestSubmit();
    });
  });
  const changed = new Set<Element>();
  on(['input', 'change'], (target) => changed.add(target));

  const dispatchEvents = (target: Element) => {
    for (const kind of ['input', 'change']) target.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  /** React takes the field's current value as the rendered one and sees no change, so the value is set again. */
  function createReplay(target: Element): () => void {
    if (target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type)) {
      const { checked } = target;
      return () => {
        target.checked = !checked;
        target.click();
      };
    }
    if (target instanceof HTMLSelectElement) {
      const { value } = target;
      return () => {
        target.value = value;
        dispatchEvents(target);
      };
    }
    const isTyped =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file');
    if (!isTyped) return () => dispatchEvents(target);
    const typedValue = target.value;
    return () => {
      // The person may have typed more meanwhile.
      const { value, selectionStart, selectionEnd } = target;
      target.value = target.defaultValue;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, value || typedValue);
      if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd);
      dispatchEvents(target);
    };
  }

  async function replayInteractions(): Promise<void> {
    listening.abort();
    delete root.dataset['moving'];
    const focused = document.activeElement;
    if (focused !== document.body) focused?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    // Captures all values before the first event: React may reset the other fields when it handles that one.
    const replays = [...[...changed].map(createReplay), ...clicks.values()];
    for (const replay of replays) {
      replay();
      // Lets React render each before the next, as with real interactions.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  addEventListener(hydratedEvent, () => void replayInteractions(), { once: true });

  const whenLoaded = new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  // Some browsers do not report the paint.
  const whenPainted = Promise.race([
    new Promise<void>((resolve) => {
      new PerformanceObserver((list) => {
        if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
      }).observe({ type: 'paint', buffered: true });
    }),
    whenLoaded.then(() => wait(1000)),
  ]);
  const waitForIdle = async () => {
    await Promise.all([whenLoaded, whenPainted]);
    await new Promise<void>((resolve) => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
      else setTimeout(resolve, 200);
    });
  };
  const connection = navigator.connection;
  const isSlowOrMetered = connection?.saveData || /2g/.test(connection?.effectiveType ?? '');
  window.whenScriptsMayStart = (isForm) =>
    isSlowOrMetered ? whenTouched : Promise.race([whenTouched, isForm ? whenPainted : waitForIdle()]);
}

declare global {
  interface Window {
    whenScriptsMayStart?: (isForm: boolean) => Promise<void>;
  }
}

/** A function, so that a build that does not call it can drop it. */
export const getPreHydrationScript = (): string =>
  `(${runBeforeHydration.toString()})('${HYDRATED_EVENT}',${SUBMIT_TIMEOUT_MS})`;

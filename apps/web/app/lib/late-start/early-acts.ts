/**
 * A page is whole without scripts, so they wait (decision 0025). This runs in its head and looks after it until it is hydrated: it
 * says when the scripts may start, and keeps what people do meanwhile that only scripts can answer.
 *
 * - Links, menus and forms are left alone: the browser answers them.
 * - A click on what needs scripts is held back, shown as progress, and repeated when the page is hydrated.
 * - What was typed or chosen stays where it is. React hears of it afterwards, so that filters apply, counters count and a draft is kept.
 */

/** What `root.tsx` dispatches to the window when the page is hydrated. */
export const HYDRATED = 'hydrated';

/** Becomes text in the page, so it uses nothing from outside of itself. */
function lookAfterPage(hydrated: string): void {
  const root = document.documentElement;
  const watching = new AbortController();
  const clicks = new Map<Element, () => void>();
  const on = (kinds: string[], hear: (target: Element, event: Event) => void) => {
    for (const kind of kinds) {
      const listener = (event: Event) => event.target instanceof Element && hear(event.target, event);
      addEventListener(kind, listener, { capture: true, signal: watching.signal });
    }
  };

  let touch = () => {};
  const touched = new Promise<void>((resolve) => (touch = resolve));
  // Not a link: it leaves the page, and the next one would wait behind scripts that nobody needs any more.
  on(['pointerdown', 'keydown', 'focusin'], (target) => {
    if (target.closest('button,input,label,select,summary,textarea')) touch();
  });
  on(['click'], (target, event) => {
    const control = target.closest<HTMLElement>('a,button,input,label,select,summary');
    if (!control?.closest('.needs-scripts,button[type=button]:not([popovertarget])')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clicks.set(control, () => control.click());
    root.dataset['moving'] = '';
    touch();
  });
  const changed = new Set<Element>();
  on(['input', 'change'], (target) => changed.add(target));

  const tell = (target: Element) => {
    for (const kind of ['input', 'change']) target.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  /** React takes what it finds in a field for what it rendered, and would not call that a change. */
  function actOf(target: Element): () => void {
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
        tell(target);
      };
    }
    const isTyped =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file');
    if (!isTyped) return () => tell(target);
    const then = target.value;
    return () => {
      // Whoever goes on typing has written more by now.
      const { value, selectionStart, selectionEnd } = target;
      target.value = target.defaultValue;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, value || then);
      if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd);
      tell(target);
    };
  }

  async function repeatActs(): Promise<void> {
    watching.abort();
    delete root.dataset['moving'];
    const focused = document.activeElement;
    if (focused !== document.body) focused?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    // All are looked at before the first is told: React may answer that one by setting the others to what it rendered.
    const acts = [...[...changed].map(actOf), ...clicks.values()];
    for (const act of acts) {
      act();
      // Each is rendered before the next, as if a person had done it.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  addEventListener(hydrated, () => void repeatActs(), { once: true });

  const loaded = new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  // Some browsers do not tell.
  const painted = Promise.race([
    new Promise<void>((resolve) => {
      new PerformanceObserver((list) => {
        if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
      }).observe({ type: 'paint', buffered: true });
    }),
    loaded.then(() => wait(1000)),
  ]);
  const idle = async () => {
    await Promise.all([loaded, painted]);
    await new Promise<void>((resolve) => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
      else setTimeout(resolve, 200);
    });
  };
  const line = navigator.connection;
  const isPaidByTheByte = line?.saveData || /2g/.test(line?.effectiveType ?? '');
  window.whenScriptsMayStart = (isForm) =>
    isPaidByTheByte ? touched : Promise.race([touched, isForm ? painted : idle()]);
}

declare global {
  interface Window {
    whenScriptsMayStart?: (isForm: boolean) => Promise<void>;
  }
}

/** A function, so that a build that does not call it leaves all of it out. */
export const earlyActs = (): string => `(${lookAfterPage.toString()})('${HYDRATED}')`;

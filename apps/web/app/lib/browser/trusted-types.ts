/**
 * The only strings that may become markup or the address of a script, where browsers hold pages to it (security-headers.ts).
 * Everything else that tries to is stopped by the browser.
 */
import { serviceWorkerPath } from '@hakiki/contract/site';

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string | null>,
  ) => void;
}

/**
 * Text that is no markup, and a script that React makes in order not to run it: where a translator or an extension has changed the page,
 * React draws it anew, its scripts included.
 */
const isHarmless = (text: string): boolean => !text.includes('<') || text === '<script></script>';

const isOurWorker = ({ origin, pathname }: URL): boolean =>
  origin === location.origin &&
  (pathname === serviceWorkerPath || /^\/assets\/[\w-]+\.worker-[\w-]+\.js$/.test(pathname));

export function trustOurOwn(): void {
  (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
    createHTML: (text) => (isHarmless(text) ? text : null),
    createScriptURL: (address) => (isOurWorker(new URL(address, location.href)) ? address : null),
  });
}

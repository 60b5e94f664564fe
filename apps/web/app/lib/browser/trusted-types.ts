/**
 * Trusted Types policy: the only strings that may become markup or a script URL in browsers that enforce it
 * (security-headers.ts). The browser blocks everything else.
 */
import { serviceWorkerPath } from '@hakiki/contract/site';

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string | null>,
  ) => void;
}

/**
 * Text without markup, and the inert script element that React creates when it renders the page again after a
 * translator or an extension changed it.
 */
const isHarmless = (text: string): boolean => !text.includes('<') || text === '<script></script>';

const isOurWorker = ({ origin, pathname }: URL): boolean =>
  origin === location.origin &&
  (pathname === serviceWorkerPath || /^\/assets\/[\w-]+\.worker-[\w-]+\.js$/.test(pathname));

export function createTrustedTypesPolicy(): void {
  (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
    createHTML: (text) => (isHarmless(text) ? text : null),
    createScriptURL: (address) => (isOurWorker(new URL(address, location.href)) ? address : null),
  });
}

/**
 * A nonce made from the page itself. Public HTML is the same bytes for everyone and is kept by caches, so a random nonce per
 * answer would spoil both the cache and the ETag. The page is rendered with a secret placeholder; the nonce is a keyed hash
 * of everything else on it. Whoever manages to inject a script changes the page, and with it the nonce, which cannot be
 * foretold without the key. See docs/decisions/0003-content-derived-nonce.md.
 */
import { createHmac, randomBytes } from 'node:crypto';

const NONCE_BYTES = 18;

export interface NoncedPage {
  body: string;
  nonce: string;
}

export function createPageNonce(appSecret: string) {
  const placeholder = randomBytes(NONCE_BYTES).toString('base64url');
  return {
    placeholder,
    fill: (rendered: string): NoncedPage => {
      const parts = rendered.split(placeholder);
      const hash = createHmac('sha256', appSecret).update('page-nonce\0').update(parts.join('\0nonce\0')).digest();
      const nonce = hash.subarray(0, NONCE_BYTES).toString('base64url');
      return { body: parts.join(nonce), nonce };
    },
  };
}

/**
 * Finds the inline scripts of a page that the server itself wrote. A page is rendered with a secret nonce on them; this
 * module removes the nonce and returns their hashes for the Content-Security-Policy. A script that somebody injected
 * has no nonce, so its hash is not listed, and the page contains no nonce to copy. See
 * docs/decisions/0003-scripts-by-hash.md.
 */
import { createHash, randomBytes } from 'node:crypto';

export interface HashedPage {
  body: string;
  /** In the format of the policy, without duplicates. */
  hashes: string[];
}

const NONCE_BYTES = 18;

export function createScriptHasher() {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const ownScript = new RegExp(`<script\\b[^>]*\\bnonce="${nonce}"[^>]*>([^]*?)</script`, 'g');
  return {
    nonce,
    replaceNonces(rendered: string): HashedPage {
      const hashes = new Set<string>();
      for (const [, text] of rendered.matchAll(ownScript)) if (text) hashes.add(toCspHash(text));
      return { body: rendered.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, ''), hashes: [...hashes] };
    },
  };
}

const toCspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

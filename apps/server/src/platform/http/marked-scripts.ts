/**
 * Finds the inline scripts of a page that the server itself wrote. A page is rendered with a secret nonce on them; this
 * module removes the nonce and returns their hashes for the Content-Security-Policy. A script that somebody injected
 * has no nonce, so its hash is not listed, and the page contains no nonce to copy. See
 * docs/decisions/0003-scripts-by-hash.md.
 */
import { createHash, randomBytes } from 'node:crypto';

export interface MarkedPage {
  body: string;
  /** In the format of the policy, without duplicates. */
  hashes: string[];
}

const MARK_BYTES = 18;

export function createScriptMark() {
  const nonce = randomBytes(MARK_BYTES).toString('base64url');
  const markedScript = new RegExp(`<script\\b[^>]*\\bnonce="${nonce}"[^>]*>([^]*?)</script`, 'g');
  return {
    nonce,
    takeOff(rendered: string): MarkedPage {
      const hashes = new Set<string>();
      for (const [, text] of rendered.matchAll(markedScript)) if (text) hashes.add(hashOf(text));
      return { body: rendered.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, ''), hashes: [...hashes] };
    },
  };
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

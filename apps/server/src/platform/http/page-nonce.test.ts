import { describe, expect, it } from 'vitest';
import { createPageNonce } from './page-nonce.ts';

describe('the nonce of a page', () => {
  const page = (nonces: ReturnType<typeof createPageNonce>, more = '') =>
    nonces.fill(
      `<script nonce="${nonces.placeholder}">a</script>${more}<script nonce="${nonces.placeholder}">b</script>`,
    );

  it('is the same for the same page in every process with the same secret', () => {
    const [one, other] = [createPageNonce('secret'), createPageNonce('secret')];
    expect(one.placeholder).not.toBe(other.placeholder);
    expect(page(one)).toEqual(page(other));
  });

  it('stands in every place and leaves no placeholder', () => {
    const nonces = createPageNonce('secret');
    const { body, nonce } = page(nonces);
    expect(body.split(nonce)).toHaveLength(3);
    expect(body).not.toContain(nonces.placeholder);
    expect(Buffer.from(nonce, 'base64url').length).toBeGreaterThanOrEqual(16);
  });

  it('changes with anything injected into the page, and with the secret', () => {
    const nonces = createPageNonce('secret');
    const { nonce } = page(nonces);
    const injected = page(nonces, `<script nonce="${nonce}">evil()</script>`);
    expect(injected.nonce).not.toBe(nonce);
    expect(page(createPageNonce('other secret')).nonce).not.toBe(nonce);
  });
});

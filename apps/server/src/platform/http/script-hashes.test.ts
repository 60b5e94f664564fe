import { describe, expect, it } from 'vitest';
import { createScriptHasher } from './script-hashes.ts';

describe('hashing the scripts of a page', () => {
  const scripts = createScriptHasher();
  const ownScript = (text: string, more = '') => `<script${more} nonce="${scripts.nonce}">${text}</script>`;

  it('lists each own script by its hash once, and removes every nonce [SAFE-11]', () => {
    const page = `<link rel="modulepreload" href="/a.js" nonce="${scripts.nonce}"/>${ownScript('1')}<p>${scripts.nonce}</p>${ownScript('1')}${ownScript('\nimport("/a.js")', ' type="module"')}${ownScript('', ' async=""')}`;
    expect(scripts.replaceNonces(page)).toEqual({
      body: '<link rel="modulepreload" href="/a.js"/><script>1</script><p></p><script>1</script><script type="module">\nimport("/a.js")</script><script async=""></script>',
      hashes: [
        "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
        "'sha256-/mrohaS1PXtINEGwyrg7M+j245uH/4kA2iwG0gDXRRQ='",
      ],
    });
  });

  it('lists no script without the nonce, with the nonce of another process, or inside another script [SAFE-11]', () => {
    const foreignScripts = [
      '<script>evil()</script>',
      '<script nonce="">evil()</script>',
      `<script nonce="${createScriptHasher().nonce}">evil()</script>`,
      `<script data-nonce="x">evil()</script><p nonce="${scripts.nonce}">`,
      '<style><script nonce="',
    ];
    for (const injected of foreignScripts) expect(scripts.replaceNonces(injected).hashes, injected).toEqual([]);
    expect(scripts.replaceNonces(`${foreignScripts[0]}${ownScript('1')}`).hashes).toHaveLength(1);
  });

  it('produces the same page in every process', () => {
    const other = createScriptHasher();
    expect(other.replaceNonces(ownScript('1').replace(scripts.nonce, other.nonce))).toEqual(
      scripts.replaceNonces(ownScript('1')),
    );
  });
});

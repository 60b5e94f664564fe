import { describe, expect, it } from 'vitest';
import { createScriptMark } from './marked-scripts.ts';

describe('hashing the scripts of a page', () => {
  const scripts = createScriptMark();
  const own = (text: string, more = '') => `<script${more} nonce="${scripts.nonce}">${text}</script>`;

  it('lists each own script by its hash once, and removes every nonce [SAFE-11]', () => {
    const page = `<link rel="modulepreload" href="/a.js" nonce="${scripts.nonce}"/>${own('1')}<p>${scripts.nonce}</p>${own('1')}${own('\nimport("/a.js")', ' type="module"')}${own('', ' async=""')}`;
    expect(scripts.takeOff(page)).toEqual({
      body: '<link rel="modulepreload" href="/a.js"/><script>1</script><p></p><script>1</script><script type="module">\nimport("/a.js")</script><script async=""></script>',
      hashes: [
        "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
        "'sha256-/mrohaS1PXtINEGwyrg7M+j245uH/4kA2iwG0gDXRRQ='",
      ],
    });
  });

  it('lists no script without the nonce, with the nonce of another process, or inside another script [SAFE-11]', () => {
    const strange = [
      '<script>evil()</script>',
      '<script nonce="">evil()</script>',
      `<script nonce="${createScriptMark().nonce}">evil()</script>`,
      `<script data-nonce="x">evil()</script><p nonce="${scripts.nonce}">`,
      '<style><script nonce="',
    ];
    for (const injected of strange) expect(scripts.takeOff(injected).hashes, injected).toEqual([]);
    expect(scripts.takeOff(`${strange[0]}${own('1')}`).hashes).toHaveLength(1);
  });

  it('produces the same page in every process', () => {
    const other = createScriptMark();
    expect(other.takeOff(own('1').replace(scripts.nonce, other.nonce))).toEqual(scripts.takeOff(own('1')));
  });
});

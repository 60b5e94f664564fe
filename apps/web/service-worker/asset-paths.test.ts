import { describe, expect, it } from 'vitest';
import { extractAssetPaths } from './asset-paths.ts';

describe('extractAssetPaths', () => {
  it('finds the files of a page, each once, and omits other URLs [WARN-14]', () => {
    const page = `
      <link rel="stylesheet" href="/assets/root-a1.css"/><link rel="modulepreload" href="/assets/root-b2.js"/>
      <svg><use href="/assets/icons-c3.svg#search"></use></svg><svg><use href="/assets/icons-c3.svg#flag"></use></svg>
      <a href="/directory">Providers</a><a href="https://other.example/assets/x.js">Elsewhere</a>
      <script type="module">import "/assets/manifest-d4.js";import * as r from '/assets/root-b2.js';</script>`;
    expect(extractAssetPaths(page)).toEqual([
      '/assets/root-a1.css',
      '/assets/root-b2.js',
      '/assets/icons-c3.svg',
      '/assets/manifest-d4.js',
    ]);
  });
});

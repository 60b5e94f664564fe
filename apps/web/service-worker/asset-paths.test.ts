import { describe, expect, it } from 'vitest';
import { extractAssetPaths, loadWithImports } from './asset-paths.ts';

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

describe('loadWithImports', () => {
  it('loads each file of a page once, with the scripts that its scripts import now or later [WARN-14]', async () => {
    const texts: Record<string, string> = {
      '/assets/app-a1.css': 'a { background: url("./not-a-script.svg") }',
      '/assets/form-b2.js':
        'import{t as e}from"./root-c3.js";const load=()=>import(`./send-d4.js`),check=()=>import(`./blind-check-e5.js`)',
      '/assets/root-c3.js': "import './form-b2.js'",
      '/assets/send-d4.js': 'import"./root-c3.js"',
    };
    const asked: string[] = [];
    const loaded = await loadWithImports(['/assets/app-a1.css', '/assets/form-b2.js', '/assets/form-b2.js'], (path) => {
      asked.push(path);
      return Promise.resolve({ text: texts[path]! });
    });
    expect(asked.toSorted()).toEqual(Object.keys(texts));
    expect([...loaded.keys()].toSorted()).toEqual(Object.keys(texts));
  });
});

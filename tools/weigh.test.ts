import { describe, expect, it } from 'vitest';
import { type Answer, faultsOf, weigh } from './weigh.ts';

const origin = 'http://127.0.0.1:4000';
const KB = 1024;

const page: Answer = { url: `${origin}/`, kind: 'HTML', mimeType: 'text/html', encoding: 'br', bodyBytes: 9 * KB };
const style: Answer = { ...page, url: `${origin}/a.css`, kind: 'CSS', mimeType: 'text/css', bodyBytes: 4 * KB };
const script: Answer = { ...page, url: `${origin}/a.js`, kind: 'JS', mimeType: 'text/javascript', bodyBytes: 60 * KB };

const faults = (...answers: Answer[]) => faultsOf(weigh(answers, origin), 'public');

describe('the weight of a page', () => {
  it('adds up the bytes of each kind', () => {
    const { bytes, requests } = weigh([page, style, script, { ...script, bodyBytes: KB }], origin);
    expect(bytes).toMatchObject({ HTML: 9 * KB, CSS: 4 * KB, JS: 61 * KB, fonts: 0 });
    expect(requests).toBe(4);
  });

  it('accepts a page within the budget', () => {
    expect(faults(page, style, script)).toEqual([]);
  });

  it('limits HTML and CSS by one budget', () => {
    expect(faults({ ...page, bodyBytes: 27 * KB }, style)).toEqual([expect.stringContaining('HTML + CSS 31.0 kB')]);
  });

  it('limits all scripts together by their budget', () => {
    const scripts = [script, script, { ...script, bodyBytes: 30 * KB }];
    expect(faults(page, ...scripts)).toEqual([expect.stringContaining('JavaScript 150.0 kB')]);
    expect(faultsOf(weigh([page, ...scripts], origin), 'signed-in')).toEqual([]);
  });

  it('rejects a font and a foreign origin', () => {
    const font: Answer = {
      ...page,
      url: 'https://fonts.example/a',
      kind: 'fonts',
      mimeType: 'font/woff2',
      encoding: '',
    };
    expect(faults(page, font)).toEqual([expect.stringContaining('fonts'), expect.stringContaining('fonts.example')]);
  });

  it('requires brotli for text, unless it is tiny', () => {
    expect(faults({ ...page, encoding: 'gzip' })).toEqual(['/ came without brotli']);
    expect(faults(page, { ...script, encoding: '', bodyBytes: 300 })).toEqual([]);
    expect(faults(page, { ...page, kind: 'images', mimeType: 'image/png', encoding: '' })).toEqual([]);
  });

  it('rejects a page without content', () => {
    expect(faults()).toEqual(['no HTML was seen']);
  });
});

import { describe, expect, it } from 'vitest';
import { type RecordedResponse, listBudgetProblems, sumPageWeight } from './page-weight.ts';

const origin = 'http://127.0.0.1:4000';
const KB = 1024;

const page: RecordedResponse = {
  url: `${origin}/`,
  kind: 'HTML',
  mimeType: 'text/html',
  encoding: 'br',
  bodyBytes: 9 * KB,
};
const style: RecordedResponse = {
  ...page,
  url: `${origin}/a.css`,
  kind: 'CSS',
  mimeType: 'text/css',
  bodyBytes: 4 * KB,
};
const script: RecordedResponse = {
  ...page,
  url: `${origin}/a.js`,
  kind: 'JS',
  mimeType: 'text/javascript',
  bodyBytes: 60 * KB,
};

const listProblems = (...answers: RecordedResponse[]) => listBudgetProblems(sumPageWeight(answers, origin), 'public');

describe('the weight of a page', () => {
  it('adds up the bytes of each kind', () => {
    const { bytes, requests } = sumPageWeight([page, style, script, { ...script, bodyBytes: KB }], origin);
    expect(bytes).toMatchObject({ HTML: 9 * KB, CSS: 4 * KB, JS: 61 * KB, fonts: 0 });
    expect(requests).toBe(4);
  });

  it('accepts a page within the budget', () => {
    expect(listProblems(page, style, script)).toEqual([]);
  });

  it('limits HTML and CSS by one budget', () => {
    expect(listProblems({ ...page, bodyBytes: 27 * KB }, style)).toEqual([
      expect.stringContaining('HTML + CSS 31.0 kB'),
    ]);
  });

  it('limits all scripts together by their budget', () => {
    const scripts = [script, script, { ...script, bodyBytes: 30 * KB }];
    expect(listProblems(page, ...scripts)).toEqual([expect.stringContaining('JavaScript 150.0 kB')]);
    expect(listBudgetProblems(sumPageWeight([page, ...scripts], origin), 'signed-in')).toEqual([]);
  });

  it('rejects a font and a foreign origin', () => {
    const font: RecordedResponse = {
      ...page,
      url: 'https://fonts.example/a',
      kind: 'fonts',
      mimeType: 'font/woff2',
      encoding: '',
    };
    expect(listProblems(page, font)).toEqual([
      expect.stringContaining('fonts'),
      expect.stringContaining('fonts.example'),
    ]);
  });

  it('requires brotli for text, unless it is tiny', () => {
    expect(listProblems({ ...page, encoding: 'gzip' })).toEqual(['/ came without brotli']);
    expect(listProblems(page, { ...script, encoding: '', bodyBytes: 300 })).toEqual([]);
    expect(listProblems(page, { ...page, kind: 'images', mimeType: 'image/png', encoding: '' })).toEqual([]);
  });

  it('rejects a page without content', () => {
    expect(listProblems()).toEqual(['no HTML was seen']);
  });
});

import { describe, expect, it } from 'vitest';
import { parseInline } from './inline.ts';

describe('parseInline', () => {
  it('returns a text without links as one part', () => {
    expect(parseInline('Verify before you trust.')).toEqual([{ kind: 'text', text: 'Verify before you trust.' }]);
  });

  it('splits a text around its links', () => {
    expect(parseInline('See [the guide](/safety#verify) or [a register](https://example.org/a?b=c).')).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', label: 'the guide', href: '/safety#verify' },
      { kind: 'text', text: ' or ' },
      { kind: 'link', label: 'a register', href: 'https://example.org/a?b=c' },
      { kind: 'text', text: '.' },
    ]);
  });

  it('adds no empty parts around a single link or between two adjacent ones', () => {
    expect(parseInline('[a](/a)[b](/b)')).toEqual([
      { kind: 'link', label: 'a', href: '/a' },
      { kind: 'link', label: 'b', href: '/b' },
    ]);
  });

  it('leaves a refused address as plain text, and still finds the link after it', () => {
    expect(parseInline('[x](javascript:void0) then [y](/y)')).toEqual([
      { kind: 'text', text: '[x](javascript:void0) then ' },
      { kind: 'link', label: 'y', href: '/y' },
    ]);
  });

  it.each(['', '[label]', '[label](', '[](/a)', '(/a)', '[a] (/a)', '[a](/a b)', '<a href="/a">a</a>', '<b>bold</b>'])(
    'reads %j as text and never as markup',
    (text) => {
      expect(parseInline(text)).toEqual(text === '' ? [] : [{ kind: 'text', text }]);
    },
  );

  it('loses no character', () => {
    const text = 'a [b](/c) d [e](//f) [g](https://h) i';
    const back = parseInline(text).map((piece) =>
      piece.kind === 'text' ? piece.text : `[${piece.label}](${piece.href})`,
    );
    expect(back.join('')).toBe(text);
  });
});

describe('an address in a link', () => {
  const isLink = (href: string) => parseInline(`[there](${href})`).some(({ kind }) => kind === 'link');

  it.each(['/', '/safety', '/safety#first-hour', '/directory?country=kenya', 'https://example.org'])(
    'allows %s',
    (href) => {
      expect(isLink(href)).toBe(true);
    },
  );

  it.each([
    '',
    'safety',
    '#verify',
    '//example.org',
    '/\\example.org',
    '/a\\b',
    'http://example.org',
    'https://',
    'https:///example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@example.org',
    ' /safety',
    '/a b',
    '/a\n',
  ])('refuses %j', (href) => {
    expect(isLink(href)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { measureCpuMs } from '../../../../test/support/cpu-time.ts';
import { toPlainText } from './plain-text.ts';

describe('converting markup to text', () => {
  it.each([
    ['a named entity', 'They promised &euro;5,000 a week', 'They promised €5,000 a week'],
    ['a currency', '&pound;20 or &yen;300', '£20 or ¥300'],
    ['a rare name', 'caf&eacute; &OElig;uvre &Eacute;tat &trade;', 'café Œuvre État ™'],
    ['a number', '&#8364;5,000', '€5,000'],
    ['a number in hexadecimal', '&#x20AC;5,000 and &#X20ac;7', '€5,000 and €7'],
    ['a number of Windows', '&#128;5,000', '€5,000'],
    ['an escaped entity once', '&amp;euro;5,000', '&euro;5,000'],
    ['escaped markup as text', '&lt;b&gt;bold&lt;/b&gt;', '<b>bold</b>'],
    ['an ampersand of a name', 'Smith & Sons, AT&T, Q&A;', 'Smith & Sons, AT&T, Q&A;'],
    ['an entity without its end', '&euro 5, &eacute', '&euro 5, &eacute'],
    ['an unknown entity', '&nosuchthing; here', '&nosuchthing; here'],
    ['an entity without a number', '&#; &#x; &#xZZ;', '&#; &#x; &#xZZ;'],
    ['a number beyond Unicode', 'a&#99999999;b', 'a b'],
    ['half a character', 'a&#xD800;b', 'a b'],
    ['an empty character', 'a&#0;b', 'a b'],
    ['a turn of the writing direction', 'a&#x202E;b&rlm;c', 'abc'],
    ['a space that does not break', '5&nbsp;000', '5 000'],
    ['tags', '<p>One</p><p>two &amp; three</p>', 'One two & three'],
  ])('converts %s', (_, markup, text) => {
    expect(toPlainText(markup, 200)).toBe(text);
  });

  it.each(['&', '&#', '&#x', '&amp;', '&amp', '<', '&lt;script&gt;', '<script>&'])(
    'converts 200,000 characters of %j in no time',
    (part) => {
      expect(measureCpuMs(() => toPlainText(part.repeat(200_000 / part.length), 500))).toBeLessThan(100);
    },
  );
});

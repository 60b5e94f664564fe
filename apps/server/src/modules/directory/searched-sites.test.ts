import { describe, expect, it } from 'vitest';
import { extractSites } from './searched-sites.ts';

describe('extracting sites from a search text', () => {
  it.each([
    ['https://www.wanjaro-finance.example/login?x=1', ['wanjaro-finance.example']],
    ['WANJARO-FINANCE.EXAMPLE', ['wanjaro-finance.example']],
    ['  wanjaro-finance.example/  ', ['wanjaro-finance.example']],
    ['wanjaro-finance.example.', ['wanjaro-finance.example']],
    ['http://bank.example@wanjaro-finance.example:8443/a', ['wanjaro-finance.example']],
    ['support@wanjaro-finance.example', ['wanjaro-finance.example']],
    ['hxxps://wanjaro-finance[.]example', ['wanjaro-finance.example']],
    ['wanjaro\u200B-finance\uFF0Eexample', ['wanjaro-finance.example']],
    ['is app.foo.example safe?', ['foo.example']],
    ['is foo.example?', ['foo.example']],
    ['https://müller.example', ['müller.example']],
    ['https://xn--mller-kva.example', ['müller.example']],
    ['login.bad-scheme.webflow.io', ['bad-scheme.webflow.io']],
    ['https://sites.google.com/view/Scheme/home', ['sites.google.com/view/scheme']],
    ['https://facebook.com', []],
    ['http://102.68.1.9/pay', []],
    ['.co.za', []],
    ['Wanjaro Finance', []],
    ['...', []],
    ['https://', []],
    ['', []],
  ])('extracts from %j the sites %j [WARN-07]', (text, sites) => {
    expect(extractSites(text)).toEqual(sites);
  });

  it('extracts at most ten sites', () => {
    expect(extractSites(Array.from({ length: 30 }, (_, place) => `a${place}.example`).join(' '))).toHaveLength(10);
  });
});

import { describe, expect, it } from 'vitest';
import { hostsIn } from './searched-hosts.ts';

describe('what a person pastes into the search', () => {
  it.each([
    ['https://www.wanjaro-finance.example/login?x=1', ['www.wanjaro-finance.example']],
    ['WANJARO-FINANCE.EXAMPLE', ['wanjaro-finance.example']],
    ['  wanjaro-finance.example/  ', ['wanjaro-finance.example']],
    ['wanjaro-finance.example.', ['wanjaro-finance.example']],
    ['http://bank.example@wanjaro-finance.example:8443/a', ['wanjaro-finance.example']],
    ['support@wanjaro-finance.example', ['wanjaro-finance.example']],
    ['hxxps://wanjaro-finance[.]example', ['wanjaro-finance.example']],
    ['wanjaro\u200B-finance\uFF0Eexample', ['wanjaro-finance.example']],
    ['is app.foo.example safe?', ['app.foo.example']],
    ['https://müller.example', ['xn--mller-kva.example', 'müller.example']],
    ['.co.za', ['co.za']],
    ['Wanjaro Finance', []],
    ['...', []],
    ['https://', []],
    ['', []],
  ])('%j names %j [WARN-07]', (text, hosts) => {
    expect(hostsIn(text)).toEqual(hosts);
  });

  it('is read in bounded time and number', () => {
    expect(hostsIn(Array.from({ length: 30 }, (_, place) => `a${place}.example`).join(' '))).toHaveLength(3);
  });
});

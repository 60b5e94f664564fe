import { parse } from 'tldts';
import { describe, expect, it } from 'vitest';
import { subdomainHosts, networkHosts, pageHosts } from './shared-hosts.ts';
import { listOwnedHosts, toSiteName, parseWebAddress, toSiteOrNull, parseSuffix } from './web-address.ts';

describe('parsing a web address', () => {
  it.each([
    ['https://www.Foo.co.za:8080/join?x', { host: 'foo.co.za', path: '/join?x' }],
    ['foo.example', { host: 'foo.example', path: '' }],
    ['FOO.EXAMPLE.', { host: 'foo.example', path: '' }],
    ['https://bank.example@evil.example/login', { host: 'evil.example', path: '/login' }],
    ['https://bank.example:secret@evil.example:8443', { host: 'evil.example', path: '' }],
    ['https://evil.example\\@bank.example/', { host: 'evil.example', path: '\\@bank.example/' }],
    ['https://evil.example#@bank.example', { host: 'evil.example', path: '#@bank.example' }],
    ['https://bücher.example/', { host: 'xn--bcher-kva.example', path: '/' }],
    ['www2.foo.example', { host: 'foo.example', path: '' }],
    ['www.example', { host: 'www.example', path: '' }],
    ['my_shop.webflow.io', { host: 'my_shop.webflow.io', path: '' }],
  ])('parses %j as %j', (text, address) => {
    expect(parseWebAddress(text)).toEqual(address);
  });

  it.each([
    'http://102.68.1.9/pay', 'http://0x7f.1/', 'http://[2001:db8::1]/', 'http://[2001:db8::1]:80/', '2.5', 'localhost', 'http://foo', 'a..b',
    '-a-.com', 'foo.example/'.repeat(200), `${'a.'.repeat(130)}com`, '', ' ', 'https://', 'foo bar.com', 'foo.1',
  ])('rejects %j, which has no owner', (text) => {
    expect(parseWebAddress(text)).toBeUndefined();
  }); // prettier-ignore
});

describe('the site of an address', () => {
  it.each([
    ['https://www.foo.co.za/join', 'foo.co.za'],
    ['https://app.foo.co.za', 'foo.co.za'],
    ['https://login.bad-scheme.webflow.io', 'bad-scheme.webflow.io'],
    ['https://a.framer.website', 'a.framer.website'],
    ['https://a.carrd.co', 'a.carrd.co'],
    ['https://a.blogspot.com.ng/2026', 'a.blogspot.com.ng'],
    ['https://a.blogspot.co.ke', 'a.blogspot.co.ke'],
    ['https://a.replit.app', 'a.replit.app'],
    ['https://a.fly.dev', 'a.fly.dev'],
    ['https://a.duckdns.org', 'a.duckdns.org'],
    ['https://b.a.wordpress.com', 'a.wordpress.com'],
    ['https://webflow.io', 'webflow.io'],
    ['https://xn--bcher-kva.example', 'bücher.example'],
    ['https://sites.google.com/view/Scheme/home', 'sites.google.com/view/scheme'],
    ['https://docs.google.com/forms/d/e/1FAIpQLSeX/viewform?usp=x', 'docs.google.com/forms/d/e/1FAIpQLSeX'],
    ['https://linktr.ee/Scheme?utm_source=x#top', 'linktr.ee/scheme'],
    ['https://m.facebook.com/Scheme/posts/1', 'facebook.com/scheme'],
    ['https://www.facebook.com/groups/123/permalink/4', 'facebook.com/groups/123'],
    ['https://facebook.com/profile.php?id=100012345678', 'facebook.com/profile.php?id=100012345678'],
    [
      'https://play.google.com/store/apps/details?id=com.scheme.app',
      'play.google.com/store/apps/details?id=com.scheme.app',
    ],
    ['https://scheme.medium.com/x', 'scheme.medium.com'],
    ['https://medium.com/@Scheme/x', 'medium.com/@scheme'],
    ['https://bit.ly/AbC', 'bit.ly/AbC'],
    ['https://t.me/scheme', 't.me/scheme'],
  ])('the site of an address is for %j the site %j', (website, site) => {
    expect(toSiteOrNull(website)).toBe(site);
  });

  it.each([
    null, '', 'https://co.ke', 'https://com', 'https://facebook.com', 'https://sites.google.com', 'https://sites.google.com/view/',
    'https://facebook.com/profile.php', 'https://youtube.com/watch?v=1', 'https://google.com/search?q=foo', 'http://102.68.1.9',
  ])('the site of an address is undefined for %j', (website) => {
    expect(toSiteOrNull(website)).toBeNull();
  }); // prettier-ignore

  it('the site of an address has a name, and parent hosts as long as they have the same owner', () => {
    expect(['foo.co.za', 'linktr.ee/scheme', 'facebook.com/profile.php?id=12'].map(toSiteName)).toEqual([
      'foo',
      'scheme',
      '12',
    ]);
    expect(listOwnedHosts('b.a.foo.co.za')).toEqual(['b.a.foo.co.za', 'a.foo.co.za', 'foo.co.za']);
    expect(listOwnedHosts('a.scheme.webflow.io')).toEqual(['a.scheme.webflow.io', 'scheme.webflow.io']);
    expect(listOwnedHosts('webflow.io')).toEqual([]);
  });
});

describe('shared hosts', () => {
  // Uses the package without our own lists.
  const domainOf = (host: string) => parse(host, { allowPrivateDomains: true }).domain;

  it.each([...subdomainHosts])('%s is missing in the public suffix list, so our list needs it', (host) => {
    expect(domainOf(`scheme.${host}`)).toBe(host);
    expect(parseSuffix(`scheme.${host}`).domain).toBe(`scheme.${host}`);
  });

  it.each([...pageHosts, ...networkHosts])('%s has an owner of its own', (host) => {
    expect(domainOf(host)).not.toBeNull();
  });
});

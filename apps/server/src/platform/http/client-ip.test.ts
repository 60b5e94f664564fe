import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { getClientIp, isProxyRule, toRateLimitKey } from './client-ip.ts';

/** The part of a request that shows where it came from. */
const createRequest = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe("the client's IP address", () => {
  it('the client IP is the address of the socket without a trusted proxy', () => {
    expect(getClientIp(createRequest('203.0.113.9'), [])).toBe('203.0.113.9');
    expect(getClientIp(createRequest('2001:db8::9'), ['loopback'])).toBe('2001:db8::9');
  });

  it('the client IP is not taken from a header that the client wrote', () => {
    expect(getClientIp(createRequest('203.0.113.9', '198.51.100.1'), [])).toBe('203.0.113.9');
    expect(getClientIp(createRequest('203.0.113.9', '198.51.100.1'), ['loopback', '10.0.0.0/8'])).toBe('203.0.113.9');
    expect(getClientIp(createRequest('203.0.113.9', '127.0.0.1, 10.0.0.1'), ['loopback', '10.0.0.0/8'])).toBe(
      '203.0.113.9',
    );
  });

  it('the client IP is taken from the header of a trusted proxy', () => {
    expect(getClientIp(createRequest('127.0.0.1', '198.51.100.1'), ['loopback'])).toBe('198.51.100.1');
    expect(getClientIp(createRequest('127.8.7.6', '198.51.100.1'), ['loopback'])).toBe('198.51.100.1');
    expect(getClientIp(createRequest('::1', '2001:db8::5'), ['loopback'])).toBe('2001:db8::5');
    expect(getClientIp(createRequest('10.1.2.3', '198.51.100.1'), ['10.0.0.0/8'])).toBe('198.51.100.1');
    expect(getClientIp(createRequest('10.1.2.3', '198.51.100.1'), ['10.1.2.3'])).toBe('198.51.100.1');
    expect(getClientIp(createRequest('10.1.2.4', '198.51.100.1'), ['10.1.2.3'])).toBe('10.1.2.4');
    expect(getClientIp(createRequest('2001:db8:1::7', '198.51.100.1'), ['2001:db8:1::/48'])).toBe('198.51.100.1');
  });

  it('the client IP is the last address that is no trusted proxy, whatever the client wrote before it', () => {
    const trusted = ['loopback', '10.0.0.0/8'];
    const forged = '198.51.100.1, 10.0.0.1';
    expect(getClientIp(createRequest('127.0.0.1', `${forged}, 203.0.113.9`), trusted)).toBe('203.0.113.9');
    expect(getClientIp(createRequest('127.0.0.1', `${forged}, 203.0.113.9, 10.0.0.2`), trusted)).toBe('203.0.113.9');
    expect(getClientIp(createRequest('127.0.0.1', `${forged},203.0.113.9 ,10.0.0.2,10.0.0.3`), trusted)).toBe(
      '203.0.113.9',
    );
  });

  it('the client IP is the first proxy if all addresses are trusted', () => {
    expect(getClientIp(createRequest('127.0.0.1', '10.0.0.1, 10.0.0.2'), ['loopback', '10.0.0.0/8'])).toBe('10.0.0.1');
    expect(getClientIp(createRequest('127.0.0.1'), ['loopback'])).toBe('127.0.0.1');
  });

  it.each(['', ' ', ',', 'unknown', '1.2.3', '16909060', '0x7f000001', '1.2.3.4.5', '300.1.1.1', '[::1', "'; drop"])(
    'the client IP is never %o, and addresses to the left of it are ignored',
    (garbage) => {
      expect(getClientIp(createRequest('127.0.0.1', garbage), ['loopback'])).toBe('127.0.0.1');
      expect(getClientIp(createRequest('127.0.0.1', `198.51.100.1, ${garbage}`), ['loopback'])).toBe('127.0.0.1');
      expect(getClientIp(createRequest('127.0.0.1', `${garbage}, 203.0.113.9`), ['loopback'])).toBe('203.0.113.9');
    },
  );

  it('the client IP is normalised to one notation', () => {
    expect(getClientIp(createRequest('::ffff:203.0.113.9'), [])).toBe('203.0.113.9');
    expect(getClientIp(createRequest('::ffff:127.0.0.1', '::FFFF:cb00:7109'), ['loopback'])).toBe('203.0.113.9');
    expect(getClientIp(createRequest('::ffff:10.0.0.1', '203.0.113.9'), ['10.0.0.0/8'])).toBe('203.0.113.9');
    expect(getClientIp(createRequest('::1', '2001:0DB8:0:0::5'), ['loopback'])).toBe('2001:db8::5');
    expect(getClientIp(createRequest('fe80::1%eth0'), [])).toBe('fe80::1');
  });

  it('the client IP does not contain the port that some proxies add', () => {
    expect(getClientIp(createRequest('::1', '203.0.113.9:4711'), ['loopback'])).toBe('203.0.113.9');
    expect(getClientIp(createRequest('::1', '[2001:db8::5]:4711'), ['loopback'])).toBe('2001:db8::5');
    expect(getClientIp(createRequest('::1', '[2001:db8::5]'), ['loopback'])).toBe('2001:db8::5');
  });

  it('the client IP is unknown once the socket is closed', () => {
    expect(getClientIp(createRequest(undefined, '198.51.100.1'), ['loopback'])).toBe('unknown');
  });

  it('the client IP is read from a real request with several headers', async () => {
    const trusted = ['loopback'];
    const server = createServer((request, response) => response.end(getClientIp(request, trusted)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const headers = new Headers({ 'X-Forwarded-For': '198.51.100.1' });
    headers.append('X-Forwarded-For', '203.0.113.9');
    const { port } = server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}`, { headers });
    expect(await reply.text()).toBe('203.0.113.9');
    server.closeAllConnections();
    server.close();
  });
});

describe('the rate limit key of an address', () => {
  it('the rate limit key is the full IPv4 address', () => {
    expect(toRateLimitKey('203.0.113.9')).toBe('203.0.113.9');
    expect(toRateLimitKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(toRateLimitKey('unknown')).toBe('unknown');
  });

  it('the rate limit key is the /64 network of an IPv6 address', () => {
    expect(toRateLimitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(toRateLimitKey('2001:db8:1:2:ffff::1')).toBe('2001:db8:1:2::/64');
    expect(toRateLimitKey('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(toRateLimitKey('2001:db8:0:1::')).toBe('2001:db8:0:1::/64');
    expect(toRateLimitKey('::1')).toBe('0:0:0:0::/64');
    expect(toRateLimitKey('2001:0DB8:0001:0002::1')).toBe(toRateLimitKey('2001:db8:1:2:0:0:0:ff'));
    expect(toRateLimitKey('2001:db8:1:2::1')).not.toBe(toRateLimitKey('2001:db8:1:3::1'));
  });
});

describe('a rule for trusted proxies', () => {
  it.each(['loopback', '10.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1'])('accepts %s as a trusted proxy', (rule) => {
    expect(isProxyRule(rule)).toBe(true);
  });

  it.each(['', 'localhost', 'all', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '2001:db8::/129', '1.2.3'])(
    'rejects %o as a trusted proxy',
    (rule) => {
      expect(isProxyRule(rule)).toBe(false);
      expect(() => getClientIp(createRequest('127.0.0.1'), [rule])).toThrow();
    },
  );
});

/**
 * Determines the client's IP address. X-Forwarded-For is trusted only as far as our own proxies wrote it: read from the
 * right, the first address that is no trusted proxy is the client. Everything to its left was sent by the client and
 * may be forged.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

const UNKNOWN = 'unknown';

/** `trustedProxies` contains addresses, blocks such as 10.0.0.0/8, or the word loopback. */
export function getClientIp(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const trusted = toBlockList(trustedProxies);
  let address = normalizeIp(request.socket.remoteAddress ?? '');
  if (!address) return UNKNOWN;
  for (const hop of forwardedHops(request).toReversed()) {
    if (!isListed(trusted, address)) break;
    const previousHop = normalizeIp(withoutPort(hop));
    // An unreadable hop ends the search; the nearest readable address stands for the client.
    if (!previousHop) break;
    address = previousHop;
  }
  return address;
}

/** Sent by an attacker, or by a proxy that is missing in TRUSTED_PROXIES. */
export function isUnknownProxy(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  if (request.headers['x-forwarded-for'] === undefined) return false;
  const address = normalizeIp(request.socket.remoteAddress ?? '');
  return address !== undefined && !isListed(toBlockList(trustedProxies), address);
}

/** Whether the request comes from a trusted proxy. */
export const isFromTrustedProxy = (request: IncomingMessage, trustedProxies: readonly string[]): boolean =>
  matchesRules(request.socket.remoteAddress ?? '', trustedProxies);

/** One IPv6 subscriber has a whole /64 and could use a new address for each request. */
export function toRateLimitKey(address: string): string {
  const normalized = normalizeIp(address) ?? address;
  if (!isIPv6(normalized)) return normalized;
  const [left = '', right = ''] = normalized.split('::');
  const leading = left.split(':').filter(Boolean);
  const trailing = right.split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - leading.length - trailing.length }, () => '0');
  const network = [...leading, ...zeros, ...trailing].slice(0, 4);
  return `${network.join(':')}::/64`;
}

/** `rules` have the format of trusted proxies. */
export function matchesRules(address: string, rules: readonly string[]): boolean {
  const normalized = normalizeIp(address);
  return normalized !== undefined && isListed(toBlockList(rules), normalized);
}

/** Whether `getClientIp` can read the rule as a trusted proxy; used to validate the settings. */
export function isProxyRule(rule: string): boolean {
  try {
    addRule(new BlockList(), rule);
    return true;
  } catch {
    return false;
  }
}

const blockLists = new WeakMap<readonly string[], BlockList>();

/** The rules come from the settings and are parsed once. */
function toBlockList(rules: readonly string[]): BlockList {
  const built = blockLists.get(rules);
  if (built) return built;
  const list = new BlockList();
  for (const rule of rules) addRule(list, rule);
  blockLists.set(rules, list);
  return list;
}

function addRule(list: BlockList, rule: string): void {
  if (rule === 'loopback') {
    list.addSubnet('127.0.0.0', 8, 'ipv4');
    list.addAddress('::1', 'ipv6');
    return;
  }
  const [network = '', bits, ...extraParts] = rule.split('/');
  if (!isIP(network) || extraParts.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
    throw new Error(`Not an address, a block of addresses or the word loopback: ${rule}`);
  }
  if (bits === undefined) list.addAddress(network, familyOf(network));
  else list.addSubnet(network, Number(bits), familyOf(network));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

const isListed = (list: BlockList, address: string): boolean => list.check(address, familyOf(address));

function forwardedHops(request: IncomingMessage): string[] {
  const header = request.headers['x-forwarded-for'] ?? [];
  return [header].flat().flatMap((line) => line.split(',').map((hop) => hop.trim()));
}

/** Some proxies also write the port: 192.0.2.1:4711 or [2001:db8::1]:4711. */
const withoutPort = (hop: string): string =>
  /^\[(?<address>[^\]]+)\](?::\d+)?$/.exec(hop)?.groups?.['address'] ??
  /^(?<address>\d+(?:\.\d+){3}):\d+$/.exec(hop)?.groups?.['address'] ??
  hop;

/** Normalises an address: without zone, and an IPv4-mapped IPv6 address as IPv4. Undefined for invalid input. */
function normalizeIp(address: string): string | undefined {
  if (!isIPv6(address)) return isIP(address) ? address : undefined;
  const { address: normalized } = new SocketAddress({ address, family: 'ipv6' });
  return /^::ffff:(?<mapped>[\d.]+)$/.exec(normalized)?.groups?.['mapped'] ?? normalized;
}

/**
 * Who is calling. A header is believed only as far as proxies of our own wrote it: read from the right, past the addresses we
 * trust, the first other one is the caller. Everything to its left was sent by the caller and may say anything.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

const UNKNOWN = 'unknown';

/** Addresses, blocks such as 10.0.0.0/8, or the word loopback. */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const trusted = trustedOf(trustedProxies);
  let address = plain(request.socket.remoteAddress ?? '');
  if (!address) return UNKNOWN;
  for (const hop of forwardedHops(request).toReversed()) {
    if (!isAmong(trusted, address)) break;
    const before = plain(withoutPort(hop));
    // Beyond a hop that names no address nothing can be believed; the nearest one that did stands for the caller.
    if (!before) break;
    address = before;
  }
  return address;
}

/** Somebody who is no proxy of ours says for whom they ask: an attacker, or a proxy that was left out of TRUSTED_PROXIES. */
export function isUnknownProxy(request: IncomingMessage, trustedProxies: readonly string[]): boolean {
  if (request.headers['x-forwarded-for'] === undefined) return false;
  const address = plain(request.socket.remoteAddress ?? '');
  return address !== undefined && !isAmong(trustedOf(trustedProxies), address);
}

/** Whether a proxy of ours sent it, whose headers are believed. */
export const isFromTrusted = (request: IncomingMessage, trustedProxies: readonly string[]): boolean =>
  isWithin(request.socket.remoteAddress ?? '', trustedProxies);

/** One subscriber holds a whole /64 of IPv6, and could use a new address for each request. */
export function limitKeyOf(address: string): string {
  const known = plain(address) ?? address;
  if (!isIPv6(known)) return known;
  const [left = '', right = ''] = known.split('::');
  const leading = left.split(':').filter(Boolean);
  const trailing = right.split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - leading.length - trailing.length }, () => '0');
  const network = [...leading, ...zeros, ...trailing].slice(0, 4);
  return `${network.join(':')}::/64`;
}

/** Whether an address is one of those that rules name, which are written as those of trusted proxies. */
export function isWithin(address: string, rules: readonly string[]): boolean {
  const known = plain(address);
  return known !== undefined && isAmong(trustedOf(rules), known);
}

/** For the settings: what `clientAddress` can read as a trusted proxy. */
export function isProxyRule(rule: string): boolean {
  try {
    addRule(new BlockList(), rule);
    return true;
  } catch {
    return false;
  }
}

const builtLists = new WeakMap<readonly string[], BlockList>();

/** The list comes from the settings and is the same at each request: it is read once. */
function trustedOf(rules: readonly string[]): BlockList {
  const built = builtLists.get(rules);
  if (built) return built;
  const list = new BlockList();
  for (const rule of rules) addRule(list, rule);
  builtLists.set(rules, list);
  return list;
}

function addRule(list: BlockList, rule: string): void {
  if (rule === 'loopback') {
    list.addSubnet('127.0.0.0', 8, 'ipv4');
    list.addAddress('::1', 'ipv6');
    return;
  }
  const [network = '', bits, ...rest] = rule.split('/');
  if (!isIP(network) || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
    throw new Error(`Not an address, a block of addresses or the word loopback: ${rule}`);
  }
  if (bits === undefined) list.addAddress(network, familyOf(network));
  else list.addSubnet(network, Number(bits), familyOf(network));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

const isAmong = (list: BlockList, address: string): boolean => list.check(address, familyOf(address));

function forwardedHops(request: IncomingMessage): string[] {
  const header = request.headers['x-forwarded-for'] ?? [];
  return [header].flat().flatMap((line) => line.split(',').map((hop) => hop.trim()));
}

/** Some proxies write the port as well: 192.0.2.1:4711 or [2001:db8::1]:4711. */
const withoutPort = (hop: string): string =>
  /^\[(?<address>[^\]]+)\](?::\d+)?$/.exec(hop)?.groups?.['address'] ??
  /^(?<address>\d+(?:\.\d+){3}):\d+$/.exec(hop)?.groups?.['address'] ??
  hop;

/** One spelling per address, without zone, and IPv4 as IPv4 even where the socket speaks IPv6. Nothing for what is no address. */
function plain(address: string): string | undefined {
  if (!isIPv6(address)) return isIP(address) ? address : undefined;
  const { address: spelled } = new SocketAddress({ address, family: 'ipv6' });
  return /^::ffff:(?<mapped>[\d.]+)$/.exec(spelled)?.groups?.['mapped'] ?? spelled;
}

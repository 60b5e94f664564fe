/** Decides which IP addresses are public. All others are our own, our host's or nobody's (SSRF). */
import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose addresses, multicast and reserved blocks. */
const privateIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/**
 * Only 2000::/3 is public, so loopback, link-local, private, multicast, mapped (::ffff:) and NAT64 (64:ff9b::)
 * addresses are excluded. Also excluded are, within it, Teredo and other protocols, documentation, and 6to4, which
 * contains an IPv4 address.
 */
const publicIpv6 = '2000::/3';
const privateIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

const toBlockList = (blocks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const block of blocks) {
    const [start = '', length] = block.split('/');
    list.addSubnet(start, Number(length), family);
  }
  return list;
};

const privateIpv4List = toBlockList(privateIpv4, 'ipv4');
const publicIpv6List = toBlockList([publicIpv6], 'ipv6');
const privateIpv6List = toBlockList(privateIpv6, 'ipv6');

/** An address with a zone ('fe80::1%eth0') belongs to this machine. */
export function isPublicIp(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateIpv4List.check(address, 'ipv4');
  if (family === 6 && !address.includes('%'))
    return publicIpv6List.check(address, 'ipv6') && !privateIpv6List.check(address, 'ipv6');
  return false;
}

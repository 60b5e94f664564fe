/** Lists of hosts for DNS servers and ad blockers. */
import type { Entry } from '../entry.ts';

export interface ListHeader {
  sequence: number;
  generatedAt: Date;
  publicUrl: string;
}

interface HostList {
  name: string;
  contentType: string;
  header: (header: ListHeader) => string;
  line: (host: string) => string;
}

const comments = (mark: string, { sequence, generatedAt, publicUrl }: ListHeader): string =>
  [
    'Hakiki: hosts of scams against users of crypto services in Africa',
    `Release ${sequence} of ${generatedAt.toISOString()}; licence, signature and sources: ${publicUrl}/open-data`,
    `Wrong entry? ${publicUrl}/dispute`,
  ]
    .map((line) => `${mark} ${line}\n`)
    .join('');

/** RFC 1982 serial numbers have 32 bits. */
const SERIAL_RANGE = 2 ** 32;

export const hostLists: readonly HostList[] = [
  {
    name: 'domains.txt',
    contentType: 'text/plain',
    header: (header) => comments('#', header),
    line: (host) => `${host}\n`,
  },
  {
    name: 'hosts.txt',
    contentType: 'text/plain',
    header: (header) => comments('#', header),
    line: (host) => `0.0.0.0 ${host}\n`,
  },
  {
    name: 'adguard.txt',
    contentType: 'text/plain',
    header: (header) => comments('!', header),
    line: (host) => `||${host}^\n`,
  },
  {
    name: 'dnsmasq.conf',
    contentType: 'text/plain',
    header: (header) => comments('#', header),
    // Answers that the host and everything below it do not exist; works in every version of dnsmasq.
    line: (host) => `local=/${host}/\n`,
  },
  {
    name: 'rpz.zone',
    contentType: 'text/plain',
    header: (header) =>
      [
        comments(';', header),
        '$TTL 300\n',
        `@ SOA localhost. root.localhost. (${header.sequence % SERIAL_RANGE} 3600 600 86400 300)\n`,
        '@ NS localhost.\n',
      ].join(''),
    line: (host) => `${host} CNAME .\n*.${host} CNAME .\n`,
  },
];

/** A website of its own as a host list names it. */
export const toHostLines = (list: HostList, hosts: readonly Entry[]): string =>
  hosts.map(({ value }) => list.line(value)).join('');

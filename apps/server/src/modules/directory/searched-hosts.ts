/** The hosts in what a person typed or pasted into a search: a whole address, a bare one, or one hidden in a mail address. */
import { domainToUnicode } from 'node:url';

const MOST_HOSTS = 3;
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;
/** Addresses are passed on as `foo[.]example`, so that nobody opens them by accident. */
const DISGUISED_DOT = /[[({]\.[\])}]/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Each in the two spellings in which a register may hold it. */
export function hostsIn(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(DISGUISED_DOT, '.');
  const hosts = plain
    .split(/[\s,;<>"'|]+/)
    .flatMap((piece) => hostOf(piece) ?? [])
    .slice(0, MOST_HOSTS);
  return [...new Set(hosts.flatMap((host) => [host, domainToUnicode(host)]))];
}

/** As a browser reads it: what stands before an @ leads nowhere. */
function hostOf(piece: string): string | undefined {
  const address = piece.replace(SCHEME, '').replace(/^[./(]+/, '');
  const host = URL.parse(`http://${address}`)?.hostname.replace(/\.+$/, '');
  return host?.includes('.') ? host : undefined;
}

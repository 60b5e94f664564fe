/**
 * Websites in a text. With http or www in front, whatever follows is an address. Without, a dot between two words is far more
 * often the end of a sentence or a file's name, so the ending must be one that domains have and words do not.
 */
import { domainToASCII } from 'node:url';
import { commonHosts, hostingHosts } from './common-hosts.ts';

export interface WebAddress {
  host: string;
  /** The rest, as written: names and numbers there may tell upper from lower case. */
  path: string;
}

const countryEndings = new Set(
  (
    'ac ad ae af ag ai al ao ar au aw ax az ba bb bd bf bg bh bi bj bm bn bo br bs bt bw bz ca cc cd cf cg ch ci ck cl cm cn ' +
    'co cr cu cv cw cx cy cz de dj dk dm dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs ' +
    'gt gu gw gy hk hm hn hr ht hu id ie il im io iq ir je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt ' +
    'lu lv ly ma mc mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx mz na nc ne nf ng ni nl np nr nu nz om pa pe pf pg ph pk ' +
    'pm pn pr pt pw py qa re ro ru rw sa sb sc sd se sg si sk sl sm sn sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn ' +
    'tr tt tv tw tz ua ug uk uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'
  ).split(' '),
);
const longEndings = new Set(
  (
    'com net org info biz name edu gov mil int mobi asia africa xyz top vip club site online store shop app dev cloud tech ' +
    'finance financial fund capital invest exchange trade trading markets market bank cash loans credit broker forex ltd inc ' +
    'llc company agency network systems digital media global group link click icu cyou sbs bond rest monster quest website ' +
    'space host page pro pw wtf lol fun bet casino games tips guru expert support services solutions ventures holdings ' +
    'international academy community foundation wallet crypto eth bitcoin nft dao defi token coin earth city cam buzz example'
  ).split(' '),
);
/** Endings that are also words, or files. Believed only where something else says that this is an address. */
const doubtfulEndings = new Set(
  (
    'am as at be by do go in is it me my no so to us ps sh md py pl rs zip mov live life money today world win work one ' +
    'best help now news free real land plus red run care chat date email family gold'
  ).split(' '),
);

const WITH_SCHEME = /https?:\/\/(.{1,500})/is;

export function webAddressIn(piece: string): WebAddress | undefined {
  if (!piece.includes('.') || piece.length > 2000) return undefined;
  const [, called] = WITH_SCHEME.exec(piece) ?? [];
  if (!called && piece.includes('://')) return undefined;
  const { authority, path } = splitAddress(called ?? piece);
  // `https://bank.example@evil.example` leads to the second; without a scheme it is somebody's mail address.
  if (!called && authority.includes('@')) return undefined;
  const written = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d{1,5}$|:$/, '')
    .replace(/\.+$/, '');
  const host = hostOf(written);
  if (!host || !(called || isBelievable(written, host, path))) return undefined;
  return { host, path };
}

/** Places that belong to everybody point to nobody. */
export const isOwnSite = (host: string): boolean => !isUnder(host, commonHosts) && !hostingHosts.has(host);

function isUnder(host: string, hosts: ReadonlySet<string>): boolean {
  const labels = host.split('.');
  return labels.some((_, place) => hosts.has(labels.slice(place).join('.')));
}

function splitAddress(address: string): { authority: string; path: string } {
  const end = address.search(/[/?#]/);
  return end < 0 ? { authority: address, path: '' } : { authority: address.slice(0, end), path: address.slice(end) };
}

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const ENDING = /^(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})$/;

/** In lower case and punycode, without www. */
function hostOf(written: string): string | undefined {
  if (written.length > 253) return undefined;
  const host = domainToASCII(written).replace(/^www\d?\.(?=[^.]+\.)/, '');
  const labels = host.split('.');
  const isHost = labels.length > 1 && labels.every((label) => LABEL.test(label)) && ENDING.test(labels.at(-1)!);
  return isHost ? host : undefined;
}

function isBelievable(written: string, host: string, path: string): boolean {
  const ending = written.slice(written.lastIndexOf('.') + 1);
  const known = ending.toLowerCase();
  const name = host.slice(0, host.lastIndexOf('.'));
  if (!/[a-z]/.test(name)) return false;
  if (/^www\d?\./i.test(written)) return true;
  if (doubtfulEndings.has(known)) return ending === known && (path.startsWith('/') || /[\d-]/.test(name));
  if (longEndings.has(known) || host.split('.').at(-1)!.startsWith('xn--')) return true;
  // Two capitals or none: `Mrs.Ng` is a person.
  return countryEndings.has(known) && (ending === known || ending === ending.toUpperCase()) && name.length > 1;
}

/** Names in chats and social networks, from links or with @: `telegram:name` if the network is known, else `@name`. */
import { isWebAddress } from '../../platform/web-address/find-in-text.ts';
import type { WebAddress } from '../../platform/web-address/web-address.ts';

const networkByHost: Record<string, string> = {
  't.me': 'telegram',
  'telegram.me': 'telegram',
  'telegram.dog': 'telegram',
  'instagram.com': 'instagram',
  'facebook.com': 'facebook',
  'fb.com': 'facebook',
  'm.me': 'facebook',
  'x.com': 'x',
  'twitter.com': 'x',
  'tiktok.com': 'tiktok',
  'discord.gg': 'discord',
  'chat.whatsapp.com': 'whatsapp',
};
/** Without links to a person's page. */
const linklessNetworks = ['binance'];
export const networkNames: readonly string[] = [...new Set([...Object.values(networkByHost), ...linklessNetworks])];

/** First path segments that do not lead to a person or a group. */
const reservedPaths = new Set(
  'addstickers c iv joinchat proxy s setlanguage share socks p reel reels explore stories tv groups pages people events watch marketplace login help photo photos videos hashtag home i intent search settings status tag tos privacy story.php sharer sharer.php permalink.php'.split(
    ' ',
  ),
);
/** Their invitation codes are case-sensitive. */
const inviteNetworks: ReadonlySet<string> = new Set(['discord', 'whatsapp']);

export function parseHandleLink({ host, path }: WebAddress): string | undefined {
  const network = networkByHost[host.replace(/^(?:m|web|mobile)\.(?=.+\.)/, '')];
  if (!network) return undefined;
  const [first = '', second = ''] = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean);
  if (network === 'telegram') return parseTelegramPath(first, second);
  if (first === 'profile.php') return /[?&]id=(\d{5,20})/.exec(path)?.[1]?.replace(/^/, `${network}:`);
  const name = first.replace(/^@/, '');
  if (!/^[\w.-]{2,60}$/.test(name) || reservedPaths.has(name.toLowerCase())) return undefined;
  return `${network}:${inviteNetworks.has(network) ? name : name.toLowerCase()}`;
}

function parseTelegramPath(first: string, second: string): string | undefined {
  const invitation = first.startsWith('+') ? first.slice(1) : first === 'joinchat' ? second : '';
  if (/^[\w-]{10,40}$/.test(invitation) && !/^\d+$/.test(invitation)) return `telegram:+${invitation}`;
  // A post in a private group or channel: its number stays when it is renamed.
  if (first === 'c' && /^\d{5,15}$/.test(second)) return `telegram:id:${second}`;
  const name = first === 's' ? second : first.replace(/^@/, '');
  return /^[a-z]\w{3,31}$/i.test(name) && !reservedPaths.has(name.toLowerCase())
    ? `telegram:${name.toLowerCase()}`
    : undefined;
}

/** The phone number in a link that opens a chat. */
export function parsePhoneLink({ host, path }: WebAddress): string | undefined {
  if (host === 'wa.me') return /^\/\+?(\d{8,15})(?!\w)/.exec(path)?.[1];
  if (host === 't.me') return /^\/\+(\d{8,15})(?![\w-])/.exec(path)?.[1];
  if (host.endsWith('whatsapp.com')) return /[?&]phone=(?:\+|%2B)?(\d{8,15})(?!\w)/i.exec(path)?.[1];
  return undefined;
}

const AT_NAME = /(?<![\p{L}\p{N}._%+@/-])@([a-z][\w.]{2,31})(?![\p{L}\p{N}@-])/giu;
const LABELLED_NAME =
  /\b(telegram|instagram|whatsapp|tiktok|twitter|facebook)\b[\w ]{0,20}[:=] {0,2}@?([a-z][\w.]{3,31})(?![\w@-])/giu;
const NETWORK_BEFORE = /\b(telegram|tg|instagram|insta|ig|whatsapp|tiktok|twitter|facebook)\b[^@]{0,24}$/i;
const NETWORK_AFTER =
  /^[.,]? {0,2}\(?(?:on|via|in|sur)? {0,2}(telegram|tg|instagram|insta|ig|whatsapp|tiktok|twitter|facebook)\b/i;
const networkAliases: Record<string, string> = { tg: 'telegram', insta: 'instagram', ig: 'instagram', twitter: 'x' };

/** Of a person, group or channel. It stays when the name changes. */
const TELEGRAM_ID =
  /\btelegram (?:user |channel |group |chat )?id\b(?: (?:is|number))?[\s:=#]{0,3}(?:-100)?(\d{5,15})(?!\d)/gi;
/** Sellers are known to buyers by it alone. */
const BINANCE_NICKNAME =
  /\bbinance\b[^\n:=]{0,40}\b(?:nickname|nick|username|user|seller|merchant|trader)\b(?: name| is)?[\s:=]{1,3}@?([\w.-]{3,30})/gi;

export function findHandles(text: string): string[] {
  const atNames = [...text.matchAll(AT_NAME)].map(({ 1: written = '', index }) => {
    const name = written.replace(/\.+$/, '');
    const end = index + 1 + name.length;
    const [, network] =
      NETWORK_BEFORE.exec(text.slice(Math.max(0, index - 40), index)) ??
      NETWORK_AFTER.exec(text.slice(end, end + 24)) ??
      [];
    return { network, name };
  });
  const labelledNames = [...text.matchAll(LABELLED_NAME)].map(({ 1: network, 2: written = '' }) => ({
    network,
    name: written.replace(/\.+$/, ''),
  }));
  return [
    ...[...text.matchAll(TELEGRAM_ID)].map(([, number]) => `telegram:id:${number}`),
    ...[...text.matchAll(BINANCE_NICKNAME)].map(([, name = '']) => formatHandle('binance', name)),
    ...atNames.filter(({ name }) => name.length > 2 && !isWebAddress(name)),
    // Without @ it must have a digit or underscore, otherwise "WhatsApp: they said" would match.
    ...labelledNames.filter(({ name }) => /[\d_]/.test(name)),
  ].map((found) => (typeof found === 'string' ? found : formatHandle(found.network, found.name)));
}

function formatHandle(network: string | undefined, name: string): string {
  const known = network?.toLowerCase();
  return known ? `${networkAliases[known] ?? known}:${name.toLowerCase()}` : `@${name.toLowerCase()}`;
}

/** Wallet addresses, verified by their checksum. */
import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xrp, base64url, bech32, bech32m, createBase58check } from '@scure/base';

export interface Wallet {
  kind: 'bitcoin' | 'evm' | 'tron' | 'litecoin' | 'xrp' | 'solana' | 'ton';
  value: string;
}

/** By their form; Solana's addresses alone have no checksum. */
const walletForms = [
  '0[xX][0-9a-fA-F]{40}',
  '(?:[bB][cC]|[lL][tT][cC])1[a-zA-Z0-9]{11,71}',
  '[13LM][1-9A-HJ-NP-Za-km-z]{25,34}',
  'T[1-9A-HJ-NP-Za-km-z]{33}',
  'r[1-9A-HJ-NP-Za-km-z]{24,34}',
  '[1-9A-HJ-NP-Za-km-z]{43,44}',
  '[EU]Q[\\w+/-]{46}',
];
const WALLET_PATTERN = new RegExp(`(?<![A-Za-z0-9])(?:${walletForms.join('|')})(?![A-Za-z0-9])`, 'g');

const WHOLE_WALLET = new RegExp(`^(?:${walletForms.join('|')})$`);
/** In groups of four, the longest has 16. */
const MAX_WALLET_PARTS = 16;

/** Contracts of coins and burn addresses: they occur in many reports and belong to no scammer. */
const commonWallets = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '0x55d398326f99059ff775485246999027b3197955',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'So11111111111111111111111111111111111111112',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  'UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_p0p',
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
]);

export function findWallets(text: string): Wallet[] {
  const wallets: Wallet[] = [];
  for (const written of new Set(text.match(WALLET_PATTERN))) {
    const wallet = parseWallet(written);
    if (wallet && !commonWallets.has(wallet.value)) wallets.push(wallet);
  }
  return wallets;
}

function parseWallet(written: string): Wallet | undefined {
  if (/^0x/i.test(written)) return isEvmAddress(written) ? { kind: 'evm', value: written.toLowerCase() } : undefined;
  if (/^(?:bc|ltc)1/i.test(written)) {
    const kind = /^b/i.test(written) ? 'bitcoin' : 'litecoin';
    return isSegwitAddress(written) ? { kind, value: written.toLowerCase() } : undefined;
  }
  if (/^[EU]Q.{46}$/.test(written)) return parseTonWallet(written);
  if (written.length > 35) return isSolanaAddress(written) ? { kind: 'solana', value: written } : undefined;
  if (written.startsWith('r')) return isXrpAddress(written) ? { kind: 'xrp', value: written } : undefined;
  const kind = kindByVersion[decodeBase58Version(written) ?? -1];
  return kind && { kind, value: written };
}

const kindByVersion: Partial<Record<number, Wallet['kind']>> = {
  0x00: 'bitcoin',
  0x05: 'bitcoin',
  0x30: 'litecoin',
  0x32: 'litecoin',
  0x41: 'tron',
};

const WALLET_URI = /^(?:bitcoin|ethereum|litecoin|solana|tron|ton|xrp|ripple):(?:\/\/)?([^?@/]+).*$/i;
/** With the letters and digits that people mistake for each other, such as O and 0, and some characters too few. */
const mistypedForms = [
  '0[xX][0-9a-zA-Z]{28,46}',
  '(?:[bB][cC]|[lL][tT][cC])1[a-zA-Z0-9]{11,71}',
  '[13LM][A-Za-z0-9]{25,34}',
  'T[A-Za-z0-9]{31,34}',
  'r[A-Za-z0-9]{24,34}',
  '[EU]Q[\\w+/-]{46}',
].join('|');
const MISTYPED = new RegExp(`^(?:${mistypedForms})$`);
const MISTYPED_IN_TEXT = new RegExp(`(?<![A-Za-z0-9])(?:${mistypedForms})(?![A-Za-z0-9])`, 'g');
const EVM_LENGTH = 42;
/** With the x. A word with more is something else. */
const MAX_WRONG_EVM_CHARACTERS = 6;

/** A long word of small letters is no wallet: an address in Base58 has digits and both cases. */
function looksRandom(word: string): boolean {
  if (/^0x/i.test(word))
    return word.replaceAll(/[0-9a-f]/gi, '').length <= MAX_WRONG_EVM_CHARACTERS && /\d/.test(word.slice(4));
  if (/^(?:bc|ltc)1/i.test(word)) return /\d/.test(word.slice(4));
  return /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);
}

/** Whether a query is a wallet address with a wrong checksum or length: coins that are sent there are lost. */
export function isMistypedWallet(query: string): boolean {
  const written = query.trim().replace(WALLET_URI, '$1');
  if (!MISTYPED.test(written) || !looksRandom(written)) return false;
  return (/^0x/i.test(written) && written.length !== EVM_LENGTH) || !parseWallet(written);
}

const kindByStart: [start: RegExp, kind: Wallet['kind']][] = [
  [/^0x/i, 'evm'],
  [/^(?:ltc1|[LM])/i, 'litecoin'],
  [/^T/, 'tron'],
  [/^r/, 'xrp'],
  [/^[EU]Q/, 'ton'],
];
const MAX_MISTYPED = 5;

/** Wallet addresses with a wrong checksum or length in a text, as written. */
export function findMistypedWallets(text: string): Wallet[] {
  const whole = text.trim().replace(WALLET_URI, '$1');
  const words = isMistypedWallet(whole)
    ? [whole]
    : [...new Set(text.match(MISTYPED_IN_TEXT))].filter((word) => isMistypedWallet(word));
  return words.slice(0, MAX_MISTYPED).map((value) => ({
    kind: kindByStart.find(([start]) => start.test(value))?.[1] ?? 'bitcoin',
    value,
  }));
}

/** A wallet address that was broken into a few parts; undefined for any other text. */
export function joinWallet(query: string): string | undefined {
  const parts = query.split(/\s+/);
  if (parts.length < 2 || parts.length > MAX_WALLET_PARTS) return undefined;
  const joined = parts.join('');
  const wallet = WHOLE_WALLET.test(joined) ? parseWallet(joined) : undefined;
  // Words could by chance be an address of Solana, which has no checksum.
  return wallet && wallet.kind !== 'solana' ? joined : undefined;
}

/** EIP-55: if both cases occur, the case of each letter is the checksum. */
function isEvmAddress(written: string): boolean {
  const digits = written.slice(2);
  const plain = digits.toLowerCase();
  if (digits === plain || digits === digits.toUpperCase()) return true;
  const hash = Buffer.from(keccak_256(Buffer.from(plain))).toString('hex');
  return [...plain].every((digit, index) => {
    const expected = Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit;
    return digits.charAt(index) === expected;
  });
}

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
const base58check = createBase58check(sha256);

/** The libraries throw for text that is not in the encoding. */
function decodeOrUndefined(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

/** The version byte of a 21-byte payload with a valid checksum. */
function decodeBase58Version(written: string): number | undefined {
  const bytes = decodeOrUndefined(() => base58check.decode(written));
  return bytes?.length === 21 ? bytes[0] : undefined;
}

/** Base58 with an alphabet of its own. */
function isXrpAddress(written: string): boolean {
  const bytes = decodeOrUndefined(() => base58xrp.decode(written));
  if (bytes?.length !== 25 || bytes[0] !== 0) return false;
  return sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

/** A public key, without checksum. Other words of this length have no digit or only one case. */
const isSolanaAddress = (written: string): boolean =>
  /\d/.test(written) &&
  /[a-z]/.test(written) &&
  /[A-Z]/.test(written) &&
  decodeOrUndefined(() => base58.decode(written))?.length === 32;

const TON_PLAIN_TAG = 0x51;

/** The same account has several spellings; the one that wallets show is stored. */
function parseTonWallet(written: string): Wallet | undefined {
  const bytes = decodeOrUndefined(() => base64url.decode(written.replaceAll('+', '-').replaceAll('/', '_')));
  if (bytes?.length !== 36 || computeCrc16(bytes.subarray(0, 34)) !== (bytes[34]! << 8) + bytes[35]!) return undefined;
  const plain = Uint8Array.from(bytes);
  plain[0] = TON_PLAIN_TAG;
  const checksum = computeCrc16(plain.subarray(0, 34));
  plain.set([checksum >> 8, checksum & 0xff], 34);
  return { kind: 'ton', value: base64url.encode(plain) };
}

/** CRC-16/XMODEM. */
function computeCrc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}

/** BIP-173 for version 0, BIP-350 for later versions. */
function isSegwitAddress(written: string): boolean {
  const address = written as `${string}1${string}`;
  const bech32Result = bech32.decodeUnsafe(address);
  const bech32mResult = bech32m.decodeUnsafe(address);
  const [version, ...program] = (bech32Result ?? bech32mResult)?.words ?? [];
  const bytes = bech32.fromWordsUnsafe(program)?.length ?? 0;
  if (bech32Result) return version === 0 && (bytes === 20 || bytes === 32);
  return (
    version !== undefined && version >= 1 && version <= 16 && (version === 1 ? bytes === 32 : bytes >= 2 && bytes <= 40)
  );
}

/** Wallet addresses, verified by their checksum. */
import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

export interface Wallet {
  kind: 'bitcoin' | 'evm' | 'tron';
  value: string;
}

const WALLET_PATTERN =
  /(?<![A-Za-z0-9])(?:0[xX][0-9a-fA-F]{40}|[bB][cC]1[a-zA-Z0-9]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33})(?![A-Za-z0-9])/g;

/** Contracts of coins and burn addresses: they occur in many reports and belong to no scammer. */
const commonWallets = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '0x55d398326f99059ff775485246999027b3197955',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
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
  if (/^bc1/i.test(written))
    return isSegwitAddress(written) ? { kind: 'bitcoin', value: written.toLowerCase() } : undefined;
  const version = decodeBase58Version(written);
  if (written.startsWith('T')) return version === 0x41 ? { kind: 'tron', value: written } : undefined;
  return version === 0x00 || version === 0x05 ? { kind: 'bitcoin', value: written } : undefined;
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

const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());

/** The version byte of a 21-byte payload with a valid checksum. */
function decodeBase58Version(written: string): number | undefined {
  try {
    const bytes = base58check.decode(written);
    return bytes.length === 21 ? bytes[0] : undefined;
  } catch {
    return undefined;
  }
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

/** Reads an entry of another source's list into the spelling under which we store and look up indicators. */
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { parseWebAddress } from '../../../platform/web-address/web-address.ts';
import { parseAppLink } from '../apps.ts';
import type { Indicator } from '../find.ts';
import { parseHandleLink } from '../handles.ts';
import { findWallets } from '../wallets.ts';
import { readValue } from '../readings.ts';
import { toWebsite } from '../websites.ts';

export interface ListedEntry {
  /** Any other form is the kind of an indicator in our own spelling, as in a snapshot file. */
  form: 'address' | 'wallet' | IndicatorKind;
  text: string;
  category?: string | undefined;
  reference?: string | undefined;
}

const MAX_TEXT_LENGTH = 2000;

/** Undefined for an entry without one owner, such as a public suffix, a coin's contract, or no address at all. */
export function readEntry({ form, text }: ListedEntry): Indicator | undefined {
  const written = text.trim();
  if (written.length > MAX_TEXT_LENGTH) return undefined;
  if (form === 'wallet') return readWallet(written);
  if (form === 'address') return readAddress(written);
  if (form === 'handle' || form === 'app') return readValue(form, text) && { kind: form, value: text };
  const read = form === 'website' ? readAddress(text) : readWallet(text);
  return read?.kind === form && read.value === text ? read : undefined;
}

function readWallet(written: string): Indicator | undefined {
  const [wallet] = findWallets(written);
  return wallet && wallet.value.length === written.length ? wallet : undefined;
}

function readAddress(written: string): Indicator | undefined {
  const address = parseWebAddress(written);
  if (!address) return undefined;
  const handle = parseHandleLink(address);
  if (handle) return { kind: 'handle', value: handle };
  const app = parseAppLink(address);
  if (app) return { kind: 'app', value: app };
  const website = toWebsite(address);
  return website === undefined ? undefined : { kind: 'website', value: website };
}

/** An entry of a safelist is a host, also one that many owners share. A leading dot means its subdomains, too. */
export function readSafeEntry({ form, text }: ListedEntry): Indicator | undefined {
  if (form !== 'address' && form !== 'website') return readEntry({ form, text });
  const host = parseWebAddress(text.trim().replace(/^\./, ''))?.host;
  return host === undefined ? undefined : { kind: 'website', value: host };
}

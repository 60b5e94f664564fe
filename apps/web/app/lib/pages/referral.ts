/** A referral code from `?ref=` of any page, stored (root.tsx) until the browser session ends, and sent at sign-up. */
import { useLocation } from 'react-router';
import { useBrowserValue } from '../browser/use-browser-value.ts';

export const REFERRAL_STORAGE_KEY = 'referral';
/** Longer values are no referral codes. */
export const MAX_REFERRAL_LENGTH = 40;

export function parseReferral(search: string): string | undefined {
  const code = new URLSearchParams(search).get('ref')?.trim();
  return code && code.length <= MAX_REFERRAL_LENGTH ? code : undefined;
}

function readStoredReferral(): string | undefined {
  try {
    return sessionStorage.getItem(REFERRAL_STORAGE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The code of this page's URL, which also works without scripts, or the stored one. */
export function useReferral(): string | undefined {
  const { search } = useLocation();
  const storedCode = useBrowserValue(readStoredReferral);
  return parseReferral(search) ?? storedCode;
}

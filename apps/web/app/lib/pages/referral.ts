/** A referral code from `?ref=` of any page, stored (root.tsx) until the browser session ends, and sent at sign-up. */
import { useLocation } from 'react-router';
import { useInBrowser } from '../browser/use-in-browser.ts';

export const REFERRAL_KEY = 'referral';
/** Longer values are no referral codes. */
export const MAX_REFERRAL_LENGTH = 40;

export function referralIn(search: string): string | undefined {
  const code = new URLSearchParams(search).get('ref')?.trim();
  return code && code.length <= MAX_REFERRAL_LENGTH ? code : undefined;
}

function kept(): string | undefined {
  try {
    return sessionStorage.getItem(REFERRAL_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The code of this page's URL, which also works without scripts, or the stored one. */
export function useReferral(): string | undefined {
  const { search } = useLocation();
  const remembered = useInBrowser(kept);
  return referralIn(search) ?? remembered;
}

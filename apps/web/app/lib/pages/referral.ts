/** A friend's code from `?ref=`, on whichever page the link led to. It is kept until the browser session ends and sent at sign-up. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useInBrowser } from '../browser/use-in-browser.ts';

const REFERRAL_KEY = 'referral';
const MAX_LENGTH = 40;

/** Longer than any code: not one of ours. */
export function referralIn(search: string): string | undefined {
  const code = new URLSearchParams(search).get('ref')?.trim();
  return code && code.length <= MAX_LENGTH ? code : undefined;
}

/** The frame calls this, so that every page remembers. */
export function useKeptReferral(): void {
  const { search } = useLocation();
  useEffect(() => {
    const code = referralIn(search);
    if (code) keep(code);
  }, [search]);
}

function keep(code: string) {
  try {
    sessionStorage.setItem(REFERRAL_KEY, code);
  } catch {
    // Storage is switched off: the code counts on this page only.
  }
}

function kept(): string | undefined {
  try {
    return sessionStorage.getItem(REFERRAL_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The code to send: of this page's address, which also works without scripts, or the kept one. */
export function useReferral(): string | undefined {
  const { search } = useLocation();
  const remembered = useInBrowser(kept);
  return referralIn(search) ?? remembered;
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getLastToast } from '../../../test/hook-page.tsx';
import { setTestLanguage } from '../../../test/context.ts';
import { redirectToLogin } from './redirect-to-login.ts';

const assign = vi.fn<(url: string) => void>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { assign });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  assign.mockReset();
});

it('tells a visitor at once that they are logged out, and redirects to the login after exactly 500 ms [REF-01] [REF-02]', () => {
  redirectToLogin();
  expect(getLastToast()).toMatchObject({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    isDestructive: true,
  });
  vi.advanceTimersByTime(499);
  expect(assign.mock.calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(assign.mock.calls).toEqual([['/api/login?next=/referrals']]);
});

it('redirects a French reader to the login that leads back to the French page [REF-02]', () => {
  setTestLanguage('fr');
  redirectToLogin();
  vi.advanceTimersByTime(500);
  expect(assign.mock.calls).toEqual([['/api/login?next=/fr/referrals']]);
});

it('does not redirect a person who has left the page before [REF-02]', () => {
  redirectToLogin()();
  vi.advanceTimersByTime(5000);
  expect(assign.mock.calls).toEqual([]);
});

/** Helpers of console tests. */
import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { newScamReport } from './product-test.ts';

const syllables = ['ba', 'do', 'fe', 'gu', 'ka', 'lo', 'mi', 'nu', 'pa', 're', 'shi', 'tu', 'va', 'wo', 'ye', 'zi'];
const randomSyllable = (): string => syllables[randomInt(syllables.length)] ?? '';
const randomWord = (): string => randomSyllable() + randomSyllable() + randomSyllable();

/** A report with a unique text, which becomes a case of its own. Reports with the same text share a case. */
export function newUniqueReport(overrides: Record<string, unknown> = {}) {
  const name = `${randomWord()} ${randomWord()}`;
  const text = Array.from({ length: 30 }, randomWord).join(' ');
  return { ...newScamReport(), title: `The club ${name} pays nothing`, description: text, ...overrides };
}

interface ConsoleSession {
  baseURL: string | undefined;
  cookie: { name: string; value: string };
}

/** Lists open cases through the console's API. */
export async function listCases(
  { baseURL, cookie }: ConsoleSession,
  search = '',
): Promise<{ id: string; filingCount: number }[]> {
  const response = await fetch(`${baseURL}/api/admin/cases?limit=100&search=${encodeURIComponent(search)}`, {
    headers: { Cookie: `${cookie.name}=${cookie.value}` },
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string; filingCount: number }[];
}

const bySize = (one: number, other: number): number => one - other;

/** Waits for the job that groups reports into cases. */
export async function waitForCases(session: ConsoleSession, search: string, filings: number[]): Promise<string[]> {
  const sizes = async () => (await listCases(session, search)).map(({ filingCount }) => filingCount).toSorted(bySize);
  await expect.poll(sizes).toEqual(filings.toSorted(bySize));
  return (await listCases(session, search)).map(({ id }) => id);
}

/** The heading of the open case has the focus, so that keyboard shortcuts work and screen readers announce it. */
export const caseHeading = (page: Page) => page.locator('h2[tabindex="-1"]');

/** Waits until the page handles keys, which is a moment after it is visible. */
export async function waitForKeyboardShortcuts(page: Page): Promise<void> {
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
}

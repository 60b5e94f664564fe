/** Helpers of console tests. */
import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { aScam } from './product-test.ts';

const syllables = ['ba', 'do', 'fe', 'gu', 'ka', 'lo', 'mi', 'nu', 'pa', 're', 'shi', 'tu', 'va', 'wo', 'ye', 'zi'];
const pick = (): string => syllables[randomInt(syllables.length)] ?? '';
const word = (): string => pick() + pick() + pick();

/** A report with a unique text, which becomes a case of its own. Reports with the same text share a case. */
export function aStory(given: Record<string, unknown> = {}) {
  const name = `${word()} ${word()}`;
  const told = Array.from({ length: 30 }, word).join(' ');
  return { ...aScam(), title: `The club ${name} pays nothing`, description: told, ...given };
}

interface Asking {
  baseURL: string | undefined;
  cookie: { name: string; value: string };
}

/** Lists open cases through the console's API. */
export async function listCases(
  { baseURL, cookie }: Asking,
  search = '',
): Promise<{ id: string; filingCount: number }[]> {
  const answer = await fetch(`${baseURL}/api/admin/cases?limit=100&search=${encodeURIComponent(search)}`, {
    headers: { Cookie: `${cookie.name}=${cookie.value}` },
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { id: string; filingCount: number }[];
}

const bySize = (one: number, other: number): number => one - other;

/** Waits for the job that groups reports into cases. */
export async function expectCases(asking: Asking, search: string, filings: number[]): Promise<string[]> {
  const sizes = async () => (await listCases(asking, search)).map(({ filingCount }) => filingCount).toSorted(bySize);
  await expect.poll(sizes, { timeout: 45_000 }).toEqual(filings.toSorted(bySize));
  return (await listCases(asking, search)).map(({ id }) => id);
}

/** The heading of the open case has the focus, so that keyboard shortcuts work and screen readers announce it. */
export const caseHeading = (page: Page) => page.locator('h2[tabindex="-1"]');

/** Waits until the page handles keys, which is a moment after it is visible. */
export async function untilKeysAct(page: Page): Promise<void> {
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
}

/** Helpers of account tests. */
import { createHmac } from 'node:crypto';
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD } from '../../apps/server/test/support/factories.ts';
import { isPhone, sendRequest } from './product-test.ts';

export const toast = (page: Page): Locator => page.locator('[data-toast]');

/** Lists what the toast covers: links, buttons, fields and verdicts of the page and of its header. */
export const listCoveredByToast = (page: Page): Promise<string[]> =>
  toast(page).evaluate((element) => {
    const area = element.getBoundingClientRect();
    let bar: Element | null = element;
    const isBar = ({ position, display }: CSSStyleDeclaration) => position === 'sticky' && display !== 'contents';
    while (bar && !isBar(getComputedStyle(bar))) bar = bar.parentElement;
    const barBottom = bar?.getBoundingClientRect().bottom ?? 0;
    const important = 'a[href], input:not([type=hidden]), select, textarea, button, [data-status]';
    return [...document.querySelectorAll(important)]
      .filter((other) => !element.contains(other) && other.checkVisibility())
      .map((other) => ({ other, box: other.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1)
      .filter(({ other, box }) => {
        // What the header covers anyway does not count.
        const top = other.closest('header')?.contains(element) ? box.top : Math.max(box.top, barBottom);
        return box.left < area.right && box.right > area.left && top < area.bottom && box.bottom > area.top;
      })
      .map(({ other }) => other.outerHTML.slice(0, 120));
  });

export async function expectToast(page: Page, title: string, description = ''): Promise<void> {
  await expect(toast(page)).toContainText(title);
  await expect(toast(page)).toContainText(description);
}

/** Confirms an action about money or a listing in its dialog, and waits until it can no longer be undone. */
export async function confirmMoney(page: Page, title: string, label: string, reference?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  if (reference) await field(dialog, 'Reference on the bank statement').fill(reference);
  await dialog.getByRole('button', { name: label }).click();
  await expect(dialog.getByRole('button', { name: 'Take back' })).toBeFocused();
  await expect(dialog).toHaveCount(0);
}

export const field = (page: Page | Locator, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true }).or(page.getByLabel(label, { exact: true }));

/** Returns the links of the header; on a phone it opens the menu first. */
export async function openNavigation(page: Page): Promise<Locator> {
  if (!isPhone(page)) return page.locator('header').first();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Open menu' }).click();
  return menu;
}

const STEP_SECONDS = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app (RFC 6238), this many steps from now. */
export function computeTotpCode(secret: string, stepsAhead = 0): string {
  const bits = [...secret.replaceAll(' ', '')].map((character) =>
    BASE32.indexOf(character).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + stepsAhead));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE(hash.readUInt8(19) & 0x0f) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/**
 * Adds an authenticator app to the account of this session and returns its secret; the code of the current half minute
 * is used up.
 */
export async function addAuthenticatorApp(
  baseURL: string | undefined,
  cookie: { name: string; value: string },
): Promise<string> {
  const path = `${baseURL}/api/account/authenticator-app`;
  const { secret } = (await (await sendRequest(path, 'POST', cookie, { currentPassword: PASSWORD })).json()) as {
    secret: string;
  };
  await sendRequest(`${path}/confirm`, 'POST', cookie, { code: computeTotpCode(secret) });
  return secret;
}

/** Adds a virtual fingerprint reader to the device of this page. */
export async function addVirtualPasskeyDevice(page: Page): Promise<CDPSession> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return device;
}

/** Fills in the sign-up form and sends it. */
export async function signUp(page: Page, email: string): Promise<void> {
  for (const [label, value] of [
    ['First name', 'Kofi'],
    ['Last name', 'Demo'],
    ['Email address', email],
    ['Cellphone number', '+233 20 000 0000'],
    ['Password', PASSWORD],
    ['Confirm password', PASSWORD],
  ] as const) {
    await field(page, label).fill(value);
  }
  await page.keyboard.press('Enter');
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email address').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

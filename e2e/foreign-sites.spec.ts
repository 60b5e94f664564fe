/** Checks that a page of another site can do nothing with a member's session. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { PASSWORD } from '../apps/server/test/support/factories.ts';
import { expect, test } from './support/product-test.ts';

test.use({ expectedError: /status of 403|Failed to load resource|ERR_BLOCKED_BY_RESPONSE/ });

/** Another site, and another port of our host: to the second the browser does send the cookie. */
const hosts = ['127.0.0.1', 'localhost'] as const;

interface ForeignSite {
  show: (page: Page, host: (typeof hosts)[number], html: string) => Promise<void>;
  stop: () => Promise<void>;
}

async function startForeignSite(): Promise<ForeignSite> {
  let shownHtml = '';
  const server: Server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>Free coins</title>${shownHtml}`);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    async show(page, host, html) {
      shownHtml = html;
      await page.goto(`http://${host}:${port}/`);
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const button = '<button>Win now</button>';
/** Browsers send this form as text/plain without a preflight, and its body parses as JSON. */
const jsonForm = (action: string, body: object) => {
  const text = JSON.stringify({ ...body, ignored: '' });
  const split = text.lastIndexOf('""') + 1;
  const name = text.slice(0, split).replaceAll('"', '&quot;');
  const value = text.slice(split).replaceAll('"', '&quot;');
  return `<form method="post" enctype="text/plain" action="${action}"><input type="hidden" name="${name}" value="${value}">${button}</form>`;
};
const plainForm = (action: string, fields: Record<string, string>) => {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<form method="post" action="${action}">${inputs.join('')}${button}</form>`;
};

test('a form on another site changes nothing for a member, neither through the API nor through our pages [DEC-39]', async ({
  page,
  context,
  signInAs,
  baseURL,
}) => {
  const { email } = await signInAs();
  const foreign = await startForeignSite();
  const forms = [
    jsonForm(`${baseURL}/api/account/delete`, { currentPassword: PASSWORD }),
    jsonForm(`${baseURL}/api/auth/login`, { email, password: PASSWORD }),
    plainForm(`${baseURL}/account`, { form: 'delete-account', confirmation: 'DELETE', currentPassword: PASSWORD }),
    plainForm(`${baseURL}/signup?login=true`, { form: 'login', email, password: PASSWORD }),
  ];
  const session = async () => (await context.cookies(baseURL)).find(({ name }) => name === '__Host-session')?.value;
  const before = await session();
  for (const host of hosts) {
    for (const form of forms) {
      await foreign.show(page, host, form);
      const writeResponse = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.getByRole('button', { name: 'Win now' }).click();
      expect((await writeResponse).status(), `${host}: ${form}`).toBe(403);
    }
  }
  await foreign.stop();
  expect((await context.request.get('/api/auth/user')).status()).toBe(200);
  expect(await session()).toBe(before);
});

test('an image or a link on another site does not log a member out, our own link does [DEC-38] [HEADER-17]', async ({
  page,
  context,
  open,
  signInAs,
  baseURL,
}) => {
  await signInAs();
  const foreign = await startForeignSite();
  const isSignedIn = async () => (await context.request.get('/api/auth/user')).ok();
  for (const host of ['127.0.0.1', 'localhost'] as const) {
    // The page counts as loaded once its image was requested.
    const logoutRequest = page.waitForRequest(`${baseURL}/api/logout`);
    await foreign.show(page, host, `<img alt="" src="${baseURL}/api/logout">`);
    await logoutRequest;
    expect(await isSignedIn()).toBe(true);
  }
  await foreign.show(page, '127.0.0.1', `<a href="${baseURL}/api/logout">Win now</a>`);
  await page.getByRole('link', { name: 'Win now' }).click();
  await page.waitForURL(`${baseURL}/`);
  expect(await isSignedIn()).toBe(true);
  await foreign.stop();

  await open('/dashboard');
  await page.getByRole('link', { name: 'Log Out' }).click();
  await page.waitForURL(`${baseURL}/`);
  expect(await isSignedIn()).toBe(false);
});

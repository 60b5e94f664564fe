/** Starts the built product with its own database, demo data and mail, for the whole run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFolderMailServer } from '../../apps/server/test/support/mail-folder.ts';
import { startProduct } from '../../tools/product.ts';
import { checkDecisionLog } from './decision-log-check.ts';

export default async function start() {
  // To use a running product while writing tests, set E2E_URL and the variables below.
  if (process.env['E2E_URL']) return undefined;
  const mailFolder = await mkdtemp(join(tmpdir(), 'hakiki-e2e-mail-'));
  const mail = await startFolderMailServer(mailFolder);
  const product = await startProduct('e2e', { smtpUrl: mail.url });
  process.env['E2E_URL'] = product.url;
  process.env['E2E_DATABASE_URL'] = product.databaseUrl;
  process.env['E2E_APP_SECRET'] = product.appSecret;
  process.env['E2E_MAIL_FOLDER'] = mailFolder;
  process.env['E2E_PAYFAST_URL'] = product.payfastUrl;
  return async () => {
    try {
      // After all tests the audit and the public log must be complete.
      console.log(await checkDecisionLog(product.url, product.databaseUrl));
      console.log(await product.verifyAudit());
    } finally {
      await product.stop();
      await mail.stop();
      await rm(mailFolder, { recursive: true });
    }
  };
}

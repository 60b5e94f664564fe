/**
 * Prints a new key that signs the heads of the public log of decisions (docs/runbooks/log-key.md). Nothing is stored.
 */
import { parseArgs } from 'node:util';
import { logOrigin } from '../../apps/server/src/platform/config/settings.ts';
import { formatSigningKey, parseSigningKey } from '../../apps/server/src/platform/signing/signed-note.ts';

const USAGE = `hakiki log-key <address of the site>

For example: hakiki log-key https://hakiki.org`;

const { positionals } = parseArgs({ allowPositionals: true });
const [address = '', ...more] = positionals;
if (more.length > 0 || !/^https?:\/\/[^\s+,]+$/.test(address)) {
  console.error(USAGE);
  process.exit(2);
}
const key = formatSigningKey(logOrigin(address.replace(/\/+$/, '')));
console.log(`LOG_SIGNING_KEYS=${key}

Put it only into .env.worker, and lock a copy away: with it, anyone can sign another log in your name.
Publish this verifier key where an intruder of the site cannot change it, such as your code repository:

${parseSigningKey(key).text}
`);

/** Prints a new key that signs the published indicators (docs/runbooks/open-data.md). Nothing is stored. */
import { parseArgs } from 'node:util';
import { formatPublicKey } from '../../apps/server/src/platform/signing/minisign.ts';
import { openDataOrigin } from '../../apps/server/src/platform/config/settings.ts';
import { formatSigningKey, parseSigningKey } from '../../apps/server/src/platform/signing/signed-note.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [address = '', ...more] = positionals;
if (more.length > 0 || !/^https?:\/\/[^\s+,]+$/.test(address)) {
  console.error('hakiki open-data-key <address of the site>\n\nFor example: hakiki open-data-key https://hakiki.org');
  process.exit(2);
}
const key = formatSigningKey(openDataOrigin(address.replace(/\/+$/, '')));
console.log(`OPEN_DATA_SIGNING_KEY=${key}

Put it only into .env.worker, and lock a copy away: with it, anyone can sign other files in your name.
Publish this public key of minisign where an intruder of the site cannot change it, such as your code repository:

${formatPublicKey(parseSigningKey(key))}
`);

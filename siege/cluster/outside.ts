/**
 * External services of the product, each as a process that can be killed.
 *
 *   node siege/cluster/outside.ts bucket|mail FOLDER PORT
 */
import { startBucket } from '../../apps/server/test/bucket.ts';
import { startMailServer } from '../../apps/server/test/mail-folder.ts';

const [kind, folder = '', port] = process.argv.slice(2);
await (kind === 'bucket' ? startBucket : startMailServer)(folder, Number(port));

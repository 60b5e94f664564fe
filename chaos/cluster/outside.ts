/**
 * External services of the product, each as a process that can be killed.
 *
 *   node chaos/cluster/outside.ts bucket|mail FOLDER PORT
 */
import { startS3Server } from '../../apps/server/test/support/bucket.ts';
import { startFolderMailServer } from '../../apps/server/test/support/mail-folder.ts';

const [kind, folder = '', port] = process.argv.slice(2);
await (kind === 'bucket' ? startS3Server : startFolderMailServer)(folder, Number(port));

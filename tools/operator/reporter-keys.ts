/** Prints a new key pair for reporters' contact data (docs/runbooks/reporters.md). Nothing is stored. */
import { generateKeyPair } from '../../apps/server/src/platform/sealing/sealed-box.ts';

const { publicKey, privateKey } = generateKeyPair();
process.stdout.write(`REPORTER_PUBLIC_KEY=${publicKey}
REPORTER_PRIVATE_KEYS=${privateKey}

The first is for the web processes and the worker, the second only for the worker. Lock a copy of the second away:
with it, anyone can read the contact data of reporters; without it, nobody can.
`);

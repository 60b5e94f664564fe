/** Prints a new key pair for reporters' contact data (docs/runbooks/reporters.md). Nothing is stored. */
import { generateKeyPair } from '../../apps/server/src/platform/sealing/sealed-box.ts';

const { publicKey, privateKey } = generateKeyPair();
process.stdout.write(`REPORTER_PUBLIC_KEY=${publicKey}
REPORTER_PRIVATE_KEYS=${privateKey}

The first belongs to the web processes and to the worker. The second belongs to the worker alone, and a copy of it under lock:
whoever has it can read what reporters said about themselves, and without it nobody ever can again.
`);

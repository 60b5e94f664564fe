/** Reads the commands of docs/runbooks/install.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../docs/runbooks/install.md');

interface InstallInputs {
  release: string;
  domain: string;
  email: string;
}

/** In their order, with the given inputs instead of the examples. */
export function readRunbookSteps({ release, domain, email }: InstallInputs): string[] {
  const given: Record<string, string> = {
    'hakiki-1.0.0': release,
    'hakiki.org': domain,
    'you@hakiki.org': email,
  };
  const text = readFileSync(page, 'utf8').split('\n## ')[0]!;
  return [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) =>
    block.replaceAll(/^ +/gm, '').replaceAll(/you@hakiki\.org|hakiki\.org|hakiki-1\.0\.0/g, (found) => given[found]!),
  );
}

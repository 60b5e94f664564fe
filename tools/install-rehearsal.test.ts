/** Checks the commands of the install runbook; `npm run install-rehearsal` runs them on an empty Debian. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRunbookSteps } from './runbook-steps.ts';

const root = join(import.meta.dirname, '..');

it('the runbook lists commands with two inputs, and no password among them [OPS-01]', () => {
  const keyring = '/usr/share/keyrings/nodesource.asc';
  expect(readRunbookSteps({ release: 'R', domain: 'D', email: 'E' })).toEqual([
    `apt-get update
apt-get install -y --no-install-recommends ca-certificates curl
curl -fsSo ${keyring} https://deb.nodesource.com/gpgkey/nodesource-repo.gpg.key
echo 'deb [signed-by=${keyring}] https://deb.nodesource.com/node_24.x nodistro main' > /etc/apt/sources.list.d/nodesource.list
apt-get update
apt-get install -y --no-install-recommends nodejs
`,
    `tar -xzf R.tar.gz -C /opt
ln -s R /opt/hakiki
/opt/hakiki/ops/slim
`,
    `/opt/hakiki/ops/install D E
`,
  ]);
});

it.each([1, 3])('ops/install rejects %i instead of two arguments [OPS-01]', (count) => {
  const answers = Array.from({ length: count }, (_, n) => `answer${n}.org`);
  const { status, stderr } = spawnSync(join(root, 'ops/install'), answers, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "Two answers are needed: the domain and the administrator's email.\n",
  });
});

/** Command: checks the complete installation and prints problems and how to fix them. Changes nothing. */
import { parseArgs } from 'node:util';
import { checkInstallation } from './doctor/check-installation.ts';
import { formatRegularTasks } from './doctor/regular-tasks.ts';

const help = `Checks settings, database, disk, mail, server, worker and the public URL, and prints problems and how to fix them,
after the tasks of each day, week and month (docs/runbooks/small-team.md).
Exits with 1 if something is wrong.

  npm run doctor
  npm run doctor -- --mail-to you@example.org

  --mail-to  A   also sends an email to this address, so that you see whether emails arrive
`;

const print = (text: string) => void process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: { 'mail-to': { type: 'string' }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  print(help);
} else {
  print(formatRegularTasks());
  const findings = await checkInstallation({ mailTo: values['mail-to'] });
  for (const [index, { what, remedy }] of findings.entries()) print(`${index + 1}. ${what}.\n   ${remedy}\n`);
  print(findings.length === 0 ? 'No problems found.' : `${findings.length} problems found.`);
  // Connections that a server keeps open must not keep this process running.
  process.exit(findings.length === 0 ? 0 : 1);
}

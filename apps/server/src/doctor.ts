/** Command: looks at the whole installation and says in words what is wrong and how to mend it. Changes nothing. */
import { parseArgs } from 'node:util';
import { examine } from './doctor/examine.ts';

const help = `Looks at settings, database, disk, mail, server, worker and the public address, and says what is wrong and how to mend it.
Ends with 1 if anything is.

  npm run doctor
  npm run doctor -- --mail-to you@example.org

  --mail-to  A   also sends a letter to this address, so that you see whether letters arrive
`;

const say = (words: string) => void process.stdout.write(`${words}\n`);

const { values } = parseArgs({
  options: { 'mail-to': { type: 'string' }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  say(help);
} else {
  const findings = await examine({ mailTo: values['mail-to'] });
  for (const [at, { what, mend }] of findings.entries()) say(`${at + 1}. ${what}.\n   ${mend}\n`);
  say(findings.length === 0 ? 'Nothing is wrong.' : `${findings.length} to mend.`);
  // Connections that a server keeps open do not keep us.
  process.exit(findings.length === 0 ? 0 : 1);
}

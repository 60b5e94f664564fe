/**
 * Fails if `npm audit` reports a high or critical vulnerability of a package. If the registry cannot be reached or does
 * not support audits, the check prints that and passes, so that offline work is possible.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const TIMEOUT_MS = 30_000;
const serious = new Set(['high', 'critical']);

interface AuditReport {
  vulnerabilities?: Record<string, { severity: string; range: string }>;
}

/** Returns undefined if the report cannot be parsed. */
export function listSerious(report: string): string[] | undefined {
  try {
    const { vulnerabilities } = JSON.parse(report) as AuditReport;
    return (
      vulnerabilities &&
      Object.entries(vulnerabilities)
        .filter(([, { severity }]) => serious.has(severity))
        .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
    );
  } catch {
    return undefined;
  }
}

/** npm audit also exits with an error code when it finds something. */
const runNpmAudit = () =>
  new Promise<string>((resolve) => {
    const options = { cwd: join(import.meta.dirname, '..'), timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile('npm', ['audit', '--json'], options, (_, stdout) => resolve(stdout));
  });

if (import.meta.main) {
  const found = listSerious(await runNpmAudit());
  if (found === undefined) console.log('The registry could not be reached; advisories were not checked.');
  else if (found.length > 0) {
    console.error(`${found.join('\n')}\n\nRun npm audit for details.`);
    process.exitCode = 1;
  } else console.log('No high or critical advisory for any package.');
}

/**
 * Known weaknesses of the packages we use, as `npm audit` reports them: one that is high or critical fails the check. Where nobody
 * can be asked (offline, or a registry without that call) the check says so and passes, so that one can work offline.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const PATIENCE_MS = 30_000;
const serious = new Set(['high', 'critical']);

interface AuditReport {
  vulnerabilities?: Record<string, { severity: string; range: string }>;
}

/** Undefined when the report is not one. */
export function seriousOnes(report: string): string[] | undefined {
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

/** It ends badly when it finds something, too. */
const askNpm = () =>
  new Promise<string>((resolve) => {
    const options = { cwd: join(import.meta.dirname, '..'), timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile('npm', ['audit', '--json'], options, (_, stdout) => resolve(stdout));
  });

if (import.meta.main) {
  const found = seriousOnes(await askNpm());
  if (found === undefined) console.log('The registry could not be asked for advisories; nothing was checked.');
  else if (found.length > 0) {
    console.error(`${found.join('\n')}\n\nnpm audit tells more.`);
    process.exitCode = 1;
  } else console.log('No advisory of weight about any package.');
}

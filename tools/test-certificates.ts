/** A certificate authority that only a trial trusts, instead of one that needs a public domain. */
import { execFileSync } from 'node:child_process';

/** Writes `ca.pem`, and `cert.pem` with `key.pem` for the names, into the folder. */
export function createTestCertificates(folder: string, names: string[]): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '60'];
  openssl('req', '-x509', ...key, '-subj', '/CN=Authority of a rehearsal', '-keyout', 'ca.key', '-out', 'ca.pem');
  const alternatives = ['-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join()}`];
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'basicConstraints=CA:FALSE'];
  openssl(
    'req',
    '-x509',
    ...by,
    ...key,
    ...alternatives,
    '-subj',
    `/CN=${names[0]}`,
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
  );
}

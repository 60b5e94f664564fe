/**
 * The bill of materials as CycloneDX 1.5, from the lockfile: all packages that may run in production, and no
 * development tools. `npm sbom` would omit packages that our tools use as well, such as pg and react.
 *
 *   npm run --silent sbom > sbom.json
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface LockedPackage {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
  resolved?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}

const toPackageUrl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The lockfile uses base64, the bill hexadecimal. */
function toHashes(integrity = '') {
  const [, algorithm, digest] = /^sha(512|256|384)-(\S+)/.exec(integrity) ?? [];
  return algorithm && digest
    ? [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }]
    : [];
}

export function createBillOfMaterials(
  packages: Record<string, LockedPackage>,
  product: { name: string; version: string },
) {
  const components = Object.entries(packages).flatMap(([path, locked]) => {
    const [, own] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    const { version, license } = locked;
    if (!own || !version || locked.link || locked.dev || locked.devOptional) return [];
    const name = locked.name ?? own;
    return [
      {
        type: 'library',
        'bom-ref': `${path}@${version}`,
        name,
        version,
        purl: toPackageUrl(name, version),
        scope: locked.optional ? 'optional' : 'required',
        hashes: toHashes(locked.integrity),
        licenses: license ? [{ expression: license }] : [],
      },
    ];
  });
  const component = { type: 'application', 'bom-ref': product.name, ...product };
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components };
}

if (import.meta.main) {
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(join(import.meta.dirname, '..', file), 'utf8'));
  const { packages } = (await read('package-lock.json')) as { packages: Record<string, LockedPackage> };
  const { name, version } = (await read('package.json')) as { name: string; version: string };
  console.log(JSON.stringify(createBillOfMaterials(packages, { name, version }), null, 2));
}

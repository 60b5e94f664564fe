import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressibleFile = /\.(?:js|css|svg|json|webmanifest|txt|ico|html)$/;
const MIN_COMPRESSED_BYTES = 200;

/** Writes .br and .gz beside each text file of the client build: best compression, once for all requests. */
export function precompressPlugin(): Plugin {
  return {
    name: 'hakiki:precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }) {
      if (!dir) return;
      const files = await readdir(dir, { recursive: true, withFileTypes: true });
      await Promise.all(
        files
          .filter((file) => file.isFile() && compressibleFile.test(file.name))
          .map((file) => compress(path.join(file.parentPath, file.name))),
      );
    },
  };
}

export async function compress(file: string) {
  const bytes = await readFile(file);
  if (bytes.length < MIN_COMPRESSED_BYTES) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

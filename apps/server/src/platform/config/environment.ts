/**
 * Reads the process environment and, below it, `.env`. The worker's secrets are in `.env.worker`, which no process that
 * serves pages opens.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

export type Environment = Record<string, string | undefined>;

/** The message names the file and the problem, but not the content. */
export class EnvironmentFileError extends Error {}

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

const readEnvFileOption = (processEnvironment: Environment) => processEnvironment['ENV_FILE']?.trim();

/** The worker's file has the additional suffix `.worker`. */
export const environmentFile = (processEnvironment: Environment = process.env): string =>
  resolve(root, readEnvFileOption(processEnvironment) || '.env');

/** A file named by `ENV_FILE` must exist. */
export function readEnvironment(entry: string, processEnvironment: Environment = process.env): Environment {
  const file = environmentFile(processEnvironment);
  return {
    ...readFile(file, Boolean(readEnvFileOption(processEnvironment))),
    ...(entry === 'worker' || entry === 'audit' ? readFile(`${file}.worker`, false) : {}),
    ...processEnvironment,
  };
}

function readFile(file: string, isRequired: boolean): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' && !isRequired) return {};
    throw new EnvironmentFileError(`${file} cannot be read${code && `: ${code}`}.`);
  }
}

/**
 * Where settings come from: the process's own environment, and below it the file `.env` in the root of the project. What the
 * worker alone may know stands in `.env.worker`, which nothing that serves pages ever opens.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

export type Environment = Record<string, string | undefined>;

/** The words tell the file and what is wrong with it, nothing of what it says. */
export class EnvironmentFileError extends Error {}

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

const chosenIn = (own: Environment) => own['ENV_FILE']?.trim();

/** That of the worker is the one with `.worker` behind its name. */
export const environmentFile = (own: Environment = process.env): string => resolve(root, chosenIn(own) || '.env');

/** `ENV_FILE` names another file, and is then meant: it has to be there. */
export function readEnvironment(entry: string, own: Environment = process.env): Environment {
  const file = environmentFile(own);
  return {
    ...readFile(file, Boolean(chosenIn(own))),
    ...(entry === 'worker' || entry === 'audit' ? readFile(`${file}.worker`, false) : {}),
    ...own,
  };
}

function readFile(file: string, isNeeded: boolean): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' && !isNeeded) return {};
    throw new EnvironmentFileError(`${file} cannot be read${code && `: ${code}`}.`);
  }
}

/** Records the head of the chain outside the database, so that a cut-off end of the chain is detected. */
import { createReadStream, mkdirSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { AuditIntegrityError, type Head } from './chain.ts';

export interface RecordedHead extends Head {
  /** File and line, for error messages. */
  source: string;
}

const HeadLine = z.object({
  position: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
});

export async function recordHead(file: string, { position, hash }: Head): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const line: z.infer<typeof HeadLine> = { position, hash: hash.toString('hex'), at: new Date().toISOString() };
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600, flush: true });
}

/** Streams the file line by line, because it grows without a limit. */
export async function* readHeads(file: string): AsyncGenerator<RecordedHead> {
  let lineNumber = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    lineNumber += 1;
    const source = `line ${lineNumber} of ${file}`;
    const { position, hash } = parseLine(text, source);
    yield { position, hash: Buffer.from(hash, 'hex'), source };
  }
}

function parseLine(text: string, source: string) {
  try {
    return HeadLine.parse(JSON.parse(text));
  } catch (cause) {
    throw new AuditIntegrityError(`Not the head of a chain: ${source}.`, { cause });
  }
}

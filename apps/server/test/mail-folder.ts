/**
 * A mail server that puts every letter into a folder, one file each, so that journeys in other processes can read them as a
 * person would.
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedLetter {
  to: string;
  /** Whom an answer goes to, where that is not the sender. */
  replyTo: string;
  subject: string;
  text: string;
  /** The first address in the text, which is the one to open. */
  link: string;
}

export async function startMailServer(folder: string, port = 0): Promise<{ url: string; stop: () => Promise<void> }> {
  // One that was killed and comes back goes on after its last letter.
  let received = (await readdir(folder)).length;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    async onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const { to = [], replyTo = [], subject = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks));
      const letter: ReceivedLetter = {
        to: to[0]?.address ?? '',
        replyTo: replyTo[0]?.address ?? '',
        subject,
        text,
        link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
      };
      received += 1;
      const file = join(folder, `${String(received).padStart(6, '0')}.json`);
      // Under its name only once it is whole.
      await writeFile(`${file}.part`, JSON.stringify(letter));
      await rename(`${file}.part`, file);
      done();
    },
  });
  // A sender that is stopped in the middle leaves a broken connection behind.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: chosen } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${chosen}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Letters about decisions wait until these can no longer be undone. */
const PATIENCE_MS = 45_000;

/** The newest letter to this address with these words in its subject, as soon as it has arrived. */
export async function letterTo(folder: string, address: string, subject: string): Promise<ReceivedLetter> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
    const letters = await Promise.all(
      files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as ReceivedLetter),
    );
    const found = letters.findLast((letter) => letter.to === address && letter.subject.includes(subject));
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`No letter “${subject}” to ${address} arrived within ${PATIENCE_MS / 1000} seconds.`);
}

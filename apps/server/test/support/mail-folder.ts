/** A mail server that stores every email as a file in a folder, so that tests in other processes can read them. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEmail {
  to: string;
  /** The Reply-To address, if it is not the sender. */
  replyTo: string;
  subject: string;
  text: string;
  /** The first URL in the text. */
  link: string;
}

interface Login {
  cert: Buffer;
  key: Buffer;
  user: string;
  password: string;
}

/** With a login it requires TLS from the start. */
export async function startFolderMailServer(
  folder: string,
  port = 0,
  login?: Login,
  host = '127.0.0.1',
): Promise<{ url: string; stop: () => Promise<void> }> {
  // After a restart it continues with the next number.
  let received = (await readdir(folder)).length;
  const server = new SMTPServer({
    ...(login
      ? {
          secure: true,
          cert: login.cert,
          key: login.key,
          onAuth: ({ username, password }, _session, done) =>
            username === login.user && password === login.password
              ? done(null, { user: username })
              : done(new Error('Unknown user or wrong password.')),
        }
      : { disabledCommands: ['AUTH', 'STARTTLS'] }),
    disableReverseLookup: true,
    logger: false,
    async onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const { to = [], replyTo = [], subject = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks));
      const email: ReceivedEmail = {
        to: to[0]?.address ?? '',
        replyTo: replyTo[0]?.address ?? '',
        subject,
        text,
        link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
      };
      received += 1;
      const file = join(folder, `${String(received).padStart(6, '0')}.json`);
      // Renamed only when the file is complete.
      await writeFile(`${file}.part`, JSON.stringify(email));
      await rename(`${file}.part`, file);
      done();
    },
  });
  // A sender that is stopped during a delivery leaves a broken connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const { port: chosen } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${chosen}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Emails about decisions are delayed until the decision can no longer be undone. */
const TIMEOUT_MS = 45_000;

/** Waits for the newest email to this address whose subject contains the text. */
export async function waitForEmailInFolder(folder: string, address: string, subject: string): Promise<ReceivedEmail> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
    const emails = await Promise.all(
      files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as ReceivedEmail),
    );
    const found = emails.findLast((email) => email.to === address && email.subject.includes(subject));
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`No email “${subject}” to ${address} arrived within ${TIMEOUT_MS / 1000} seconds.`);
}

/** A real mail server with TLS and a login, for the install rehearsal; tests use `smtp.ts`. */
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface Options {
  port: number;
  cert: Buffer;
  key: Buffer;
  user: string;
  password: string;
}

export async function startTlsMailServer({ port, cert, key, user, password }: Options) {
  const letters: Email[] = [];
  const server = new SMTPServer({
    secure: true,
    cert,
    key,
    onAuth: (credentials, _session, done) =>
      credentials.username === user && credentials.password === password
        ? done(null, { user })
        : done(new Error('Unknown user or wrong password.')),
    async onData(stream, _session, done) {
      letters.push(await PostalMime.parse(await text(stream)));
      done();
    },
  });
  // A sender that disconnects during a delivery ends only its own connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { letters, stop: () => new Promise<void>((resolve) => server.close(resolve)) };
}

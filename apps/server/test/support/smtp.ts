/**
 * A real mail server on a free port that can misbehave. An email counts as accepted once the server has responded with
 * 250.
 */
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';

/** 'hang' receives the complete email and never responds; the email is then dropped. */
type SmtpBehaviour = 'accept' | 'hang' | { status: 451 | 550; at: Stage };
type Stage = 'mail' | 'rcpt' | 'data';

export interface TestSmtp {
  readonly url: string;
  readonly accepted: Email[];
  /** Rejected deliveries. */
  readonly rejectedCount: number;
  /** Emails received completely but without a response, on connections that are still open. */
  readonly hangingCount: number;
  /** Sets the response from now on; the function gets the number of emails accepted so far. */
  respondWith: (how: SmtpBehaviour | ((acceptedSoFar: number) => SmtpBehaviour)) => void;
  /** Called when an email is accepted, before the sender gets the response. */
  onAccepted: (then: () => void) => void;
  /** Breaks every connection and rejects new ones, like a killed process. */
  kill: () => Promise<void>;
  /** Starts again on the same port. */
  restart: () => Promise<void>;
  /** Accepts again and clears everything recorded. */
  reset: () => void;
}

export function useSmtp(): TestSmtp {
  const accepted: Email[] = [];
  const sockets = new Set<Socket>();
  const hangingSessions = new Set<string>();
  let refusals = 0;
  let chooseBehaviour: (acceptedSoFar: number) => SmtpBehaviour = () => 'accept';
  let runAfterAccepting: () => void = () => undefined;
  let server: SMTPServer | undefined;
  let port = 0;

  const createRejectionAt = (stage: Stage, address = ''): Error | undefined => {
    const answer = chooseBehaviour(accepted.length);
    if (typeof answer === 'string' || answer.at !== stage) return undefined;
    refusals += 1;
    // Real servers quote the address, too.
    return Object.assign(new Error(`<${address}>: not now`), { responseCode: answer.status });
  };

  const listen = async () => {
    const started = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onMailFrom: ({ address }, _session, done) => done(createRejectionAt('mail', address)),
      onRcptTo: ({ address }, _session, done) => done(createRejectionAt('rcpt', address)),
      async onData(stream, session, done) {
        const content = await readAll(stream).catch(() => undefined);
        // The sender disconnected during the delivery.
        if (!content) return;
        const email = await PostalMime.parse(content);
        const rejection = createRejectionAt('data', session.envelope.rcptTo[0]?.address);
        if (rejection) return done(rejection);
        if (chooseBehaviour(accepted.length) === 'hang') return hangingSessions.add(session.id);
        accepted.push(email);
        runAfterAccepting();
        done();
      },
      onClose: (session) => hangingSessions.delete(session.id),
    });
    // A killed sender leaves a broken connection.
    started.on('error', () => undefined);
    started.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve));
    port = (started.server.address() as AddressInfo).port;
    server = started;
  };

  const kill = async () => {
    const killed = server;
    server = undefined;
    if (!killed) return;
    const closed = new Promise<void>((resolve) => killed.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    hangingSessions.clear();
  };

  beforeAll(listen);
  afterAll(kill);

  return {
    accepted,
    get url() {
      return `smtp://127.0.0.1:${port}`;
    },
    get rejectedCount() {
      return refusals;
    },
    get hangingCount() {
      return hangingSessions.size;
    },
    respondWith(how) {
      chooseBehaviour = typeof how === 'function' ? how : () => how;
    },
    onAccepted(then) {
      runAfterAccepting = then;
    },
    kill,
    restart: listen,
    reset() {
      chooseBehaviour = () => 'accept';
      runAfterAccepting = () => undefined;
      accepted.length = 0;
      refusals = 0;
    },
  };
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

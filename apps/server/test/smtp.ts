/** A real mail server on a free port that can be told to misbehave. A letter counts as accepted once it was answered with 250. */
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';

/** Hanging means taking the whole letter and never answering; the letter is then forgotten. */
type Answer = 'accept' | 'hang' | { status: 451 | 550; at: Stage };
type Stage = 'mail' | 'rcpt' | 'data';

export interface TestSmtp {
  readonly url: string;
  readonly accepted: Email[];
  /** Attempts to hand over a letter that were turned down. */
  readonly refusals: number;
  /** Letters taken whole and left without an answer, on connections that are still open. */
  readonly hanging: number;
  /** From now on; the function is told how many were accepted so far. */
  answer: (how: Answer | ((acceptedSoFar: number) => Answer)) => void;
  /** Called when a letter is accepted and before the sender is told. */
  onAccepted: (then: () => void) => void;
  /** Breaks every connection and refuses new ones, as when the process is killed. */
  kill: () => Promise<void>;
  /** Comes back on the same port. */
  revive: () => Promise<void>;
  /** Accepts again, and forgets what came before. */
  reset: () => void;
}

export function useSmtp(): TestSmtp {
  const accepted: Email[] = [];
  const sockets = new Set<Socket>();
  const hangingSessions = new Set<string>();
  let refusals = 0;
  let choose: (acceptedSoFar: number) => Answer = () => 'accept';
  let afterAccepting: () => void = () => undefined;
  let server: SMTPServer | undefined;
  let port = 0;

  const refuseAt = (stage: Stage, address = ''): Error | undefined => {
    const answer = choose(accepted.length);
    if (typeof answer === 'string' || answer.at !== stage) return undefined;
    refusals += 1;
    // Real servers quote the address too.
    return Object.assign(new Error(`<${address}>: not now`), { responseCode: answer.status });
  };

  const listen = async () => {
    const started = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onMailFrom: ({ address }, _session, done) => done(refuseAt('mail', address)),
      onRcptTo: ({ address }, _session, done) => done(refuseAt('rcpt', address)),
      async onData(stream, session, done) {
        const whole = await readAll(stream).catch(() => undefined);
        // The sender went away in the middle of it: there is nobody to answer.
        if (!whole) return;
        const letter = await PostalMime.parse(whole);
        const refusal = refuseAt('data', session.envelope.rcptTo[0]?.address);
        if (refusal) return done(refusal);
        if (choose(accepted.length) === 'hang') return hangingSessions.add(session.id);
        accepted.push(letter);
        afterAccepting();
        done();
      },
      onClose: (session) => hangingSessions.delete(session.id),
    });
    // A sender that is killed leaves a broken connection behind.
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
    get refusals() {
      return refusals;
    },
    get hanging() {
      return hangingSessions.size;
    },
    answer(how) {
      choose = typeof how === 'function' ? how : () => how;
    },
    onAccepted(then) {
      afterAccepting = then;
    },
    kill,
    revive: listen,
    reset() {
      choose = () => 'accept';
      afterAccepting = () => undefined;
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

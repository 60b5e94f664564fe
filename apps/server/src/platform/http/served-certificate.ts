import { connect } from 'node:tls';

const DAY_MS = 24 * 3600_000;
const HANDSHAKE_MS = 5000;

export interface ServedCertificate {
  /** How long it is still good for; an expired one counts below zero. */
  days: number;
  /** Why a browser would not believe it; null where one does. */
  distrust: string | null;
}

/** The TLS certificate that a visitor is served; nothing where there is none to be had just now. */
export function servedCertificate({ protocol, hostname, port }: URL): Promise<ServedCertificate | undefined> {
  if (protocol !== 'https:') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      rejectUnauthorized: false,
    });
    const end = (found?: ServedCertificate) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(HANDSHAKE_MS, () => end());
    socket.once('error', () => end());
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      const distrust = socket.authorized ? null : String(socket.authorizationError);
      end(Number.isNaN(until) ? undefined : { days: (until - Date.now()) / DAY_MS, distrust });
    });
  });
}

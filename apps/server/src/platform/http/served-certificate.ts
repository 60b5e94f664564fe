import { connect } from 'node:tls';

const DAY_MS = 24 * 3600_000;
const HANDSHAKE_MS = 5000;

export interface ServedCertificate {
  /** Negative when the certificate has expired. */
  days: number;
  /** Why a browser would reject the certificate; null if it is valid. */
  distrust: string | null;
}

/** Fetches the TLS certificate that visitors get; undefined if the site has none or does not respond. */
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

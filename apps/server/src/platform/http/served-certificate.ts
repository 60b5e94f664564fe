import { connect } from 'node:tls';

const DAY_MS = 24 * 3600_000;
const HANDSHAKE_TIMEOUT_MS = 5000;

export interface ServedCertificate {
  /** Negative when the certificate has expired. */
  daysLeft: number;
  /** Why a browser would reject the certificate; null if it is valid. */
  trustError: string | null;
}

/** Fetches the TLS certificate that visitors get; undefined if the site has none or does not respond. */
export function fetchServedCertificate({ protocol, hostname, port }: URL): Promise<ServedCertificate | undefined> {
  if (protocol !== 'https:') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      rejectUnauthorized: false,
    });
    const finish = (found?: ServedCertificate) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(HANDSHAKE_TIMEOUT_MS, () => finish());
    socket.once('error', () => finish());
    socket.once('secureConnect', () => {
      const validUntil = Date.parse(socket.getPeerCertificate().valid_to);
      const trustError = socket.authorized ? null : String(socket.authorizationError);
      finish(Number.isNaN(validUntil) ? undefined : { daysLeft: (validUntil - Date.now()) / DAY_MS, trustError });
    });
  });
}

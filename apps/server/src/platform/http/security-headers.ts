/** Security headers of every response. */

export interface SecuritySettings {
  isProduction: boolean;
  publicUrl: string;
  /** The payment provider, to which a page may post a form. */
  payfast: { siteUrl: string } | undefined;
}

export type HeaderList = readonly (readonly [name: string, value: string])[];

const isolation: HeaderList = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

/** Data is not a page: nothing in it may run, load or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** An uploaded file that is opened in the browser runs sandboxed. */
const FILE_POLICY = `sandbox; ${DATA_POLICY}`;
/** The service worker only fetches from this site. */
const SERVICE_WORKER_POLICY = `${DATA_POLICY}; connect-src 'self'`;

/**
 * Form targets besides this site: the payment provider and the host it redirects to. Browsers also apply the policy to
 * redirects after a form; without the second host the payment ends on a blank page.
 */
function formTargets(payfast: SecuritySettings['payfast']): string[] {
  if (!payfast) return [];
  const { origin, hostname } = new URL(payfast.siteUrl);
  return hostname.endsWith('.payfast.co.za') ? [origin, 'https://payment.payfast.io'] : [origin];
}

export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>;

export function createSecurityHeaders({ isProduction, publicUrl, payfast }: SecuritySettings) {
  const isSecure = isProduction && publicUrl.startsWith('https:');
  const always: HeaderList = [
    ...isolation,
    ...(isSecure ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const] : []),
  ];
  const data: HeaderList = [...always, ['Content-Security-Policy', DATA_POLICY]];

  const file: HeaderList = [...always, ['Content-Security-Policy', FILE_POLICY]];
  const serviceWorker: HeaderList = [...always, ['Content-Security-Policy', SERVICE_WORKER_POLICY]];

  return {
    data,
    file,
    serviceWorker,
    page: (scriptHashes: readonly string[]): HeaderList => {
      const policy = [
        "default-src 'self'",
        // Only our own scripts can run: other files have their own content type, and `nosniff` enforces it.
        ['script-src', "'self'", ...scriptHashes].join(' '),
        // Strings become scripts only through the policies in apps/web/app/lib/browser/trusted-types.ts.
        ...(isProduction ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
        // The development server injects styles and uses a web socket.
        isProduction ? "style-src 'self'" : "style-src 'self' 'unsafe-inline'",
        "worker-src 'self'",
        "img-src 'self' https: data:",
        isProduction ? "connect-src 'self'" : "connect-src 'self' ws:",
        "base-uri 'none'",
        ['form-action', "'self'", ...formTargets(payfast)].join(' '),
        "frame-ancestors 'none'",
        "object-src 'none'",
        ...(isSecure ? ['upgrade-insecure-requests'] : []),
      ];
      return [...always, ['Content-Security-Policy', policy.join('; ')]];
    },
  };
}

/** Files under /.well-known (RFC 8615): where to report a vulnerability, and where to change a password. */
import { cacheControl } from '@hakiki/contract/cache';
import { getLanguageSettings, languages } from '@hakiki/contract/site';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Documents } from '../../platform/http/responder.ts';

export const WELL_KNOWN_FOLDER = '/.well-known/';

const SECURITY_PATH = `${WELL_KNOWN_FOLDER}security.txt`;
const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. The date is computed for each request, so it never passes. */
const VALID_DAYS = 180;

interface WellKnownOptions {
  publicUrl: string;
  securityContact?: string | undefined;
  clock: Clock;
}

export function findWellKnown(path: string, options: WellKnownOptions): ReturnType<Documents> {
  const { securityContact: contact } = options;
  if (path === SECURITY_PATH && contact) return () => Promise.resolve(createSecurityFile(contact, options));
  // Password managers open it (https://w3c.github.io/webappsec-change-password-url/).
  if (path === `${WELL_KNOWN_FOLDER}change-password`) {
    return () =>
      Promise.resolve(
        new Response(null, {
          status: 302,
          headers: { Location: '/account#password', 'Cache-Control': cacheControl('daily') },
        }),
      );
  }
  return undefined;
}

function createSecurityFile(contact: string, { publicUrl, clock }: WellKnownOptions): Response {
  // Whole days, so that the file changes once a day.
  const expiresAt = new Date((Math.floor(clock() / DAY_MS) + VALID_DAYS) * DAY_MS);
  const lines = [
    `Contact: ${URL.canParse(contact) ? contact : `mailto:${contact}`}`,
    `Expires: ${expiresAt.toISOString()}`,
    `Preferred-Languages: ${languages.filter((language) => !getLanguageSettings(language).isPartial).join(', ')}`,
    `Canonical: ${publicUrl}${SECURITY_PATH}`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': cacheControl('daily') },
  });
}

/** Headers of a deprecated call: Deprecation (RFC 9745), Sunset (RFC 8594), and a link to the documentation. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import type { HeaderList } from './security-headers.ts';

/** The notice that the API documentation promises. */
const MIN_NOTICE_MS = 365 * 86_400_000;
const DOCUMENTATION_PATH = '/api?tab=documentation#docs-versions';

const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Throws when the server starts if the notice is too short. */
export function createDeprecationHeaders({
  deprecated,
  method,
  path,
}: EndpointDefinition): (requestUrl: string) => HeaderList {
  if (!deprecated) return () => [];
  const [since, sunset] = [startOfDay(deprecated.since), startOfDay(deprecated.sunset)];
  if (!(sunset.getTime() - since.getTime() >= MIN_NOTICE_MS)) {
    throw new Error(`${method} ${path} would end sooner than a year after that was announced.`);
  }
  return (requestUrl) => [
    ['Deprecation', `@${since.getTime() / 1000}`],
    ['Sunset', sunset.toUTCString()],
    ['Link', `<${new URL(DOCUMENTATION_PATH, requestUrl).href}>; rel="deprecation"; type="text/html"`],
  ];
}

/** A call that is to end says so with every answer: since when (RFC 9745), until when (RFC 8594), and where to read about it. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import type { HeaderList } from './security-headers.ts';

/** As the documentation promises. */
const LEAST_NOTICE_MS = 365 * 86_400_000;
const DOCUMENTATION = '/api?tab=documentation#docs-versions';

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Throws where the notice is too short, which is when the server starts. */
export function endingOf({ deprecated, method, path }: EndpointDefinition): (address: string) => HeaderList {
  if (!deprecated) return () => [];
  const [since, sunset] = [startOf(deprecated.since), startOf(deprecated.sunset)];
  if (!(sunset.getTime() - since.getTime() >= LEAST_NOTICE_MS)) {
    throw new Error(`${method} ${path} would end sooner than a year after that was announced.`);
  }
  return (address) => [
    ['Deprecation', `@${since.getTime() / 1000}`],
    ['Sunset', sunset.toUTCString()],
    ['Link', `<${new URL(DOCUMENTATION, address).href}>; rel="deprecation"; type="text/html"`],
  ];
}

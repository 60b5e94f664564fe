/** Formats timestamps in the reader's time zone; the server and the first render use the default zone. */
import { formatMoment, readersZone, zoneInWords } from './format-moments.ts';
import { useInBrowser } from '../browser/use-in-browser.ts';

export function useMoment() {
  const zone = useInBrowser(readersZone);
  return { moment: (iso: string) => formatMoment(iso, zone), zone: (iso: string) => zoneInWords(iso, zone) };
}

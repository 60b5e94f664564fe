/** Times to the minute on the reader's own clock, once it is known where they are; the server and the first paint take ours. */
import { formatMoment, readersZone, zoneInWords } from './format-moments.ts';
import { useInBrowser } from '../browser/use-in-browser.ts';

export function useMoment() {
  const zone = useInBrowser(readersZone);
  return { moment: (iso: string) => formatMoment(iso, zone), zone: (iso: string) => zoneInWords(iso, zone) };
}

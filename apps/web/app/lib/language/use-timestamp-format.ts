/** Formats timestamps in the user's time zone; the server and the first render use the default zone. */
import { formatTimestamp, getReaderTimeZone, formatTimeZone } from './format-timestamps.ts';
import { useBrowserValue } from '../browser/use-browser-value.ts';

export function useTimestampFormat() {
  const zone = useBrowserValue(getReaderTimeZone);
  return { moment: (iso: string) => formatTimestamp(iso, zone), zone: (iso: string) => formatTimeZone(iso, zone) };
}

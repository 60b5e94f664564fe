import { formatDate } from '../lib/language/format.ts';
import { useTimestampFormat } from '../lib/language/use-timestamp-format.ts';

/** 'Mar 7, 2025, 14:05', with the time zone in its title. */
export function Timestamp({ at, className }: { at: string; className?: string }) {
  const { moment, zone } = useTimestampFormat();
  return (
    <time dateTime={at} title={zone(at)} className={className}>
      {moment(at)}
    </time>
  );
}

/** 'Mar 7, 2025', with the time and its zone in the title. */
export function TimestampDay({ at }: { at: string }) {
  const { moment, zone } = useTimestampFormat();
  return (
    <time dateTime={at} title={`${moment(at)} ${zone(at)}`}>
      {formatDate(at)}
    </time>
  );
}

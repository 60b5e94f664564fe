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

import { useMoment } from '../lib/language/use-moment.ts';

/** 'Mar 7, 2025, 14:05', with the time zone in its title. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const { moment, zone } = useMoment();
  return (
    <time dateTime={at} title={zone(at)} className={className}>
      {moment(at)}
    </time>
  );
}

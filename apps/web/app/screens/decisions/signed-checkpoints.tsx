import type { LogIndex } from '@hakiki/contract/decision-log';
import { logCheckpointPath, logVerifierPath } from '@hakiki/contract/decision-log-values';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDay } from '../../lib/language/format-timestamps.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

const linkClass = 'inline-flex min-h-11 items-center gap-2 text-brand underline underline-offset-4';
/** One week; earlier checkpoints have URLs of the same form. */
const MAX_DAYS = 7;

/** Shows the signed checkpoints of the log, the public keys, and a verification script, if there are any. */
export function SignedCheckpoints({ index: { checkpoint, keys, days } }: { index: LogIndex }) {
  if (checkpoint === null) return null;
  return (
    <>
      <h3 className="font-semibold">{m.log_signed()}</h3>
      <p>{m.log_signed_why()}</p>
      <ul>
        <li>
          <a href={logCheckpointPath} className={linkClass}>
            <Icon name="file-check" className="size-4" />
            {m.log_signed_newest()}
          </a>
        </li>
        <li>
          <a href={logVerifierPath} download className={linkClass}>
            <Icon name="file-check" className="size-4" />
            {m.log_signed_script()}
          </a>
        </li>
      </ul>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
          {m.log_signed_days()}
        </summary>
        <ul>
          {days.slice(0, MAX_DAYS).map(({ day, size, path }) => (
            <li key={day}>
              <a href={path} className={linkClass}>
                {m.log_signed_day({ day: formatDay(day), count: size, shown: formatNumber(size) })}
              </a>
            </li>
          ))}
        </ul>
      </details>
      <h3 className="font-semibold">{m.log_keys()}</h3>
      <ul className="grid gap-2">
        {keys.map(({ key, first, last }) => (
          <li key={key}>
            <span className="font-mono text-sm break-all">{key}</span>
            <span className="block text-sm text-muted">
              {m.log_key_signed({ first: formatNumber(first), last: formatNumber(last) })}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{m.log_keys_note()}</p>
    </>
  );
}

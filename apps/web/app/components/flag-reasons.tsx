import { storedLang } from '../lib/stored-language.ts';
import { m } from '../paraglide/messages.js';

/** Why a provider was flagged, in the words of those who reported or decided it. */
export function FlagReasons({ reasons }: { reasons: readonly string[] }) {
  const shown = reasons.length > 0 ? reasons : [m.default_flag_reason()];
  return (
    <ul className="list-disc ps-5">
      {shown.map((reason, position) => (
        <li key={position} lang={reasons.length > 0 ? storedLang() : undefined}>
          {reason}
        </li>
      ))}
    </ul>
  );
}

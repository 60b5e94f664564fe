import { storedLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';

/** The reasons of a flag, as stored. */
export function FlagReasons({
  reasons,
  otherwise = m.default_flag_reason,
}: {
  reasons: readonly string[];
  otherwise?: () => string;
}) {
  const shown = reasons.length > 0 ? reasons : [otherwise()];
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

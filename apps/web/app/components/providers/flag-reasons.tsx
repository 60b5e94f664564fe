import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';

/** The reasons of a flag, as stored. */
export function FlagReasons({
  reasons,
  getFallback = m.default_flag_reason,
}: {
  reasons: readonly string[];
  getFallback?: () => string;
}) {
  const shown = reasons.length > 0 ? reasons : [getFallback()];
  return (
    <ul className="list-disc ps-5">
      {shown.map((reason, position) => (
        <li key={position} lang={reasons.length > 0 ? getStoredTextLang() : undefined}>
          {reason}
        </li>
      ))}
    </ul>
  );
}

import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { LanguageLabel } from '../language-label.tsx';
import { m } from '../../paraglide/messages.js';

/** The reasons of a flag, as stored. */
export function FlagReasons({
  reasons,
  getFallback = m.default_flag_reason,
}: {
  reasons: readonly string[];
  getFallback?: () => string;
}) {
  const isStored = reasons.length > 0;
  const shown = isStored ? reasons : [getFallback()];
  return (
    <>
      {isStored && <LanguageLabel />}
      <ul lang={isStored ? getStoredTextLang() : undefined} className="list-disc ps-5">
        {shown.map((reason, position) => (
          <li key={position}>{reason}</li>
        ))}
      </ul>
    </>
  );
}

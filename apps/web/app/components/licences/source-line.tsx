import { formatDate } from '../../lib/language/format.ts';
import { formatRoughDay } from '../../lib/licences/labels.ts';
import { m } from '../../paraglide/messages.js';
import { NewTabAnchor } from '../new-tab-anchor.tsx';

interface Props {
  source: string;
  url: string | null;
  asOf: string | null;
  checkedOn: string | null;
}

/** The source of a statement, its date, and the date of our check. */
export const SourceLine = ({ source, url, asOf, checkedOn }: Props) => (
  <p className="text-sm text-muted wrap-anywhere">
    {m.fh_source()}{' '}
    {url ? (
      <NewTabAnchor href={url} rel="noopener noreferrer nofollow" className="underline">
        {source}
      </NewTabAnchor>
    ) : (
      source
    )}{' '}
    · {m.licence_as_of({ day: formatRoughDay(asOf) })}
    {checkedOn && <> · {m.licence_checked_on({ day: formatDate(checkedOn) })}</>}
  </p>
);

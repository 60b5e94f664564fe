/** How the input was read: each thing in it as text, never as a link, with its verdict where there are several. */
import type { CheckReading } from '@hakiki/contract/check';
import type { ReadingKind, ReadingReason } from '@hakiki/contract/check-values';
import { Icon } from '../../components/ui/icon.tsx';
import { indicatorLabels } from '../../lib/alerts/indicator-labels.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { isPlainName } from '../../lib/pages/search-path.ts';
import { m } from '../../paraglide/messages.js';
import { getVerdictTone, sortBySeverity, verdictLabel } from './verdicts.ts';

const kindLabels: Record<ReadingKind, () => string> = {
  ...indicatorLabels,
  name: m.checking_kind_name,
  number: m.checking_kind_number,
};

/** Where the kind alone does not say it. */
const reasonTexts: Partial<Record<ReadingReason, (country: string) => string>> = {
  sharedHost: m.checking_why_shared,
  shortLink: m.checking_why_short,
  checksum: m.checking_why_checksum,
  walletForm: m.checking_why_form,
  wrongChecksum: m.checking_why_wrong,
  nationalNumber: (country) => m.checking_why_national({ country }),
  singleWord: m.checking_why_word,
  emailHost: m.checking_why_email,
  providerName: m.checking_why_provider,
};

/** Tills and paybills are stored with their country; names, accounts and apps with their network, bank or system. */
export const formatReadingValue = ({ kind, value }: Pick<CheckReading, 'kind' | 'value'>): string =>
  kind === 'till' || kind === 'paybill'
    ? value.slice(3).replace('#', ' / ')
    : kind === 'name'
      ? value
      : value.replace(/^([a-z]+):(?:id:)?(.+)$/, '$2 ($1)');

interface Line extends CheckReading {
  countries: string[];
}

const NATIONAL_DIGITS = 9;

/** A number without country code is one line, in whatever countries it was read. */
function toLines(readings: readonly CheckReading[]): Line[] {
  const lines = new Map<string, Line>();
  for (const reading of readings) {
    const { value, why, country, verdict } = reading;
    const digits = value.slice(-NATIONAL_DIGITS);
    const key = why === 'nationalNumber' ? digits + verdict : reading.kind + value;
    const same = lines.get(key);
    lines.set(key, {
      ...reading,
      value: same ? digits : value,
      countries: [...(same?.countries ?? []), country ?? ''],
    });
  }
  return [...lines.values()];
}

const SHOWN_READINGS = 3;

/** What to beware of stands out: of a whole message, the indicators of which nothing is known are folded away. */
export function Readings({ readings }: { readings: readonly CheckReading[] }) {
  if (readings.length === 0) return null;
  // A message as a whole is no name.
  if (readings.every(({ why, value }) => why === 'plainText' && !isPlainName(value))) {
    return readings[0]?.verdict === 'nothingKnown' && <p className="max-w-[68ch]">{m.checking_read_nothing()}</p>;
  }
  const sorted = toLines(sortBySeverity(readings));
  const known = sorted.filter(({ verdict }) => verdict !== 'nothingKnown').slice(0, SHOWN_READINGS);
  const shown = known.length > 0 ? known : sorted.slice(0, SHOWN_READINGS);
  const hidden = sorted.filter((reading) => !shown.includes(reading));
  return (
    <div>
      <h2 className="font-semibold">{m.checking_read_as()}</h2>
      <ReadingList readings={shown} hasVerdicts={sorted.length > 1} />
      {hidden.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
            {m.checking_read_more({ count: hidden.length, shown: formatNumber(hidden.length) })}
          </summary>
          <ReadingList readings={hidden} hasVerdicts />
        </details>
      )}
    </div>
  );
}

const ReadingList = ({ readings, hasVerdicts }: { readings: readonly Line[]; hasVerdicts: boolean }) => (
  <ul className="flex flex-col gap-1">
    {readings.map(({ kind, value, why, countries, verdict }) => {
      const reason = reasonTexts[why]?.(countries.map((country) => country && countryName(country)).join(', '));
      return (
        <li key={`${kind} ${value}`} data-reading={kind} data-verdict={verdict} className="wrap-anywhere">
          {hasVerdicts && (
            <span className="font-semibold">
              <Icon name={getVerdictTone(verdict).icon} className="inline size-4 align-text-bottom" />{' '}
              {m.checking_verdict_of({ verdict: verdictLabel(verdict) })}
            </span>
          )}{' '}
          {kindLabels[kind]()} <bdi className="font-semibold">{formatReadingValue({ kind, value })}</bdi>
          {reason && <span className="text-sm text-muted"> ({reason})</span>}
        </li>
      );
    })}
  </ul>
);

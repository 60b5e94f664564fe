/** Items that share a trace with the subject of the page. Loaded lazily: few answers and pages have them. */
import type { LinkedIndicator, SharedTrace } from '@hakiki/contract/families';
import type { TraceKind } from '@hakiki/contract/family-values';
import { checkPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { disputePathFor, pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

const sentences: Record<TraceKind, (counts: { count: number; shown: string }) => string> = {
  wallet: m.links_wallet,
  till: m.links_till,
  paybill: m.links_paybill,
  account: m.links_account,
  telegramId: m.links_telegram_id,
  phone: m.links_phone,
  email: m.links_email,
  chatName: m.links_chat_name,
};

export function SharedTraces({ traces }: { traces: readonly SharedTrace[] }) {
  return (
    <section data-links aria-labelledby="links">
      <h2 id="links" className="font-semibold">
        {m.links_title()}
      </h2>
      <ul className="mt-1 flex flex-col gap-3">
        {traces.map((trace) => (
          <li key={`${trace.kind} ${trace.value} ${trace.indicators[0]?.value}`} className="max-w-[68ch] wrap-anywhere">
            <TraceLine trace={trace} />
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-[68ch] text-sm text-muted">
        {m.links_note()}{' '}
        <Link to={disputePathFor('website', null)} className="inline-flex min-h-11 items-center underline md:min-h-0">
          {m.links_dispute()}
        </Link>
      </p>
    </section>
  );
}

function TraceLine({ trace: { kind, value, count, isAsked, indicators } }: { trace: SharedTrace }) {
  const counts = { count, shown: formatNumber(count) };
  const rest = count - indicators.length;
  return (
    <>
      <p>
        {isAsked ? m.links_used_by(counts) : sentences[kind](counts)} {value && <bdi className="text-sm">{value}</bdi>}
      </p>
      <ul>
        {indicators.map((indicator) => (
          <li key={`${indicator.kind} ${indicator.value}`}>
            <Link
              to={pathTo(`${checkPath}/${indicator.kind}/${encodeURIComponent(indicator.value)}`)}
              className="inline-flex min-h-11 items-center underline md:min-h-0"
            >
              {indicator.value}
            </Link>{' '}
            <span className="text-sm text-muted">{formatOrigin(indicator)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{m.links_more({ count: rest, shown: formatNumber(rest) })}</p>}
    </>
  );
}

const formatOrigin = ({ seenOn, source }: LinkedIndicator): string =>
  `(${formatDate(seenOn)}, ${source.name ?? m.links_own_source()})`;

/** The chats in which people can ask, each with a QR code, and what is stored of a question. */
import type { ChatChannel, ChatConnection } from '@hakiki/contract/chat';
import { askPath, checkPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { prefetch, startQueries, useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/ask.ts';

const chatsQuery = defineQuery('/api/chat', { anonymous: true });

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [chatsQuery]);
export const clientLoader = startQueries(() => [chatsQuery]);

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, { path: askPath, title: m.ask_title(), description: m.ask_description() });

export default function Ask() {
  const chats = useQuery(chatsQuery);
  return (
    <>
      <h1 className="title-page">{m.ask_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-pretty text-muted md:text-lg">{m.ask_lead()}</p>
      {chats.status === 'loading' && <Skeleton label={m.ask_loading()} className="mt-6 h-80" />}
      {chats.status === 'failed' && (
        <div className="mt-6">
          <QueryFailure message={m.ask_failed()} query={chats} />
        </div>
      )}
      {chats.status === 'ready' && (chats.data.length > 0 ? <Chats chats={chats.data} /> : <NoChat />)}
      <section aria-labelledby="kept" className="mt-8 max-w-[68ch]">
        <h2 id="kept" className="title-section">
          {m.ask_kept()}
        </h2>
        <ul className="mt-2 list-disc space-y-2 ps-5">
          <li>{m.ask_kept_nothing()}</li>
          <li>{m.ask_kept_marks()}</li>
          <li>{m.ask_kept_words()}</li>
          <li>{m.ask_never()}</li>
        </ul>
        <p className="mt-2">
          <Link to={pathTo('/privacy')} className={textLinkClass()}>
            {m.ask_privacy()}
          </Link>
        </p>
      </section>
    </>
  );
}

/** The names of the services are the same in every language. */
const nameByChannel: Record<ChatChannel, () => string> = {
  telegram: () => 'Telegram',
  whatsapp: () => 'WhatsApp',
  ussd: m.ask_ussd,
};
const hintByChannel: Record<ChatChannel, (address: string) => string> = {
  telegram: (name) => m.ask_telegram_hint({ name }),
  whatsapp: () => m.ask_whatsapp_hint(),
  ussd: () => m.ask_ussd_hint(),
};

const Chats = ({ chats }: { chats: readonly ChatConnection[] }) => (
  <ul className="mt-6 grid gap-6 md:grid-cols-2">
    {chats.map(({ channel, address, url, qrSvg }) => (
      <li key={channel} className="flex flex-col items-start gap-3 rounded-card border border-line bg-surface p-4">
        <h2 className="title-section">{nameByChannel[channel]()}</h2>
        <p>{hintByChannel[channel](address)}</p>
        <a href={url} className={buttonClass('primary')}>
          {channel === 'ussd' ? m.ask_dial({ address }) : m.ask_open({ address })}
        </a>
        {qrSvg && (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
            alt={m.ask_qr({ address })}
            className="size-40 rounded-control bg-[#fff] p-2"
          />
        )}
      </li>
    ))}
  </ul>
);

const NoChat = () => (
  <div className="mt-6">
    <Notice icon="empty" title={m.ask_none()}>
      <p className="max-w-[50ch] text-muted">{m.ask_none_hint()}</p>
      <Link to={pathTo(checkPath)} className={buttonClass('primary')}>
        {m.nav_check()}
      </Link>
    </Notice>
  </div>
);

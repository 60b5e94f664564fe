/** The published files of indicators, for operators of networks, developers and other authorities. */
import type { OpenData, PublishedFile } from '@hakiki/contract/open-data';
import { feedsPath } from '@hakiki/contract/open-data-values';
import { openDataPath } from '@hakiki/contract/site';
import { taxiiCollectionId, taxiiRootPath } from '@hakiki/contract/taxii-values';
import { useContext } from 'react';
import { CodeBlock } from '../../components/code-block.tsx';
import { NewTabAnchor } from '../../components/new-tab-anchor.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formatTimestamp } from '../../lib/language/format-timestamps.ts';
import { formatBytes, formatNumber } from '../../lib/language/format.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { SiteOriginContext } from '../../lib/pages/site-origin.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { prefetch, startQueries, useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/open-data.ts';

type Release = NonNullable<OpenData['release']>;

const openDataQuery = defineQuery('/api/open-data', { anonymous: true });

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [openDataQuery]);
export const clientLoader = startQueries(() => [openDataQuery]);

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, { path: openDataPath, title: m.open_data_title(), description: m.open_data_description() });

export default function OpenDataPage() {
  const openData = useQuery(openDataQuery);
  return (
    <>
      <h1 className="title-page">{m.open_data_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-pretty text-muted md:text-lg">{m.open_data_lead()}</p>
      {openData.status === 'loading' && <Skeleton label={m.open_data_loading()} className="mt-6 h-80" />}
      {openData.status === 'failed' && (
        <div className="mt-6">
          <QueryFailure message={m.open_data_failed()} query={openData} />
        </div>
      )}
      {openData.status === 'ready' &&
        (openData.data.release ? (
          <ReleaseReport {...openData.data.release} />
        ) : (
          <div className="mt-6">
            <Notice icon="empty" title={m.open_data_none()}>
              <p className="max-w-[50ch] text-muted">{m.open_data_none_hint()}</p>
            </Notice>
          </div>
        ))}
    </>
  );
}

/** What each file is for. Files of single days and events are in folders of their own. */
const purposes: Record<string, () => string> = {
  'domains.txt': m.open_data_use_domains,
  'hosts.txt': m.open_data_use_hosts,
  'adguard.txt': m.open_data_use_adguard,
  'dnsmasq.conf': m.open_data_use_dnsmasq,
  'rpz.zone': m.open_data_use_rpz,
  'addresses.csv': m.open_data_use_addresses,
  'indicators.jsonl.gz': m.open_data_use_jsonl,
  'links.jsonl.gz': m.open_data_use_links,
  'gpl3/indicators.jsonl.gz': m.open_data_use_gpl,
  'stix.json.gz': m.open_data_use_stix,
  'misp/manifest.json': m.open_data_use_misp,
  'filters/core.bin': m.open_data_use_filter,
  'filters/all.bin': m.open_data_use_filter,
  'feed.json': m.open_data_use_feed,
  'feed.xml': m.open_data_use_feed,
  'withdrawn.json': m.open_data_use_withdrawn,
  'withdrawn.xml': m.open_data_use_withdrawn,
};
const isChanges = ({ name }: PublishedFile): boolean => name.startsWith('changes/');

function ReleaseReport({ files, generatedAt, sequence, publicKey, sources, delay, errors }: Release) {
  const newestChanges = files.filter(isChanges).slice(-1);
  const rows = Object.keys(purposes).flatMap((name) => files.find((file) => file.name === name) ?? []);
  return (
    <>
      <p className="mt-4">
        {m.open_data_release({ time: formatTimestamp(generatedAt), sequence: String(sequence) })}{' '}
        {m.open_data_count({ count: formatNumber(errors.listed) })}
      </p>
      <section aria-labelledby="files" className="mt-8">
        <h2 id="files" className="title-section">
          {m.open_data_files()}
        </h2>
        <div className="mt-3">
          <DataTable
            label={m.open_data_files()}
            columns={getColumns()}
            rows={[...rows, ...newestChanges].map((file) => ({ ...file, id: file.name }))}
          />
        </div>
        <p className="mt-3 max-w-[68ch] text-muted">{m.open_data_never()}</p>
      </section>
      <Promises delay={delay} errors={errors} />
      <HowTo publicKey={publicKey} />
      <Sources sources={sources} />
    </>
  );
}

type FileRow = PublishedFile & { id: string };

const getColumns = (): Column<FileRow>[] => [
  { heading: m.open_data_file(), isName: true, cell: renderFileLink },
  { heading: m.open_data_for(), cell: getPurpose },
  { heading: m.open_data_entries(), isNumber: true, cell: ({ entries }) => formatNumber(entries) },
  { heading: m.open_data_size(), isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
  { heading: m.open_data_licence(), cell: ({ licence }) => licence },
];

const getPurpose = (file: PublishedFile) => (isChanges(file) ? m.open_data_use_changes() : purposes[file.name]?.());

const renderFileLink = ({ name }: PublishedFile) => (
  <a href={`${feedsPath}/${name}`} className="font-mono text-sm underline wrap-anywhere">
    {name}
  </a>
);

function Promises({ delay, errors }: Pick<Release, 'delay' | 'errors'>) {
  const { changes, medianSeconds, maxSeconds } = delay;
  return (
    <section aria-labelledby="promises" className="mt-10 flex max-w-[68ch] flex-col gap-3">
      <h2 id="promises" className="title-section">
        {m.open_data_promises()}
      </h2>
      <p>{m.open_data_promise_delay()}</p>
      <p>
        {medianSeconds === null || maxSeconds === null
          ? m.open_data_delay_none()
          : m.open_data_delay({
              changes: formatNumber(changes),
              median: formatNumber(medianSeconds),
              max: formatNumber(maxSeconds),
            })}
      </p>
      <p>
        {m.open_data_errors({
          overruled: formatNumber(errors.overruled),
          listed: formatNumber(errors.listed),
          days: formatNumber(errors.days),
        })}
      </p>
    </section>
  );
}

/** Where the files are, as a program needs it. */
function HowTo({ publicKey }: Pick<Release, 'publicKey'>) {
  const origin = useContext(SiteOriginContext);
  const toUrl = (name: string) => `${origin}${feedsPath}/${name}`;
  return (
    <section aria-labelledby="how" className="mt-10 flex max-w-[68ch] min-w-0 flex-col gap-3">
      <h2 id="how" className="title-section">
        {m.open_data_how()}
      </h2>
      <h3 className="font-semibold">Pi-hole, AdGuard Home</h3>
      <p>{m.open_data_how_pihole()}</p>
      <CodeBlock label="Pi-hole" text={toUrl('domains.txt')} />
      <h3 className="font-semibold">dnsmasq</h3>
      <CodeBlock
        label="dnsmasq"
        text={`curl -fsS ${toUrl('dnsmasq.conf')} -o /etc/dnsmasq.d/hakiki.conf\nsystemctl restart dnsmasq`}
      />
      <h3 className="font-semibold">BIND</h3>
      <CodeBlock
        label="BIND"
        text={`curl -fsS ${toUrl('rpz.zone')} -o /var/lib/bind/hakiki.rpz\n\noptions { response-policy { zone "hakiki.rpz"; }; };\nzone "hakiki.rpz" { type master; file "/var/lib/bind/hakiki.rpz"; };`}
      />
      <h3 className="font-semibold">TAXII</h3>
      <p>{m.open_data_how_taxii()}</p>
      <CodeBlock
        label="TAXII"
        text={`${origin}${taxiiRootPath}\n\ncurl -fsS "${origin}${taxiiRootPath}collections/${taxiiCollectionId}/objects/?added_after=2026-11-01T00:00:00Z"`}
      />
      <h3 className="font-semibold">{m.open_data_verify()}</h3>
      <p>{m.open_data_verify_text()}</p>
      <CodeBlock
        label="minisign"
        text={`curl -fsSO ${toUrl('manifest.json')}\ncurl -fsSO ${toUrl('manifest.json.minisig')}\nminisign -Vm manifest.json -P ${publicKey}`}
      />
    </section>
  );
}

const Sources = ({ sources }: Pick<Release, 'sources'>) => (
  <section aria-labelledby="sources" className="mt-10 flex max-w-[68ch] flex-col gap-3">
    <h2 id="sources" className="title-section">
      {m.open_data_sources()}
    </h2>
    <p>{m.open_data_sources_lead()}</p>
    <ul className="flex flex-col gap-3">
      {sources.map(({ name, url, licence, licenceUrl, attribution }) => (
        <li key={name} className="wrap-anywhere">
          <NewTabAnchor href={url} rel="noopener noreferrer nofollow" className="underline">
            {name}
          </NewTabAnchor>
          {' · '}
          {licenceUrl ? (
            <NewTabAnchor href={licenceUrl} rel="noopener noreferrer nofollow license" className="underline">
              {licence}
            </NewTabAnchor>
          ) : (
            licence
          )}
          {attribution && <p className="text-sm text-muted">{attribution}</p>}
        </li>
      ))}
    </ul>
  </section>
);

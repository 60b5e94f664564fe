/** The documentation of the public API, which the server generates from the contract. */
import type { ReactNode } from 'react';
import type { ApiDocs, DocumentedCall } from '../../../content/api-docs.ts';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { textLinkClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { m } from '../../paraglide/messages.js';
import { CodeBlock } from '../../components/code-block.tsx';
import { RunCall } from './run-call.tsx';
import { WebhookGuide } from './webhook-guide.tsx';

interface Props {
  docs: ApiDocs;
}

export function Reference({ docs }: Props) {
  const { words, calls, changes, origin, documentPath, feedPath, testKey } = docs;
  const [firstCall] = calls;
  return (
    <div className="grid gap-10 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <TableOfContents docs={docs} />
      <div className="flex min-w-0 flex-col gap-10">
        <div className="max-w-[68ch]">
          <p className="text-lg">{words.lead}</p>
          <p className="mt-2 break-all">
            <Code>{origin}</Code>
          </p>
          <p className="mt-2">
            <a href={documentPath} className={textLinkClass()}>
              {words.document}
            </a>
          </p>
        </div>
        <DocsSection id="start" heading={words.start.heading}>
          <p className="max-w-[68ch]">{words.start.text}</p>
          {firstCall && (
            <CodeBlock
              text={`export HAKIKI_API_KEY=${testKey}\n${firstCall.examples[0]?.[1] ?? ''}`}
              label={words.start.heading}
            />
          )}
        </DocsSection>
        <DocsSection id="calls" heading={words.callsHeading}>
          {calls.map((call) => (
            <CallDocs key={call.id} call={call} docs={docs} />
          ))}
        </DocsSection>
        <ErrorList docs={docs} />
        <RateLimitTable docs={docs} />
        {words.sections.map(({ id, heading, paragraphs }) => (
          <DocsSection key={id} id={id} heading={heading}>
            {paragraphs.map((text) => (
              <p key={text} className="max-w-[68ch]">
                {text}
              </p>
            ))}
          </DocsSection>
        ))}
        <WebhookGuide />
        <DocsSection id="changes" heading={words.changesHeading}>
          <dl className="flex flex-col gap-3">
            {changes.map(({ day, name, text }) => (
              <div key={name} className="flex flex-col gap-x-6 md:flex-row">
                <dt className="shrink-0 font-semibold">
                  <time dateTime={day}>{formatDate(`${day}T12:00:00Z`)}</time>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p>
            <a href={feedPath} className={textLinkClass()}>
              {words.feed}
            </a>
          </p>
        </DocsSection>
      </div>
    </div>
  );
}

const Code = ({ children }: { children: ReactNode }) => <code className="font-mono text-sm">{children}</code>;

function DocsSection({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`docs-${id}`} className="flex flex-col gap-4">
      <h3 id={`docs-${id}`} className="title-section scroll-mt-24">
        {heading}
      </h3>
      {children}
    </section>
  );
}

function TableOfContents({ docs: { words, calls } }: Props) {
  const entries = [
    ['start', words.start.heading],
    ['calls', words.callsHeading],
    // Without the part that all calls share, each fits one line.
    ...calls.map(({ id, method, path }) => [id, `${method} ${path.replace(/^\/api\/v\d+/, '')}`]),
    ['errors', words.errorsHeading],
    ['limits', words.limitsHeading],
    ...words.sections.map(({ id, heading }) => [id, heading]),
    ['webhooks', m.webhook_guide()],
    ['changes', words.changesHeading],
  ];
  return (
    <nav aria-label={words.onThisPage} className="self-start lg:sticky lg:top-24">
      <p className="text-sm font-semibold text-muted">{words.onThisPage}</p>
      <ul className="mt-2 border-s border-line">
        {entries.map(([id, label]) => (
          <li key={id}>
            <a
              href={`#docs-${id}`}
              className="flex min-h-11 items-center ps-4 text-muted wrap-anywhere hover:text-ink hover:underline lg:min-h-9 lg:text-sm"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CallDocs({ call, docs: { words, testKey } }: Props & { call: DocumentedCall }) {
  const label = `${call.method} ${call.path}`;
  return (
    <article
      aria-labelledby={`docs-${call.id}`}
      className="grid gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-5 lg:grid-cols-[1fr_19rem]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <h4 id={`docs-${call.id}`} className="scroll-mt-24 font-mono font-semibold break-all">
          {label}
        </h4>
        {call.ending && <p className="max-w-[68ch] font-semibold">{call.ending}</p>}
        <p className="max-w-[68ch]">{call.summary}</p>
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
          <div>
            <dt className="inline text-muted">{words.permission + words.colon} </dt>
            <dd className="inline">
              <Code>{call.permission}</Code>
            </dd>
          </div>
          <div>
            <dt className="inline text-muted">{words.limit + words.colon} </dt>
            <dd className="inline">
              {formatNumber(call.perHour)} {words.perHour}
            </dd>
          </div>
        </dl>
        <div>
          <h5 className="font-semibold">{words.parametersHeading}</h5>
          <EntryList entries={call.parameters} requiredLabel={words.required} />
        </div>
        {call.fields ? (
          <Disclosure label={words.fieldsHeading}>
            <EntryList entries={call.fields} />
          </Disclosure>
        ) : (
          <p>{words.sameFields}</p>
        )}
        <p className="text-sm wrap-break-word" hidden={call.codes.length === 0}>
          <span className="text-muted">{words.refusals + words.colon} </span>
          {call.codes.map((code, index) => (
            <span key={code}>
              {index > 0 && ', '}
              <a href={`#docs-${code}`} className="font-mono underline">
                {code}
              </a>
            </span>
          ))}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        {call.examples.map(([language, text]) => (
          <Disclosure key={language} label={language} group={`docs-${call.id}-example`} isOpen={language === 'curl'}>
            <CodeBlock text={text} label={`${label}, ${language}`} />
          </Disclosure>
        ))}
        {'path' in call.run ? (
          <RunCall path={call.run.path} testKey={testKey} words={words.start} />
        ) : (
          <Disclosure label={words.answer}>
            <CodeBlock text={call.run.reply} label={`${label}, ${words.answer}`} />
          </Disclosure>
        )}
      </div>
    </article>
  );
}

interface DisclosureProps {
  label: string;
  /** Of disclosures with the same group at most one is open. */
  group?: string;
  isOpen?: boolean;
  children: ReactNode;
}

const Disclosure = ({ label, group, isOpen, children }: DisclosureProps) => (
  <details name={group} open={isOpen} className="group">
    <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold">
      <Icon name="chevron-right" className="size-4 group-open:rotate-90" />
      {label}
    </summary>
    {children}
  </details>
);

interface Entry {
  name: string;
  kind: string;
  text: string;
  isRequired?: boolean;
}

function EntryList({ entries, requiredLabel }: { entries: readonly Entry[]; requiredLabel?: string }) {
  return (
    <dl className="flex flex-col divide-y divide-line">
      {entries.map(({ name, kind, text, isRequired }) => (
        <div key={name} className="py-3">
          <dt className="wrap-break-word">
            <Code>{name}</Code> {isRequired && <span className="ms-2 text-sm text-muted">{requiredLabel}</span>}
          </dt>
          <dd>
            {text}
            <span className="mt-1 block text-sm wrap-break-word text-muted">{kind}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ErrorList({ docs: { words, errors } }: Props) {
  return (
    <DocsSection id="errors" heading={words.errorsHeading}>
      <p className="max-w-[68ch]">{words.errorsText}</p>
      <dl className="flex flex-col divide-y divide-line">
        {errors.map(({ code, status, message, advice }) => (
          <div key={code} className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-[16rem_minmax(0,1fr)]">
            <dt id={`docs-${code}`} className="scroll-mt-24 font-mono text-sm break-all">
              {status} {code}
            </dt>
            <dd>
              {advice}
              <span lang="en" className="mt-1 block text-sm text-muted">
                {message}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </DocsSection>
  );
}

function RateLimitTable({ docs: { words, calls, quota } }: Props) {
  return (
    <DocsSection id="limits" heading={words.limitsHeading}>
      <p className="max-w-[68ch]">{words.limitsText}</p>
      <table className="w-full max-w-[48rem] text-start">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-2 text-start font-normal">
              {words.call}
            </th>
            <th scope="col" className="py-2 text-end font-normal">
              {words.limit}
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ id, method, path, perHour }) => (
            <tr key={id} className="border-b border-line">
              <th scope="row" className="py-2 pe-4 text-start font-mono text-sm font-normal break-all">
                {method} {path}
              </th>
              <td className="py-2 text-end tabular-nums">
                {formatNumber(perHour)} {words.perHour}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row" className="py-2 pe-4 text-start font-normal">
              {words.month}
            </th>
            <td className="py-2 text-end tabular-nums">{formatNumber(quota)}</td>
          </tr>
        </tbody>
      </table>
    </DocsSection>
  );
}

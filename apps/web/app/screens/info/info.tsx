import { Fragment } from 'react';
import { data, Link } from 'react-router';
import { infoPage } from '../../../content/index.ts';
import { parseInline } from '../../../content/inline.ts';
import { infoSlugs, type Block } from '../../../content/page.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { currentLanguage, translatePath } from '../../lib/language/language.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/info.ts';

export function loader({ request }: Route.LoaderArgs) {
  const path = translatePath(new URL(request.url).pathname.replace(/\.data$/, ''), 'en');
  const slug = infoSlugs.find((candidate) => `/${candidate}` === path);
  if (!slug) throw data(null, { status: 404 });
  return { slug, page: infoPage(currentLanguage(), slug) };
}

export const meta: Route.MetaFunction = (metaArgs) => {
  if (!metaArgs.loaderData) return [];
  const { slug, page } = metaArgs.loaderData;
  return pageHead(metaArgs, { path: `/${slug}`, title: page.title, description: page.description });
};

export default function InfoPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <div className="grid gap-10 lg:grid-cols-[16rem_1fr]">
      <nav
        aria-label={m.info_on_this_page()}
        className="order-2 hidden self-start lg:sticky lg:top-24 lg:order-none lg:block"
      >
        <p className="text-sm font-semibold text-muted">{m.info_on_this_page()}</p>
        <ul className="mt-2 border-s border-line">
          {page.sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`} className="inline-flex py-1.5 ps-4 text-muted hover:text-ink hover:underline">
                {section.heading}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article className="max-w-[68ch]">
        <h1 className="title-page">{page.title}</h1>
        <p className="mt-4 text-lg text-muted">
          <Inline text={page.lead} />
        </p>
        <p className="mt-2 text-sm text-muted">{m.info_updated({ date: formatDate(`${page.updated}T12:00:00Z`) })}</p>
        {page.sections.map((section) => (
          <section key={section.id} aria-labelledby={section.id} className="mt-10">
            <h2 id={section.id} className="title-section">
              {section.heading}
            </h2>
            {section.blocks.map((block, position) => (
              <BlockView key={position} block={block} />
            ))}
          </section>
        ))}
      </article>
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return (
        <p className="mt-4">
          <Inline text={block.text} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List className={`mt-4 flex flex-col gap-2 ps-6 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((item) => (
            <li key={item}>
              <Inline text={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'steps':
      return (
        <ol className="mt-4 flex flex-col gap-4">
          {block.items.map((step, position) => (
            <li key={step.title} className="flex gap-4">
              <span
                aria-hidden="true"
                className="flex size-8 shrink-0 items-center justify-center rounded-full bg-brand-soft font-semibold text-brand"
              >
                {position + 1}
              </span>
              <div>
                <p className="font-semibold">{step.title}</p>
                <p>
                  <Inline text={step.text} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      );
    case 'warning':
      return (
        <div className="mt-4 flex gap-3 rounded-card border border-accent bg-accent-soft p-4">
          <Icon name="warning" className="mt-0.5 size-5 text-accent" />
          <div>
            <p className="font-semibold">{block.title}</p>
            <p>
              <Inline text={block.text} />
            </p>
          </div>
        </div>
      );
    case 'definitions':
      return (
        <dl className="mt-4 flex flex-col gap-3">
          {block.items.map((item) => (
            <div key={item.term}>
              <dt className="font-semibold">{item.term}</dt>
              <dd>
                <Inline text={item.text} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'links':
      return (
        <ul className="mt-4 flex flex-col gap-1">
          {block.items.map((item) => (
            <li key={item.href}>
              <ContentLink href={item.href} label={item.label} />
            </li>
          ))}
        </ul>
      );
  }
}

function Inline({ text }: { text: string }) {
  return parseInline(text).map((part, position) =>
    part.kind === 'text' ? (
      <Fragment key={position}>{part.text}</Fragment>
    ) : (
      <ContentLink key={position} href={part.href} label={part.label} />
    ),
  );
}

function ContentLink({ href, label }: { href: string; label: string }) {
  const linkClass = 'text-brand underline underline-offset-2';
  if (href.startsWith('/')) {
    return (
      <Link to={pathTo(href as `/${string}`)} className={linkClass}>
        {label}
      </Link>
    );
  }
  return (
    <a href={href} rel="noopener noreferrer" className={linkClass}>
      {label}
    </a>
  );
}

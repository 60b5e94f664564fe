/** The sections of an information page. */
import { Fragment } from 'react';
import { Link } from 'react-router';
import { parseInline } from '../../../content/inline.ts';
import type { Block, Page } from '../../../content/page.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { Icon } from '../ui/icon.tsx';

export const InfoSections = ({ sections }: Pick<Page, 'sections'>) =>
  sections.map((section) => (
    <section key={section.id} aria-labelledby={section.id} className="mt-10">
      <h2 id={section.id} className="title-section">
        {section.heading}
      </h2>
      {section.blocks.map((block, position) => (
        <BlockView key={position} block={block} />
      ))}
    </section>
  ));

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

export function Inline({ text }: { text: string }) {
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

/** The meaning of a figure, its date, and how to cite it. */
import { figuresPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { CopyButton } from '../../components/copy-button.tsx';
import { textLinkClass } from '../../components/ui/button.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { formatDate } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

interface Props {
  title: string;
  explanation: string;
  asOf: string | undefined;
  /** The permalink. */
  path: string;
}

const getOrigin = () => (typeof document === 'undefined' ? undefined : location.origin);

export function Citation({ title, explanation, asOf, path }: Props) {
  const origin = useBrowserValue(getOrigin) ?? '';
  const day = asOf ? formatDate(asOf) : '–';
  const citation = m.regtech_citation({ title, day, address: `${origin}${path}` });
  return (
    <div className="flex max-w-[68ch] flex-col gap-1 text-sm text-muted">
      <p>
        {explanation}{' '}
        <Link to={`${pathTo(figuresPath)}#regtech`} className={textLinkClass('underline-offset-4')}>
          {m.regtech_definition()}
          <span className="sr-only">: {title}</span>
        </Link>
      </p>
      <p>{m.regtech_as_of({ day })}</p>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
          {m.regtech_cite()}
          <span className="sr-only">: {title}</span>
        </summary>
        <p className="mb-2 wrap-anywhere">{citation}</p>
        <CopyButton text={citation} what={m.regtech_cite()} />
        <p>
          <Link to={path} className={textLinkClass('underline-offset-4')}>
            {m.regtech_permalink()}
            <span className="sr-only">: {title}</span>
          </Link>
        </p>
      </details>
    </div>
  );
}

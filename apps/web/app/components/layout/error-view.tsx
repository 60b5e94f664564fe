import { isRouteErrorResponse, Link } from 'react-router';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';

/** Error page: what happened in plain words, and what to do next. */
export function ErrorView({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundView />;
  const isBusy = isRouteErrorResponse(error) && error.status === 503;
  return (
    <ErrorMessage title={m.error_title()} text={isBusy ? m.error_unavailable() : m.error_text()}>
      <a href="" className={buttonClass('primary')}>
        {m.try_again()}
      </a>
      <Link to={pathTo('/')} className={buttonClass('secondary')}>
        {m.go_home()}
      </Link>
    </ErrorMessage>
  );
}

export function NotFoundView() {
  return (
    <ErrorMessage title={m.not_found_title()} text={m.not_found_text()}>
      <Link to={pathTo('/')} className={buttonClass('primary')}>
        {m.go_home()}
      </Link>
      <Link to={pathTo('/directory')} className={buttonClass('secondary')}>
        {m.nav_providers()}
      </Link>
    </ErrorMessage>
  );
}

function ErrorMessage({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <div className="mx-auto flex max-w-[68ch] flex-col gap-4 py-8">
      <h1 className="title-page">{title}</h1>
      <p className="text-lg text-muted">{text}</p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}

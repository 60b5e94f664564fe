import { getErrorStatus } from '../lib/api/use-query.ts';
import { buttonClass } from './ui/button.ts';
import { Notice } from './ui/notice.tsx';
import { m } from '../paraglide/messages.js';

interface FailedQuery {
  /** The error of the query, if a request was sent. */
  error?: unknown;
  isRetrying: boolean;
  retry: () => void;
}

const HTTP_UNAVAILABLE = 503;

/**
 * Shown in place of data that could not be loaded, with a retry button, because nothing retries by itself. After a 503
 * it says that the server is busy instead of blaming the connection.
 */
export function QueryFailure({ message, query }: { message: string; query: FailedQuery }) {
  const isBusy = getErrorStatus(query.error) === HTTP_UNAVAILABLE;
  return (
    <Notice icon={isBusy ? 'clock' : 'offline'} title={message} role="alert">
      <p className="text-muted">{isBusy ? m.error_unavailable() : m.read_failed_hint()}</p>
      <button
        type="button"
        disabled={query.isRetrying}
        onClick={query.retry}
        className={buttonClass('secondary', 'needs-scripts')}
      >
        {m.try_again()}
      </button>
      <a href="" className={buttonClass('secondary', 'without-scripts')}>
        {m.try_again()}
      </a>
    </Notice>
  );
}

/** In place of data that is loading. */
export const Skeleton = ({ label, className }: { label: string; className: string }) => (
  <div role="status" aria-label={label} className={`skeleton ${className}`} />
);

import { statusOf } from '../lib/api/use-read.ts';
import { buttonClass } from './ui/button.ts';
import { Notice } from './ui/notice.tsx';
import { m } from '../paraglide/messages.js';

interface FailedRead {
  /** What the read failed with, where something was read. */
  error?: unknown;
  isRetrying: boolean;
  retry: () => void;
}

const BUSY = 503;

/**
 * The place of a list that could not be read. Nothing tries again by itself, so the person can. Whoever was answered has a connection:
 * where we are too busy we say that, and do not send people to look for a fault of theirs.
 */
export function ReadFailure({ sentence, read }: { sentence: string; read: FailedRead }) {
  const isBusy = statusOf(read.error) === BUSY;
  return (
    <Notice icon={isBusy ? 'clock' : 'offline'} title={sentence} role="alert">
      <p className="text-muted">{isBusy ? m.server_unavailable() : m.read_failed_hint()}</p>
      <button
        type="button"
        disabled={read.isRetrying}
        onClick={read.retry}
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

import { buttonClass } from './ui/button.ts';
import { Notice } from './ui/notice.tsx';
import { m } from '../paraglide/messages.js';

interface FailedRead {
  isRetrying: boolean;
  retry: () => void;
}

/** The place of a list that could not be read. Nothing tries again by itself, so the person can. */
export function ReadFailure({ sentence, read }: { sentence: string; read: FailedRead }) {
  return (
    <Notice icon="offline" title={sentence} role="alert">
      <p className="text-muted">{m.read_failed_hint()}</p>
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

import { useQuery } from '../../lib/api/use-query.ts';
import { unwatchProvider, watchesQuery, watchProvider } from '../../lib/providers/watches.ts';
import { m } from '../../paraglide/messages.js';
import { MutationButton } from '../mutation-button.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';

/** For members: they get an email when the verdict of this provider changes. Loaded lazily, only for them. */
export function WatchButton({ providerId }: { providerId: string }) {
  const watches = useQuery(watchesQuery);
  if (watches.status !== 'ready') return null;
  const isWatched = watches.data.some(({ id }) => id === providerId);
  return (
    <MutationButton
      key={String(isWatched)}
      mutation={isWatched ? unwatchProvider : watchProvider}
      getInput={() => ({ params: { id: providerId } })}
      failure={{ title: m.watch_failed, fallback: m.error_unexpected }}
      success={() =>
        isWatched
          ? { title: m.watch_ended(), description: m.watch_ended_text() }
          : { title: m.watch_started(), description: m.watch_started_text() }
      }
      className={buttonClass('secondary', 'self-start px-2 max-md:text-sm max-md:[&>svg]:hidden md:px-4')}
    >
      <Icon name={isWatched ? 'check-circle' : 'trending-up'} className="size-4" />
      {isWatched ? m.watch_stop() : m.watch_start()}
    </MutationButton>
  );
}

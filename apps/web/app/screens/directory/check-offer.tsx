import { checkPath } from '@hakiki/contract/site';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { toCheckTarget } from '../../lib/check/question.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { isNameSearch } from '../../lib/pages/name-search.ts';
import { m } from '../../paraglide/messages.js';

/** For a search that is more than a name: the check reads links and numbers in more spellings than the directory. */
export function CheckOffer({ search, country }: { search: string; country: string }) {
  const navigate = useNavigate();
  if (isNameSearch(search)) return null;
  const check = (event: FormEvent) => {
    event.preventDefault();
    void navigate(...toCheckTarget({ input: search, ...(country && { country }) }));
  };
  return (
    <form
      method="post"
      action={pathTo(checkPath)}
      onSubmit={check}
      className="col-span-full flex flex-col gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4 md:flex-row md:items-center"
    >
      <p className="min-w-0 flex-1">{m.checking_offer()}</p>
      <input type="hidden" name="input" value={search} />
      <input type="hidden" name="country" value={country} />
      <button type="submit" className={buttonClass('secondary')}>
        <Icon name="search" className="size-4" /> {m.checking_offer_submit()}
      </button>
    </form>
  );
}

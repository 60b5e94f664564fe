/**
 * Parts that only say something. A first visit brings them as markup and no script of theirs: the browser leaves that markup as
 * it is. Their code is fetched only for someone who comes to this page from within the site.
 */
import { useState, type ComponentType, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import type * as StillParts from './still-parts.ts';

let parts: typeof StillParts | undefined = import.meta.env.SSR ? await import('./still-parts.ts') : undefined;

/** To be awaited where the page does not come from the server. */
export async function loadStillParts(): Promise<void> {
  parts ??= await import('./still-parts.ts');
}

/** Always the same object: given another one, React would set the content anew. */
const asServed = { __html: '' };

function still<Props extends object>(
  partIn: (loaded: typeof StillParts) => ComponentType<Props>,
): ComponentType<Props> {
  return function Still(props) {
    const [loaded] = useState(() => parts);
    const follow = useFollowedLinks();
    if (!loaded) {
      // oxlint-disable-next-line react/no-danger -- nothing is set: it tells React to leave what the server has rendered
      return <div {...follow} suppressHydrationWarning dangerouslySetInnerHTML={asServed} />;
    }
    const Part = partIn(loaded);
    return (
      <div {...follow}>
        <Part {...props} />
      </div>
    );
  };
}

/** Links in markup are plain; this keeps a click on them in the page's own navigation. */
function useFollowedLinks() {
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    const href = event.target instanceof Element && event.target.closest('a')?.getAttribute('href');
    if (!href) return;
    event.preventDefault();
    void navigate(href);
  };
  return { onClick };
}

export const Features = still((loaded) => loaded.Features);
export const Regulators = still((loaded) => loaded.Regulators);
export const ReportList = still((loaded) => loaded.ReportList);
export const RiskExample = still((loaded) => loaded.RiskExample);
export const SignUpCards = still((loaded) => loaded.SignUpCards);
export const WarningsMap = still((loaded) => loaded.WarningsMap);

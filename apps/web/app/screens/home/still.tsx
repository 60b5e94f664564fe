/** Server-only parts of the home page; see components/layout/server-only.tsx. */
import { useState, type ComponentType } from 'react';
import { ServerMarkup, useRouterLinks } from '../../components/layout/server-only.tsx';
import type * as StillParts from './still-parts.ts';

let parts: typeof StillParts | undefined = import.meta.env.SSR ? await import('./still-parts.ts') : undefined;

/** Awaited when the page is rendered in the browser and not by the server. */
export async function loadStillParts(): Promise<void> {
  parts ??= await import('./still-parts.ts');
}

function still<Props extends object>(
  partIn: (loaded: typeof StillParts) => ComponentType<Props>,
): ComponentType<Props> {
  return function Still(props) {
    const [loaded] = useState(() => parts);
    const follow = useRouterLinks();
    if (!loaded) return <ServerMarkup {...follow} />;
    const Part = partIn(loaded);
    return (
      <div {...follow}>
        <Part {...props} />
      </div>
    );
  };
}

export const Features = still((loaded) => loaded.Features);
export const Hero = still((loaded) => loaded.Hero);
export const Register = still((loaded) => loaded.Register);
export const Regulators = still((loaded) => loaded.Regulators);
export const ReportList = still((loaded) => loaded.ReportList);
export const RiskExample = still((loaded) => loaded.RiskExample);
export const SignUpCards = still((loaded) => loaded.SignUpCards);
export const WarningsMap = still((loaded) => loaded.WarningsMap);

/** Server-only parts of the home page; see components/layout/server-only.tsx. */
import { useState, type ComponentType } from 'react';
import { ServerMarkup, useRouterLinks } from '../../components/layout/server-only.tsx';
import type * as StillParts from './server-only-parts.ts';

let partsModule: typeof StillParts | undefined = import.meta.env.SSR
  ? await import('./server-only-parts.ts')
  : undefined;

/** Awaited when the page is rendered in the browser and not by the server. */
export async function loadServerOnlyParts(): Promise<void> {
  partsModule ??= await import('./server-only-parts.ts');
}

function createServerOnlyPart<Props extends object>(
  selectPart: (module: typeof StillParts) => ComponentType<Props>,
): ComponentType<Props> {
  return function ServerOnlyPart(props) {
    const [module] = useState(() => partsModule);
    const linkHandlers = useRouterLinks();
    if (!module) return <ServerMarkup {...linkHandlers} />;
    const Component = selectPart(module);
    return (
      <div {...linkHandlers}>
        <Component {...props} />
      </div>
    );
  };
}

export const Features = createServerOnlyPart((module) => module.Features);
export const Hero = createServerOnlyPart((module) => module.Hero);
export const Register = createServerOnlyPart((module) => module.Register);
export const Regulators = createServerOnlyPart((module) => module.Regulators);
export const ReportList = createServerOnlyPart((module) => module.ReportList);
export const RiskExample = createServerOnlyPart((module) => module.RiskExample);
export const SignUpCards = createServerOnlyPart((module) => module.SignUpCards);
export const WarningsMap = createServerOnlyPart((module) => module.WarningsMap);

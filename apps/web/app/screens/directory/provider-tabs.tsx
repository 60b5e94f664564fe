import type { Provider } from '@hakiki/contract/directory';
import type { ReactNode } from 'react';
import { Tabs } from '../../components/ui/tabs.tsx';
import { providerPath } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

const tabLabels = {
  overview: m.tab_overview,
  reviews: m.tab_reviews,
  compliance: m.tab_compliance,
  security: m.tab_security,
  report: m.tab_report,
} as const;
export type ProviderTab = keyof typeof tabLabels;
const tabNames = Object.keys(tabLabels) as ProviderTab[];

export const parseTab = (params: URLSearchParams): ProviderTab =>
  tabNames.find((name) => name === params.get('tab')) ?? 'overview';

interface Props {
  provider: Provider;
  current: ProviderTab;
  children: ReactNode;
}

export function ProviderTabs({ provider, current, children }: Props) {
  const tabs = tabNames.map((name) => ({
    name,
    label: tabLabels[name](),
    path: providerPath(provider.id, name === 'overview' ? undefined : name),
  }));
  return (
    <Tabs id="provider" label={m.tabs_label({ name: provider.name })} tabs={tabs} current={current}>
      {children}
    </Tabs>
  );
}

/** Says on every page of a demonstration that its data is invented. */
import { createContext, use } from 'react';
import { m } from '../../paraglide/messages.js';

/** Whether this site is a demonstration; known to the server only. */
export const DemoContext = createContext(false);

/** Only the server writes it: the browser leaves it on every page that follows, and needs neither text nor setting. */
export function DemoBanner() {
  const isDemo = use(DemoContext);
  const html =
    import.meta.env.SSR && isDemo
      ? `<aside class="bg-limited-soft px-4 py-2 text-center font-semibold text-limited">${m.demo_banner()}</aside>`
      : '';
  // oxlint-disable-next-line react/no-danger -- our own text; React keeps what the server has rendered
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}

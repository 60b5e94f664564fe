/** The calls in short, as the server holds them: the numbers are those that it counts by. */
import { monthlyQuota, v1Calls } from '@hakiki/contract/api-key-values';
import { rateLimits } from '@hakiki/contract/limits';
import { FigureTable } from '../../components/month-chart.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { WebhookGuide } from './webhook-guide.tsx';

export const Documentation = () => (
  <div className="flex flex-col gap-6">
    <section className="flex flex-col gap-3">
      <h3 className="text-lg font-semibold">{m.api_docs_sending()}</h3>
      <p className="max-w-[68ch]">{m.api_docs_sending_text()}</p>
      <pre className="overflow-x-auto rounded-control border border-line bg-surface p-3 text-sm">
        <code>Authorization: Bearer hk_live_…</code>
      </pre>
      <p className="max-w-[68ch] text-muted">{m.api_docs_test()}</p>
    </section>
    <section className="flex flex-col gap-3">
      <h3 className="text-lg font-semibold">{m.api_docs_calls()}</h3>
      <FigureTable
        title={m.api_docs_calls()}
        heads={[m.api_call(), m.api_permission(), m.api_per_hour()]}
        rows={v1Calls.map(({ call, scope, limit }) => [call, scope, formatNumber(rateLimits[limit].points)])}
      />
      <p className="max-w-[68ch] text-muted">{m.api_docs_limits({ quota: formatNumber(monthlyQuota) })}</p>
    </section>
    <WebhookGuide />
  </div>
);

/** Explains how to receive webhooks, for the documentation tab. */
import { m } from '../../paraglide/messages.js';
import { exampleEvents, verifyInPython, verifyInTypeScript } from './webhook-examples.ts';

export const WebhookGuide = () => (
  <section aria-labelledby="docs-webhooks" className="flex flex-col gap-4">
    <h3 id="docs-webhooks" className="title-section scroll-mt-24">
      {m.webhook_guide()}
    </h3>
    <p className="max-w-[68ch]">{m.webhook_guide_text()}</p>
    <p className="max-w-[68ch]">{m.webhook_guide_verify()}</p>
    <CodeFigure title="TypeScript" text={verifyInTypeScript} />
    <CodeFigure title="Python" text={verifyInPython} />
    <p className="max-w-[68ch]">{m.webhook_guide_again()}</p>
    <CodeFigure title={m.webhook_guide_events()} text={exampleEvents.join('\n')} />
    <p className="max-w-[68ch]">{m.webhook_guide_words()}</p>
    <p className="max-w-[68ch]">{m.webhook_guide_local()}</p>
  </section>
);

/** Long lines wrap, so that a phone shows them completely. */
const CodeFigure = ({ title, text }: { title: string; text: string }) => (
  <figure className="flex flex-col gap-1">
    <figcaption className="font-semibold">{title}</figcaption>
    <pre className="rounded-control border border-line bg-surface p-3 text-sm wrap-break-word whitespace-pre-wrap">
      <code>{text}</code>
    </pre>
  </figure>
);

import { CopyButton } from './copy-button.tsx';

/** Long lines scroll inside this block. It is no region: a dozen landmarks would hide the page's sections. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable block needs keyboard focus
        tabIndex={0}
        role="group"
        aria-label={label}
        className="max-h-96 w-full overflow-auto rounded-control border border-line bg-page p-4 font-mono text-sm"
      >
        <code>{text}</code>
      </pre>
      <div className="needs-scripts">
        <CopyButton text={text} what={label} />
      </div>
    </div>
  );
}

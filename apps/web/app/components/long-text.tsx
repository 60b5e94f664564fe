import { m } from '../paraglide/messages.js';

const DEFAULT_PREVIEW_LENGTH = 320;

interface Props {
  text: string;
  /** Number of characters shown before it is opened. */
  previewLength?: number;
  className?: string;
}

/** Cuts a long text; the remaining text opens in its place, also without scripts. */
export function LongText({ text, previewLength = DEFAULT_PREVIEW_LENGTH, className = '' }: Props) {
  if (text.length <= previewLength) return <p className={`whitespace-pre-line ${className}`}>{text}</p>;
  const cut = text.lastIndexOf(' ', previewLength);
  const end = cut > 0 ? cut : previewLength;
  return (
    <div className={className}>
      <p className="whitespace-pre-line">{text.slice(0, end)}…</p>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline">
          {m.home_report_more()}
        </summary>
        <p className="whitespace-pre-line">…{text.slice(end)}</p>
      </details>
    </div>
  );
}

import { m } from '../../paraglide/messages.js';

export const ProgressBar = ({ label, percent }: { label: string; percent: number }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
    className="h-3 overflow-hidden rounded-full bg-line"
  >
    <svg className="h-full w-full" preserveAspectRatio="none" viewBox="0 0 100 1" aria-hidden="true">
      <rect width={percent} height="1" className="fill-brand" />
    </svg>
  </div>
);

/** Upload progress of the chosen files, in bytes. */
export function EvidenceProgress({ done, total }: { done: number; total: number }) {
  const percent = total === 0 ? 0 : Math.round((done / total) * 100);
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm font-semibold">{m.files_sending_percent({ percent })}</p>
      <ProgressBar label={m.files_sending()} percent={percent} />
    </div>
  );
}

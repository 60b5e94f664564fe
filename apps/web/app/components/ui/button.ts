/** Classes for buttons, and for links that look like one. */
const variants = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong border-transparent',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-brand-soft',
  quiet: 'bg-transparent text-brand border-transparent hover:bg-brand-soft',
  danger: 'bg-surface text-flagged border-flagged-line hover:bg-flagged-soft',
} as const;

export function buttonClass(variant: keyof typeof variants = 'primary', extraClasses = ''): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-4 py-2 text-center font-semibold transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-60 ${variants[variant]} ${extraClasses}`;
}

/** Classes for a link on a line of its own. */
export const textLinkClass = (extraClasses = ''): string =>
  `inline-flex min-h-11 items-center font-semibold text-brand underline ${extraClasses}`;

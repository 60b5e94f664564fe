/** The link to dispute a warning about one link, wallet or number. */
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { Link } from 'react-router';
import { toPrefilledState } from '../../lib/forms/prefilled.ts';
import { disputePathFor } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

interface Props {
  /** Left out where there are several: then it is typed into the form. */
  kind?: IndicatorKind | undefined;
  value?: string | null | undefined;
  /** Passes it on in the state of the browser's history instead of in the address. */
  isPrivate?: boolean;
}

export const DisputeLink = ({ kind = 'website', value = null, isPrivate = false }: Props) => (
  <Link
    to={disputePathFor(kind, isPrivate ? null : value)}
    state={isPrivate && value ? toPrefilledState(value) : undefined}
    className="inline-flex min-h-11 items-center self-start text-brand underline underline-offset-4"
  >
    {m.dispute_link()}
    {value && <span className="sr-only">: {value}</span>}
  </Link>
);

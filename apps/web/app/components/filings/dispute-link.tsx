/** The link to dispute a warning about one link, wallet or number. */
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { Link } from 'react-router';
import { disputePathFor } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

interface Props {
  /** Left out where there are several: then it is typed into the form. */
  kind?: IndicatorKind | undefined;
  value?: string | null | undefined;
}

export const DisputeLink = ({ kind = 'website', value = null }: Props) => (
  <Link
    to={disputePathFor(kind, value)}
    className="inline-flex min-h-11 items-center self-start text-brand underline underline-offset-4"
  >
    {m.dispute_link()}
    {value && <span className="sr-only">: {value}</span>}
  </Link>
);

import type { ProviderDetails } from '@hakiki/contract/directory';
import type { SharedTrace } from '@hakiki/contract/families';
import type { ProviderNews as Named } from '@hakiki/contract/news-mentions';
import { SharedTraces } from '../../components/families/shared-traces.tsx';
import { WithdrawalWatch } from '../../components/providers/withdrawal-watch.tsx';
import { ProviderNews } from './provider-news.tsx';

interface Props {
  watch: ProviderDetails['withdrawalWatch'];
  news: readonly Named[];
  traces: readonly SharedTrace[];
}

/** Loaded lazily, because few providers have such notes below the verdict. */
export default function ProviderNotes({ watch, news, traces }: Props) {
  return (
    <>
      {watch && <WithdrawalWatch watch={watch} />}
      {traces.length > 0 && <SharedTraces traces={traces} />}
      {news.length > 0 && <ProviderNews news={news} />}
    </>
  );
}

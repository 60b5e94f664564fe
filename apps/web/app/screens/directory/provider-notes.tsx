import type { ProviderDetails } from '@hakiki/contract/directory';
import type { ProviderNews as Named } from '@hakiki/contract/news-mentions';
import { WithdrawalWatch } from '../../components/providers/withdrawal-watch.tsx';
import { ProviderNews } from './provider-news.tsx';

interface Props {
  watch: ProviderDetails['withdrawalWatch'];
  news: readonly Named[];
}

/** Loaded lazily, because few providers have such notes below the verdict. */
export default function ProviderNotes({ watch, news }: Props) {
  return (
    <>
      {watch && <WithdrawalWatch watch={watch} />}
      {news.length > 0 && <ProviderNews news={news} />}
    </>
  );
}

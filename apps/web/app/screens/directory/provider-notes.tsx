import type { ProviderDetails } from '@hakiki/contract/directory';
import type { ProviderNews as Named } from '@hakiki/contract/news-mentions';
import { WithdrawalWatch } from '../../components/providers/withdrawal-watch.tsx';
import { ProviderNews } from './provider-news.tsx';

interface Props {
  watch: ProviderDetails['withdrawalWatch'];
  news: readonly Named[];
}

/** What stands under the verdict of few: the others do not bring its words along. */
export default function ProviderNotes({ watch, news }: Props) {
  return (
    <>
      {watch && <WithdrawalWatch watch={watch} />}
      {news.length > 0 && <ProviderNews news={news} />}
    </>
  );
}

import { newsCategories, newsCountries } from '@hakiki/contract/news-values';
import { FilterForm } from '../../components/lists/filter-form.tsx';
import { countryName } from '../../lib/language/country-words.ts';
import { to } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { isNarrowed, newsPath, parseNewsFilters, type NewsFilters } from './news-address.ts';
import { categoryLabel } from '../../lib/news/news-words.ts';

export function NewsFilterForm({ filters }: { filters: NewsFilters }) {
  return (
    <FilterForm
      label={m.news_filter()}
      action={to('/news')}
      addressOf={(chosen) => newsPath(parseNewsFilters(chosen))}
      isNarrowed={isNarrowed(filters)}
      filters={[
        {
          name: 'country',
          label: m.filter_country(),
          all: m.all_countries(),
          value: filters.country,
          options: newsCountries.map((value) => ({ value, label: countryName(value) })),
        },
        {
          name: 'category',
          label: m.news_filter_category(),
          all: m.news_all_categories(),
          value: filters.category,
          options: newsCategories.map((value) => ({ value, label: categoryLabel(value) })),
        },
      ]}
    />
  );
}

import { newsCategories, newsCountries } from '@hakiki/contract/news-values';
import { FilterForm } from '../../components/lists/filter-form.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { isFiltered, newsPath, parseNewsFilters, type NewsFilters } from './news-url.ts';
import { categoryLabel } from '../../lib/news/news-labels.ts';

export function NewsFilterForm({ filters }: { filters: NewsFilters }) {
  return (
    <FilterForm
      label={m.news_filter()}
      action={pathTo('/news')}
      toPath={(chosen) => newsPath(parseNewsFilters(chosen))}
      isFiltered={isFiltered(filters)}
      filters={[
        {
          name: 'country',
          label: m.filter_country(),
          allLabel: m.all_countries(),
          value: filters.country,
          options: newsCountries.map((value) => ({ value, label: countryName(value) })),
        },
        {
          name: 'category',
          label: m.news_filter_category(),
          allLabel: m.news_all_categories(),
          value: filters.category,
          options: newsCategories.map((value) => ({ value, label: categoryLabel(value) })),
        },
      ]}
    />
  );
}

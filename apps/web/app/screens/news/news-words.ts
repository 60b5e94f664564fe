import type { NewsCategory } from '@hakiki/contract/news-values';
import { m } from '../../paraglide/messages.js';

const labels: Record<NewsCategory, () => string> = {
  regulation: m.news_category_regulation,
  enforcement: m.news_category_enforcement,
  warning: m.news_category_warning,
  guidance: m.news_category_guidance,
};

export const categoryLabel = (category: NewsCategory): string => labels[category]();

import type { NewsCategory, NewsPriority } from '@hakiki/contract/news-values';
import { m } from '../../paraglide/messages.js';

const categoryLabels: Record<NewsCategory, () => string> = {
  regulation: m.news_category_regulation,
  enforcement: m.news_category_enforcement,
  warning: m.news_category_warning,
  guidance: m.news_category_guidance,
};

export const categoryLabel = (category: NewsCategory): string => categoryLabels[category]();

const priorityLabels: Record<NewsPriority, () => string> = {
  high: m.news_priority_high,
  normal: m.news_priority_normal,
  low: m.news_priority_low,
};

export const priorityLabel = (priority: NewsPriority): string => priorityLabels[priority]();

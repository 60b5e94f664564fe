import type { NewsCategory, NewsPriority } from '@hakiki/contract/news-values';
import { m } from '../../paraglide/messages.js';

const labels: Record<NewsCategory, () => string> = {
  regulation: m.news_category_regulation,
  enforcement: m.news_category_enforcement,
  warning: m.news_category_warning,
  guidance: m.news_category_guidance,
};

export const categoryLabel = (category: NewsCategory): string => labels[category]();

const priorities: Record<NewsPriority, () => string> = {
  high: m.news_priority_high,
  normal: m.news_priority_normal,
  low: m.news_priority_low,
};

export const priorityLabel = (priority: NewsPriority): string => priorities[priority]();

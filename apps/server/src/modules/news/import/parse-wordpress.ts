/**
 * Parses the WordPress REST API (/wp-json/wp/v2/), newest first. Requests few fields: full texts would be megabytes.
 */
import * as z from 'zod';
import type { Announcement } from '../sources/source.ts';

export const WORDPRESS_POSTS = 20;
export const wordpressQuery = `per_page=${WORDPRESS_POSTS}&_fields=date_gmt,link,title,excerpt`;

const Posts = z.array(
  z.object({
    date_gmt: z.string(),
    link: z.string(),
    title: z.object({ rendered: z.string() }),
    /** Not every post type has one. */
    excerpt: z.object({ rendered: z.string() }).optional(),
  }),
);

export const parseWordpressPosts = (body: string): Announcement[] =>
  Posts.parse(JSON.parse(body)).map(({ date_gmt, link, title, excerpt }) => ({
    title: title.rendered,
    summary: excerpt?.rendered ?? '',
    link,
    // WordPress omits the time zone; the field name says GMT.
    date: `${date_gmt}Z`,
  }));

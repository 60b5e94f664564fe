/** What WordPress answers at /wp-json/wp/v2/, newest first. Only these fields are asked for: with whole texts it would be megabytes. */
import * as z from 'zod';
import type { Announced } from './sources/source.ts';

export const WORDPRESS_POSTS = 20;
export const wordpressQuery = `per_page=${WORDPRESS_POSTS}&_fields=date_gmt,link,title,excerpt`;

const Posts = z.array(
  z.object({
    date_gmt: z.string(),
    link: z.string(),
    title: z.object({ rendered: z.string() }),
    /** Not every kind of post has one. */
    excerpt: z.object({ rendered: z.string() }).optional(),
  }),
);

export const wordpressPosts = (answer: string): Announced[] =>
  Posts.parse(JSON.parse(answer)).map(({ date_gmt, link, title, excerpt }) => ({
    title: title.rendered,
    summary: excerpt?.rendered ?? '',
    link,
    // Written without the zone that its name tells.
    date: `${date_gmt}Z`,
  }));

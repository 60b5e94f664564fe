-- Reviews that were approved before the counts were kept.
insert into rating_counts (provider_id, rating, n)
select provider_id, rating, count(*) from reviews where status = 'approved' group by provider_id, rating
on conflict (provider_id, rating) do update set n = excluded.n;

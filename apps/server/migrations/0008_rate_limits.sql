-- Counters that may be lost with the server's memory: unlogged, so that counting costs no write-ahead log.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
--> statement-breakpoint
create index rate_limits_expire on rate_limits (expire);

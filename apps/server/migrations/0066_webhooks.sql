CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"first_tried_at" timestamp with time zone,
	"last_attempt_at" timestamp with time zone,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status_code" smallint,
	"fault" text,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_state_known" CHECK ("webhook_deliveries"."state" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_fault_known" CHECK ("webhook_deliveries"."fault" in ('address', 'certificate', 'redirect', 'status', 'too-slow', 'unreachable'))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"spread_at" timestamp with time zone,
	CONSTRAINT "webhook_events_type_known" CHECK ("webhook_events"."type" in ('provider.changed', 'licence.changed', 'alert.published', 'alert.withdrawn', 'webhook.test'))
);
--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failing_since" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"served_at" timestamp with time zone,
	CONSTRAINT "webhooks_state_known" CHECK ("webhooks"."state" in ('active', 'paused', 'failing')),
	CONSTRAINT "webhooks_events_known" CHECK ("webhooks"."events" <@ array['provider.changed', 'licence.changed', 'alert.published', 'alert.withdrawn']::text[])
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("event_id","webhook_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_at") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("webhook_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("created_at") WHERE "webhook_events"."spread_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_events_age" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_secrets_of_webhook" ON "webhook_secrets" USING btree ("webhook_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_secrets_current" ON "webhook_secrets" USING btree ("webhook_id") WHERE "webhook_secrets"."ends_at" is null;--> statement-breakpoint
CREATE INDEX "webhooks_of_account" ON "webhooks" USING btree ("account_id","created_at");--> statement-breakpoint
-- In the transaction of the change, so that no event is lost and none is told of what was rolled back. Only while somebody listens: an
-- import of a million providers writes nothing here.
create function public.tell_webhooks(event_type text, told jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from webhooks where event_type = any (events)) then
    insert into webhook_events (id, type, data) values (gen_random_uuid(), event_type, told);
  end if;
end;
$$;
--> statement-breakpoint
create function public.tell_licence(provider public.providers, changed jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform tell_webhooks('licence.changed', jsonb_build_object(
    'id', provider.id, 'name', provider.name, 'licenseInfo', provider.license_info,
    'regulatoryCompliance', provider.regulatory_compliance, 'changed', changed));
end;
$$;
--> statement-breakpoint
-- Of one that has left the register, only that: like its page, which is gone, nothing repeats what was said about it.
create function public.tell_provider_changed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  before jsonb := '{}';
  after jsonb := provider_statement(new) - 'kind';
  changed jsonb := '["reviewState"]';
begin
  if tg_op = 'UPDATE' then
    before := provider_statement(old) - 'kind';
    select coalesce(jsonb_agg(key order by key), '[]') into changed
    from jsonb_each(after) where value is distinct from before -> key;
    if changed = '[]' then
      return null;
    end if;
  end if;
  if new.review_state <> 'approved' then
    perform tell_webhooks('provider.changed', jsonb_build_object(
      'id', new.id, 'name', null, 'type', null, 'verificationStatus', null, 'riskScore', null, 'countries', '[]'::jsonb,
      'isListed', false, 'changed', '["reviewState"]'::jsonb));
    return null;
  end if;
  perform tell_webhooks('provider.changed', jsonb_build_object(
    'id', new.id, 'name', new.name, 'type', new.type, 'verificationStatus', new.verification_status,
    'riskScore', new.risk_score, 'countries', new.countries, 'isListed', new.is_public, 'changed', changed));
  if tg_op = 'UPDATE' and old.review_state = 'approved' and changed ?| array['licenseInfo', 'regulatoryCompliance'] then
    perform tell_licence(new, (
      select jsonb_agg(key order by key) from jsonb_array_elements_text(changed) as t (key)
      where key in ('licenseInfo', 'regulatoryCompliance')));
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger providers_told_when_listed after insert on public.providers for each row
when (new.review_state = 'approved') execute function public.tell_provider_changed();
--> statement-breakpoint
create trigger providers_told_when_changed after update of
  review_state, verification_status, risk_score, flagged_reasons, regulatory_compliance, user_satisfaction,
  security_measures, name, other_names, type, description, website, countries, license_info
on public.providers for each row when ('approved' in (old.review_state, new.review_state))
execute function public.tell_provider_changed();
--> statement-breakpoint
create function public.tell_evidence_changed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  provider providers;
begin
  select * into provider from providers
  where id = case tg_op when 'DELETE' then old.provider_id else new.provider_id end and review_state = 'approved';
  if found then
    perform tell_licence(provider, '["evidence"]');
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger provider_evidence_told_when_added after insert on public.provider_evidence for each row
when (new.kind in ('licence', 'registration')) execute function public.tell_evidence_changed();
--> statement-breakpoint
create trigger provider_evidence_told_when_changed after update on public.provider_evidence for each row
when ('licence' in (old.kind, new.kind) or 'registration' in (old.kind, new.kind)) execute function public.tell_evidence_changed();
--> statement-breakpoint
create trigger provider_evidence_told_when_removed after delete on public.provider_evidence for each row
when (old.kind in ('licence', 'registration')) execute function public.tell_evidence_changed();
--> statement-breakpoint
create function public.tell_alert_changed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.status = 'approved' then
    perform tell_webhooks('alert.published', jsonb_build_object(
      'id', new.id, 'alertType', new.alert_type, 'severity', new.severity, 'language', new.language,
      'affectedCountries', new.affected_countries,
      'providerId', (select p.id from providers p where p.id = new.affected_provider_id and p.is_public)));
  else
    perform tell_webhooks('alert.withdrawn', jsonb_build_object('id', new.id));
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger fraud_alerts_told_when_new after insert on public.fraud_alerts for each row
when (new.status = 'approved') execute function public.tell_alert_changed();
--> statement-breakpoint
create trigger fraud_alerts_told_when_decided after update of status on public.fraud_alerts for each row
when ((old.status = 'approved') <> (new.status = 'approved')) execute function public.tell_alert_changed();

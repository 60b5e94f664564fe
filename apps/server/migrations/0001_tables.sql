-- Tables by module, as its tables.ts defines them. Foreign keys and indexes follow in the next file.

-- ------ accounts ------

create table users (
  id uuid primary key,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  first_name text,
  last_name text,
  cellphone_number text,
  profile_image_url text,
  user_type text default 'user' not null,
  business_name text,
  organization_name text,
  regulatory_license text,
  organization_type text,
  subscription_tier text default 'free' not null,
  subscription_status text default 'inactive' not null,
  subscription_ends_at timestamptz,
  grace_until timestamptz,
  plan_since timestamptz,
  is_admin boolean default false not null,
  is_moderator boolean default false not null,
  referral_code text,
  language text default 'en' not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint users_user_type_known check (user_type in ('user', 'business', 'regtech')),
  constraint users_organization_type_known check (organization_type in ('bank', 'financial_institution', 'regulator',
    'compliance_firm', 'fintech', 'crypto_exchange', 'other')),
  constraint users_tier_known check (subscription_tier in ('free', 'premium', 'api', 'enterprise')),
  constraint users_subscription_status_known check (subscription_status in ('active', 'pending', 'cancelled',
    'expired', 'inactive'))
);

-- Number of accounts by type and plan, maintained by triggers.
create table user_counts (
  user_type text not null,
  tier text not null,
  n integer not null,
  constraint user_counts_user_type_tier_pk primary key (user_type, tier)
);

create table sessions (
  id uuid primary key,
  token_hash bytea not null,
  user_id uuid not null,
  device text not null,
  awaits_factor boolean default false not null,
  has_second_factor boolean default false not null,
  factor_at timestamptz,
  created_at timestamptz default now() not null,
  last_seen_at timestamptz default now() not null,
  expires_at timestamptz not null
);

create table mailed_tokens (
  id uuid primary key,
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  created_at timestamptz default now() not null,
  expires_at timestamptz not null,
  constraint mailed_tokens_purpose_known check (purpose in ('verify-email', 'reset-password', 'change-email-old',
    'change-email-new'))
);

-- At most one per person; the address changes when both sides have agreed.
create table email_changes (
  user_id uuid primary key,
  email text not null,
  confirmed_by_old_at timestamptz,
  confirmed_by_new_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null
);

create table authenticator_apps (
  user_id uuid primary key,
  sealed_secret text not null,
  confirmed_at timestamptz,
  mark bytea,
  last_used_step bigint default 0 not null,
  created_at timestamptz default now() not null
);

-- Wrong codes of the last day.
create table wrong_codes (
  id uuid primary key,
  user_id uuid not null,
  created_at timestamptz default now() not null
);

create table backup_codes (
  user_id uuid not null,
  code_hash text not null,
  constraint backup_codes_user_id_code_hash_pk primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  mark bytea,
  counter bigint default 0 not null,
  transports text[] default '{}' not null,
  name text not null,
  created_at timestamptz default now() not null,
  last_used_at timestamptz
);

-- Emails about a plan, each sent once, by the transaction that inserts the row. `stage` names email and period.
create table plan_emails (
  id uuid primary key,
  user_id uuid not null,
  stage text not null,
  created_at timestamptz default now() not null
);

-- Pending resets of a lost second factor, requested by an operator. At most one per person.
create table factor_resets (
  id uuid primary key,
  user_id uuid not null,
  token_hash bytea not null,
  notified_at timestamptz,
  created_at timestamptz default now() not null
);

-- A challenge works once: its row is deleted with the first response.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid,
  expires_at timestamptz not null
);

-- ------ alarms ------

create table alarms (
  kind text primary key,
  figure double precision not null,
  raised_at timestamptz,
  told_on date,
  is_notified boolean default false not null,
  constraint alarms_kind_known check (kind in ('audit-behind', 'decision-log-behind', 'decision-log-unsigned',
    'jobs-failing', 'mail-waiting', 'disk-filling', 'certificate-ending', 'replication-behind', 'backup-old',
    'news-silent', 'replies-overdue', 'masks-overdue'))
);

-- ------ audit ------

create table audit_entries (
  id uuid primary key,
  at timestamptz default clock_timestamp() not null,
  actor_kind text not null,
  actor_id text,
  action text not null,
  subject text collate "C",
  reason text,
  detail jsonb,
  constraint audit_entries_actor_kind check (actor_kind in ('user', 'visitor', 'key', 'operator', 'system'))
);

-- The chain: positions count from 1 without a gap, and each hash covers the previous one.
create table audit_seals (
  "position" bigint primary key,
  entry_id uuid not null,
  hash bytea not null,
  cleared bytea,
  constraint audit_seals_entry unique (entry_id)
);

-- The queue of unsealed entries, filled by a trigger, so that finding them does not depend on the size of the log.
create table audit_unsealed (
  entry_id uuid primary key
);

-- ------ billing ------

-- Permission to charge a card every month until it is cancelled. The gateway gets our id with the checkout.
create table card_agreements (
  id uuid primary key,
  user_id uuid,
  status text default 'started' not null,
  token text,
  first_cents integer not null,
  monthly_cents integer not null,
  is_test boolean default false not null,
  next_charge_on date,
  failed_since timestamptz,
  end_asked_at timestamptz,
  end_reason text,
  created_at timestamptz default now() not null,
  constraint card_agreements_status_known check (status in ('started', 'active', 'ending', 'ended'))
);

create table payments (
  id uuid primary key,
  user_id uuid,
  tier text not null,
  method text default 'bank_deposit' not null,
  reference text not null,
  amount_cents integer not null,
  credits_used integer default 0 not null,
  status text default 'pending' not null,
  agreement_id uuid,
  gateway_reference text,
  period_from timestamptz,
  period_to timestamptz,
  decided_at timestamptz,
  created_at timestamptz default now() not null,
  constraint payments_tier_known check (tier in ('free', 'premium', 'api', 'enterprise')),
  constraint payments_method_known check (method in ('bank_deposit', 'card_payment')),
  constraint payments_status_known check (status in ('pending', 'confirmed', 'declined', 'refunded')),
  constraint payments_amount_positive check (amount_cents >= 0 and credits_used >= 0)
);

-- Notifications from the gateway: the signed part of each, stored once.
create table gateway_notices (
  id uuid primary key,
  body_hash bytea not null,
  body bytea not null,
  is_from_gateway boolean not null,
  outcome text default 'waiting' not null,
  created_at timestamptz default now() not null,
  settled_at timestamptz,
  constraint gateway_notices_outcome_known check (outcome in ('waiting', 'held', 'taken', 'ignored', 'refused'))
);

create table refunds (
  id uuid primary key,
  user_id uuid,
  payment_id uuid not null,
  status text default 'asked' not null,
  amount_cents integer not null,
  decided_at timestamptz,
  created_at timestamptz default now() not null,
  constraint refunds_status_known check (status in ('asked', 'paid', 'declined'))
);

-- Mismatches between our records and those of the payment gateway. `subject` identifies one, so that the nightly
-- check does not record it twice.
create table differences (
  id uuid primary key,
  kind text not null,
  subject text not null,
  detail text not null,
  amount_cents integer,
  user_id uuid,
  note text,
  settled_at timestamptz,
  created_at timestamptz default now() not null,
  constraint differences_kind_known check (kind in ('notice-held', 'charge-unexpected', 'charge-missing',
    'cancel-refused', 'books-wrong'))
);

-- A ledger account: the bank, the gateway, what a user owes, income, credits. Its balance is the sum of its entries.
create table ledger_accounts (
  id uuid primary key,
  name text not null,
  currency text not null,
  balance bigint default 0 not null,
  version integer default 0 not null,
  created_at timestamptz default now() not null,
  constraint ledger_accounts_currency_known check (currency in ('ZAR', 'CREDIT'))
);

create table ledger_transfers (
  id uuid primary key,
  source text not null,
  source_id text not null,
  event_at timestamptz not null,
  created_at timestamptz default now() not null
);

create table ledger_entries (
  id uuid primary key,
  transfer_id uuid not null,
  account_id uuid not null,
  amount bigint not null,
  balance_before bigint not null,
  balance_after bigint not null,
  account_version integer not null,
  constraint ledger_entries_add_up check (balance_after = balance_before + amount),
  constraint ledger_entries_move check (amount <> 0)
);

-- Results of the nightly ledger checks.
create table ledger_proofs (
  id uuid primary key,
  entries bigint not null,
  faults integer not null,
  created_at timestamptz default now() not null
);

-- The last number used in a series. It is incremented at the end of the issuing transaction, so that there is no gap.
create table invoice_counters (
  series text primary key,
  last integer not null
);

-- Invoices as issued; an error is corrected by a credit note. They stay when the account is deleted.
create table invoices (
  id uuid primary key,
  number text not null,
  kind text not null,
  user_id uuid,
  payment_id uuid,
  credits_invoice_id uuid,
  supplier jsonb not null,
  recipient jsonb not null,
  description text not null,
  total_cents integer not null,
  vat_cents integer,
  issued_on date not null,
  due_on date,
  created_at timestamptz default now() not null,
  constraint invoices_kind_known check (kind in ('premium', 'listing', 'api', 'credit_note'))
);

-- Status of an invoice after it was issued, and its PDF file once the worker has created it.
create table invoice_standings (
  invoice_id uuid primary key,
  status text not null,
  paid_at timestamptz,
  file bytea,
  file_hash bytea,
  constraint invoice_standings_status_known check (status in ('issued', 'paid', 'overdue', 'credited'))
);

-- ------ billing/referrals ------

create table referrals (
  id uuid primary key,
  referrer_id uuid not null,
  referred_user_id uuid,
  status text default 'pending' not null,
  reward_amount integer default 0 not null,
  completed_at timestamptz,
  created_at timestamptz default now() not null,
  constraint referrals_status_known check (status in ('pending', 'completed', 'credited')),
  constraint referrals_rewarded_when_completed check ((status = 'pending') = (reward_amount = 0)),
  constraint referrals_of_others check (referrer_id <> referred_user_id)
);

-- A review is opened when a person's referrals come too fast; further ones are added to the same review.
create table referral_reviews (
  id uuid primary key,
  referrer_id uuid not null,
  status text default 'pending' not null,
  decided_at timestamptz,
  created_at timestamptz default now() not null,
  constraint referral_reviews_status_known check (status in ('pending', 'approved', 'rejected'))
);

-- The referrals that a review decides on.
create table held_referrals (
  referral_id uuid primary key,
  look_id uuid not null
);

-- ------ business ------

-- The business's own data; the listing belongs to the directory module.
create table businesses (
  id uuid primary key,
  company_name text not null,
  contact_email text not null,
  business_type text default 'Other' not null,
  website text,
  provider_id uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint businesses_type_known check (business_type in ('Exchange', 'Broker', 'Wallet', 'OTC Desk',
    'Payment Processor', 'Mining Pool', 'DeFi Platform', 'Other'))
);

-- An account belongs to at most one business. A deleted row ends the access with the next call.
create table business_members (
  user_id uuid primary key,
  business_id uuid not null,
  role text not null,
  created_at timestamptz default now() not null,
  constraint business_members_role_known check (role in ('viewer', 'editor', 'owner'))
);

-- Open invitations, and accepted ones until they expire, so that an acceptance can be repeated.
create table business_invitations (
  id uuid primary key,
  business_id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by uuid,
  language text not null,
  accepted_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null,
  constraint business_invitations_role_known check (role in ('viewer', 'editor', 'owner'))
);

-- The requested values, by the names of the provider's public fields.
create table profile_changes (
  id uuid primary key,
  provider_id uuid not null,
  changes jsonb not null,
  status text default 'pending' not null,
  decided_at timestamptz,
  created_at timestamptz default now() not null,
  constraint profile_changes_status_known check (status in ('pending', 'approved', 'rejected'))
);

create table business_documents (
  id uuid primary key,
  provider_id uuid,
  business_id uuid,
  name text not null,
  name_key text,
  type text not null,
  bytes integer,
  sha256 bytea,
  sealed_under bytea,
  version integer default 1 not null,
  is_current boolean default true not null,
  status text default 'pending' not null,
  reason text,
  valid_until date,
  decided_at timestamptz,
  created_at timestamptz default now() not null,
  constraint business_documents_status_known check (status in ('pending', 'approved', 'rejected'))
);

create table page_views (
  provider_id uuid not null,
  day date not null,
  views integer not null,
  constraint page_views_provider_id_day_pk primary key (provider_id, day),
  constraint page_views_positive check (views > 0)
);

-- How far each log of the edge was counted; updated in the transaction that counts.
create table counted_logs (
  path text primary key,
  inode bigint not null,
  "offset" bigint not null
);

-- Claims of a listing. The token is in plain text: it is public in DNS and useless without a moderator.
create table listing_claims (
  id uuid primary key,
  business_id uuid not null,
  provider_id uuid not null,
  domain text not null,
  method text not null,
  mailbox text,
  token text not null,
  status text default 'open' not null,
  fault text,
  asked_at timestamptz,
  proven_at timestamptz,
  decided_at timestamptz,
  created_at timestamptz default now() not null,
  constraint listing_claims_method_known check (method in ('dns', 'file', 'mail')),
  constraint listing_claims_mailbox_known check (mailbox in ('admin', 'administrator', 'hostmaster', 'postmaster',
    'webmaster')),
  constraint listing_claims_status_known check (status in ('open', 'pending', 'approved', 'rejected')),
  constraint listing_claims_fault_known check (fault in ('record-missing', 'record-differs', 'file-missing',
    'file-differs', 'file-elsewhere', 'unreachable', 'code-differs', 'website-changed')),
  constraint listing_claims_mail_has_box check ((method = 'mail') = (mailbox is not null))
);

-- ------ business/replies ------

create table business_replies (
  id uuid primary key,
  business_id uuid,
  provider_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  text text not null,
  language text not null,
  status text default 'pending' not null,
  reason text,
  due_at timestamptz default now() + interval '7 days' not null,
  decided_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz default now() not null,
  constraint business_replies_kind_known check (kind in ('provider', 'alert', 'report')),
  constraint business_replies_status_known check (status in ('pending', 'approved', 'rejected')),
  constraint business_replies_reason_known check (reason in ('insult', 'threat', 'private-data'))
);

-- ------ contact ------

create table sales_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  company text,
  phone text,
  subject text not null,
  message text not null,
  language text default 'en' not null,
  answered_at timestamptz,
  created_at timestamptz default now() not null
);

-- ------ contact-access ------

-- Requests for contact data, which the worker re-encrypts for the requesting browser. Deleted after an hour.
create table contact_openings (
  id uuid primary key,
  filing_id uuid not null,
  asked_by uuid not null,
  public_key text not null,
  asked_at timestamptz,
  sealed_proof bytea,
  sealed bytea,
  refusal text,
  created_at timestamptz default now() not null,
  constraint contact_openings_refusal_known check (refusal in ('factor', 'late', 'new-factor', 'quota', 'role',
    'unrecorded'))
);

-- Permanent record of the openings: quotas are counted here, and a second factor that was used once is not accepted
-- again. Triggers reject every change, and there are no foreign keys, so that no cascade deletes a row.
create table opened_contacts (
  opening_id uuid primary key,
  asked_by uuid not null,
  spent bytea not null,
  opened_at timestamptz default now() not null
);

-- ------ dashboard ------

create table provider_visits (
  user_id uuid not null,
  provider_id uuid not null,
  created_at timestamptz default date_trunc('day', now(), 'UTC') not null,
  constraint provider_visits_user_id_provider_id_pk primary key (user_id, provider_id),
  constraint provider_visits_by_day check ((created_at at time zone 'UTC')::time = '00:00')
);

-- ------ directory ------

create table providers (
  id uuid primary key,
  name text not null,
  other_names text[] default '{}' not null,
  type text not null,
  description text not null,
  logo_url text,
  website text,
  verification_status text default 'Pending' not null,
  flagged_reasons text[] default '{}' not null,
  risk_score text default 'Medium' not null,
  rating numeric(2, 1) default '0.0' not null,
  review_count integer default 0 not null,
  countries text[] default '{}' not null,
  established smallint,
  user_count integer,
  license_info text,
  regulatory_compliance smallint default 0 not null,
  user_satisfaction smallint default 0 not null,
  security_measures smallint default 0 not null,
  security_features jsonb default '[]'::jsonb not null,
  insurance text,
  review_state text default 'pending' not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  is_public boolean generated always as (review_state = 'approved'
    and verification_status <> 'Suspended') stored not null,
  name_key text collate "C" generated always as (public.fold(name)) stored not null,
  website_site text collate "C",
  names_key text collate "C" default '' not null,
  cell smallint generated always as (case type when 'Exchange' then 0 when 'Broker' then 1 when 'Wallet' then 2
    when 'OTC Desk' then 3 when 'Network Marketing' then 4 when 'Peer-to-Peer' then 5 when 'Business Services' then 6
    when 'Payment Processor' then 7 when 'Mining Pool' then 8 when 'DeFi Platform' then 9
    when 'Other' then 10 end * 100 + case verification_status when 'Verified' then 0 when 'Limited' then 1
    when 'Flagged' then 2 when 'Pending' then 3 when 'Suspended' then 4 end * 10 + case risk_score when 'Low' then 0
    when 'Medium' then 1 when 'High' then 2 end) stored not null,
  verified_rank smallint generated always as (case verification_status when 'Verified' then 0
    else 1 end) stored not null,
  risk_rank smallint generated always as (case risk_score when 'Low' then 0 when 'Medium' then 1
    when 'High' then 2 end) stored not null,
  search tsvector generated always as (public.search_words(public.names_of(name, other_names,
    null) || ' ' || description)) stored not null,
  constraint providers_type_known check (type in ('Exchange', 'Broker', 'Wallet', 'OTC Desk', 'Network Marketing',
    'Peer-to-Peer', 'Business Services', 'Payment Processor', 'Mining Pool', 'DeFi Platform', 'Other')),
  constraint providers_verification_status_known check (verification_status in ('Verified', 'Limited', 'Flagged',
    'Pending', 'Suspended')),
  constraint providers_risk_score_known check (risk_score in ('Low', 'Medium', 'High')),
  constraint providers_review_state_known check (review_state in ('pending', 'approved', 'rejected')),
  constraint providers_regulatory_compliance_percent check (regulatory_compliance between 0 and 100),
  constraint providers_user_satisfaction_percent check (user_satisfaction between 0 and 100),
  constraint providers_security_measures_percent check (security_measures between 0 and 100),
  constraint providers_rating_scale check (rating between 0 and 5),
  constraint providers_review_count_positive check (review_count >= 0)
);

create table provider_listings (
  country text collate "C" not null,
  provider_id uuid not null,
  cell smallint not null,
  rating numeric(2, 1) not null,
  name_key text collate "C" not null,
  verified_rank smallint generated always as (case when cell / 10 % 10 = 0 then 0 else 1 end) stored not null,
  risk_rank smallint generated always as (cell % 10) stored not null,
  constraint provider_listings_provider_id_country_pk primary key (provider_id, country)
);

-- Public providers by cell; ALL_COUNTRIES counts each provider once. An empty cell stays with 0.
create table provider_counts (
  country text collate "C" not null,
  type text not null,
  verification_status text not null,
  risk_score text not null,
  n integer not null,
  cell smallint generated always as (case type when 'Exchange' then 0 when 'Broker' then 1 when 'Wallet' then 2
    when 'OTC Desk' then 3 when 'Network Marketing' then 4 when 'Peer-to-Peer' then 5 when 'Business Services' then 6
    when 'Payment Processor' then 7 when 'Mining Pool' then 8 when 'DeFi Platform' then 9
    when 'Other' then 10 end * 100 + case verification_status when 'Verified' then 0 when 'Limited' then 1
    when 'Flagged' then 2 when 'Pending' then 3 when 'Suspended' then 4 end * 10 + case risk_score when 'Low' then 0
    when 'Medium' then 1 when 'High' then 2 end) stored not null,
  constraint provider_counts_country_type_verification_status_risk_score_pk primary key (country, type,
    verification_status, risk_score)
);

-- All providers, public or not, by review state and verification status.
create table provider_state_counts (
  review_state text not null,
  verification_status text not null,
  n integer not null,
  constraint provider_state_counts_review_state_verification_status_pk primary key (review_state, verification_status)
);

-- Every word of a public provider, once. A search first finds words here that contain or resemble the input, then the
-- providers. Names have about as many different words as there are providers, so only words that also occur in texts
-- are searched here; names are searched directly.
create table provider_words (
  word text collate "C" primary key,
  is_in_text boolean not null
);

create table certifications (
  id uuid primary key,
  name text not null,
  description text not null,
  icon text,
  color text,
  is_active boolean default true not null,
  priority integer default 0 not null,
  created_at timestamptz default now() not null
);

create table provider_certifications (
  provider_id uuid not null,
  certification_id uuid not null,
  created_at timestamptz default now() not null,
  constraint provider_certifications_provider_id_certification_id_pk primary key (provider_id, certification_id)
);

-- The evidence of a verdict.
create table provider_evidence (
  id uuid primary key,
  provider_id uuid not null,
  kind text not null,
  country text not null,
  authority text not null,
  reference text,
  source_url text,
  checked_on date not null,
  checked_by text not null,
  created_at timestamptz default now() not null,
  constraint provider_evidence_kind_known check (kind in ('licence', 'registration', 'audit', 'insurance', 'visit',
    'warning'))
);

-- ------ early-warning ------

create table withdrawal_watches (
  id uuid primary key,
  provider_id uuid not null,
  status text default 'pending' not null,
  people integer not null,
  counted_at timestamptz not null,
  usual double precision not null,
  raise_at integer not null,
  calm_at integer not null,
  decided_people integer,
  decided_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  created_at timestamptz default now() not null,
  constraint withdrawal_watches_status_known check (status in ('pending', 'approved', 'rejected')),
  constraint withdrawal_watches_ended_by_known check (ended_by in ('fell', 'grew', 'flagged', 'unlisted'))
);

-- ------ evidence ------

-- A file is announced first and stored once its bytes have arrived; files that never arrive are deleted.
create table evidence_files (
  id uuid primary key,
  filing_id uuid not null,
  sealed_name bytea not null,
  type text,
  bytes integer not null,
  created_at timestamptz default now() not null,
  stored_at timestamptz,
  sealed_under bytea,
  constraint evidence_files_type_known check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf'))
);

-- ------ filings ------

create table filing_questions (
  id uuid primary key,
  filing_id uuid not null,
  question text not null,
  asked_by uuid,
  created_at timestamptz default now() not null,
  sealed_answer bytea,
  answered_at timestamptz
);

-- ------ indicators ------

create table filing_indicators (
  filing_id uuid not null,
  key bytea not null,
  kind text not null,
  value text,
  is_withheld boolean default false not null,
  is_from_answer boolean default false not null,
  constraint filing_indicators_filing_id_key_pk primary key (filing_id, key),
  constraint filing_indicators_kind_known check (kind in ('website', 'bitcoin', 'evm', 'tron', 'phone', 'handle')),
  constraint filing_indicators_phone_hidden check ((kind = 'phone') = (value is null))
);

create table indicators (
  key bytea primary key,
  kind text not null,
  value text,
  report_count integer default 1 not null,
  first_seen_at timestamptz default now() not null,
  last_seen_at timestamptz default now() not null,
  constraint indicators_kind_known check (kind in ('website', 'bitcoin', 'evm', 'tron', 'phone', 'handle')),
  constraint indicators_phone_hidden check ((kind = 'phone') = (value is null))
) partition by hash (key);

-- ------ intake ------

create table filings (
  id uuid primary key,
  kind text not null,
  receipt_hash bytea,
  owner_tag uuid,
  language text default 'en' not null,
  sealed_contact bytea,
  has_email boolean default false not null,
  sealed_details bytea,
  created_at timestamptz default now() not null,
  constraint filings_kind_known check (kind in ('alert', 'report', 'submission', 'appeal'))
);

-- The encrypted original texts, stored before a moderator's first edit.
create table filing_originals (
  filing_id uuid primary key,
  sealed bytea not null,
  created_at timestamptz default now() not null
);

-- ------ moderation/appeals ------

create table appeals (
  id uuid primary key,
  subject text not null,
  subject_id uuid not null,
  subject_title text not null,
  asked_by text not null,
  wants text not null,
  status text default 'pending' not null,
  is_noticed boolean not null,
  is_recorded boolean default false not null,
  created_at timestamptz default now() not null,
  due_at timestamptz default now() + interval '14 days' not null,
  decided_at timestamptz,
  reason text,
  proposal_id uuid,
  proposed_outcome text,
  operator_notified_at timestamptz,
  constraint appeals_subject_known check (subject in ('alert', 'report', 'provider')),
  constraint appeals_asked_by_known check (asked_by in ('named', 'lawyer', 'authority', 'court', 'other')),
  constraint appeals_wants_known check (wants in ('correction', 'removal')),
  constraint appeals_status_known check (status in ('pending', 'upheld', 'partly', 'dismissed')),
  constraint appeals_proposed_outcome_known check (proposed_outcome in ('upheld', 'partly', 'dismissed'))
);

-- ------ moderation/cases ------

create table cases (
  id uuid primary key,
  lead_id uuid not null,
  filing_count integer default 1 not null,
  undecided_count integer default 1 not null,
  is_open boolean generated always as (undecided_count > 0) stored not null,
  created_at timestamptz default now() not null,
  newest_filing_at timestamptz default now() not null
);

create table case_filings (
  filing_id uuid primary key,
  case_id uuid not null,
  created_at timestamptz default now() not null,
  question text,
  constraint case_filings_question_known check (question in ('asked', 'answered'))
);

-- Keys that assign further reports to a case: a provider, a website, a wallet. A key belongs to one open case, or to
-- several that a moderator has split although all name it.
create table case_keys (
  key bytea not null,
  case_id uuid not null,
  constraint case_keys_key_case_id_pk primary key (key, case_id)
);

-- Pairs of cases that a moderator has split: grouping never merges them again. The smaller id comes first.
create table case_splits (
  case_id uuid not null,
  other_id uuid not null,
  created_at timestamptz default now() not null,
  constraint case_splits_case_id_other_id_pk primary key (case_id, other_id)
);

-- Redirects from a merged case to the case it is part of now.
create table merged_cases (
  id uuid primary key,
  into_id uuid not null,
  created_at timestamptz default now() not null
);

-- Snoozed cases: by whom, until when and how often. The row stays after the snooze, for the count.
create table case_snoozes (
  case_id uuid primary key,
  until timestamptz not null,
  is_for_answer boolean not null,
  user_id uuid,
  note text,
  times integer default 1 not null,
  undecided_count integer not null,
  created_at timestamptz default now() not null
);

-- Filings that are not in a case yet.
create table unsorted_filings (
  filing_id uuid primary key,
  created_at timestamptz default now() not null
);

-- Filings whose analysis failed: in a case, marked for the moderator, and retried with back-off.
create table unexamined_filings (
  filing_id uuid primary key,
  tries integer default 0 not null,
  next_try_at timestamptz not null,
  created_at timestamptz default now() not null
);

-- Normalised texts of a case: that of its first filing, and a few that differ. They are not columns of `cases`,
-- because each update of its counters would rewrite the GIN index.
create table case_texts (
  filing_id uuid primary key,
  case_id uuid not null,
  text_key text collate "C" not null,
  bands integer[] not null,
  is_open boolean default true not null
);

-- One row per claimed case. Only the moderator with the claim decides, until it expires.
create table case_claims (
  case_id uuid primary key,
  user_id uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null
);

-- When a filing was first shown to a moderator, who may decide only what was shown.
create table shown_filings (
  filing_id uuid not null,
  user_id uuid not null,
  shown_at timestamptz default now() not null,
  constraint shown_filings_filing_id_user_id_pk primary key (filing_id, user_id)
);

-- ------ moderation/decision-log ------

create table decision_log (
  number bigint primary key,
  day date not null,
  kind text not null,
  subject text,
  subject_id uuid,
  path text,
  from_value text,
  to_value text,
  people integer,
  waited_hours integer,
  reversal text,
  reverses bigint,
  statement_before text,
  statement_after text,
  wants text,
  asked_by text,
  alerts integer,
  reports integer,
  providers integer,
  previous bytea not null,
  hash bytea not null,
  source_id uuid,
  constraint decision_log_kind_known check (kind in ('decision', 'received', 'request')),
  constraint decision_log_subject_known check (subject in ('alert', 'report', 'provider', 'review', 'experience',
    'change', 'appeal', 'watch', 'reply', 'news')),
  constraint decision_log_reversal_known check (reversal in ('undone', 'reversed')),
  constraint decision_log_wants_known check (wants in ('correction', 'removal')),
  constraint decision_log_asked_by_known check (asked_by in ('named', 'lawyer', 'authority', 'court', 'other'))
);

create table decision_log_waiting (
  source text not null,
  id uuid not null,
  created_at timestamptz not null,
  day date,
  constraint decision_log_waiting_source_id_pk primary key (source, id),
  constraint decision_log_waiting_source_known check (source in ('decision', 'appeal'))
);

-- Hashes of full subtrees of the Merkle tree: level 1 covers 256 lines, level 2 covers 65,536. Append-only.
create table decision_log_nodes (
  level integer not null,
  "position" bigint not null,
  hash bytea not null,
  constraint decision_log_nodes_level_position_pk primary key (level, "position")
);

-- Every signed head of the log. The time of day is not stored, as with the lines. Append-only.
create table decision_log_checkpoints (
  number bigint primary key,
  day date not null,
  size bigint not null,
  root bytea not null,
  note text not null
);

-- Which keys have signed which heads, so that former keys stay listed with what they signed. Append-only.
create table decision_log_signatures (
  key text collate "C" not null,
  checkpoint bigint not null,
  size bigint not null,
  constraint decision_log_signatures_key_checkpoint_pk primary key (key, checkpoint)
);

-- ------ moderation/masks ------

create table masks (
  id uuid primary key,
  subject text not null,
  subject_id uuid not null,
  subject_title text not null,
  language text not null,
  sealed_spans bytea,
  span_count smallint not null,
  state text default 'open' not null,
  masked_by uuid,
  created_at timestamptz default now() not null,
  due_at timestamptz not null,
  settled_by uuid,
  settled_at timestamptz,
  changed_at timestamptz default now() not null,
  constraint masks_subject_known check (subject in ('alert', 'report', 'provider', 'review', 'experience', 'reply')),
  constraint masks_state_known check (state in ('open', 'confirmed', 'taken-back'))
);

-- The original of a masked text, stored while the mask can be undone.
create table masked_texts (
  id uuid primary key,
  subject_id uuid not null,
  place text not null,
  sealed_text bytea not null
);

-- ------ moderation/queue ------

-- After reading the sample, its moderator may decide the unread filings like the reference report.
create table case_samples (
  id uuid primary key,
  case_id uuid not null,
  user_id uuid not null,
  like_id uuid not null,
  filing_ids uuid[] not null,
  rest_count integer not null,
  created_at timestamptz default now() not null,
  used_at timestamptz
);

create table answer_templates (
  id uuid primary key,
  title text not null,
  text text not null,
  created_at timestamptz default now() not null
);

create table saved_views (
  id uuid primary key,
  user_id uuid not null,
  name text not null,
  query text not null,
  created_at timestamptz default now() not null
);

-- ------ moderation/tasks ------

create table admin_tasks (
  id uuid primary key,
  kind text not null,
  "order" jsonb not null,
  state text default 'waiting' not null,
  done integer default 0 not null,
  total integer,
  problems text[] default '{}' not null,
  created_by uuid not null,
  created_at timestamptz default now() not null,
  finished_at timestamptz,
  constraint admin_tasks_kind_known check (kind in ('export', 'bulk', 'rest')),
  constraint admin_tasks_state_known check (state in ('waiting', 'running', 'done', 'failed'))
);

-- ------ moderation/workflow ------

create table decisions (
  id uuid primary key,
  subject text not null,
  subject_id uuid not null,
  from_value text not null,
  to_value text not null,
  reason text,
  evidence text,
  decided_by uuid,
  confirmed_by uuid,
  reverses uuid,
  arrived_at timestamptz,
  statement_before text,
  statement_after text,
  created_at timestamptz default now() not null,
  constraint decisions_subject_known check (subject in ('alert', 'report', 'provider', 'review', 'experience',
    'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch', 'reply', 'news'))
);

create table proposals (
  id uuid primary key,
  subject text not null,
  subject_id uuid not null,
  subject_title text default '' not null,
  from_value text not null,
  to_value text not null,
  changes jsonb not null,
  statement_hash text,
  reason text,
  evidence text,
  proposed_by uuid,
  acknowledged text[] default '{}' not null,
  created_at timestamptz default now() not null,
  expires_at timestamptz not null,
  takes_effect_at timestamptz,
  state text default 'open' not null,
  settled_by uuid,
  settled_at timestamptz,
  constraint proposals_subject_known check (subject in ('alert', 'report', 'provider', 'review', 'experience',
    'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch', 'reply', 'news')),
  constraint proposals_state_known check (state in ('open', 'confirmed', 'withdrawn', 'expired'))
);

-- Earlier public statements, append-only. Triggers on the subjects' tables write them.
create table public_versions (
  id bigint primary key generated always as identity,
  subject text not null,
  subject_id uuid not null,
  statement jsonb not null,
  hash text not null,
  successor jsonb,
  created_at timestamptz default now() not null,
  constraint public_versions_subject_known check (subject in ('alert', 'report', 'provider', 'review', 'experience',
    'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch', 'reply', 'news'))
);

-- ------ news ------

create table news_items (
  id uuid primary key,
  title text not null,
  summary text not null,
  category text not null,
  source_name text not null,
  source_country text not null,
  source_url text not null,
  source_id text,
  priority text default 'normal' not null,
  tags text[] default '{}' not null,
  language text default 'en' not null,
  text_key text collate "C",
  published_at timestamptz not null,
  fetched_at timestamptz default now() not null,
  state text default 'shown' not null,
  is_active boolean generated always as (state = 'shown') stored not null,
  constraint news_items_category_known check (category in ('regulation', 'enforcement', 'warning', 'guidance')),
  constraint news_items_priority_known check (priority in ('high', 'normal', 'low')),
  constraint news_items_state_known check (state in ('held', 'shown', 'hidden'))
);

-- State of each source; the sources are defined in sources/index.ts.
create table news_source_states (
  id text primary key,
  etag text,
  last_modified text,
  body_hash text,
  next_run_at timestamptz default now() not null,
  last_run_at timestamptz,
  last_good_at timestamptz,
  fault text,
  failures integer default 0 not null,
  releases integer default 0 not null,
  added_at timestamptz default now() not null,
  last_item_at timestamptz
);

-- The same text at another address: shown once, with both sources.
create table news_copies (
  source_url text primary key,
  item_id uuid not null,
  source_id text not null,
  source_name text not null,
  state text not null,
  fetched_at timestamptz default now() not null,
  constraint news_copies_state_known check (state in ('held', 'shown', 'hidden'))
);

-- The held items of a source and why. One per source; later items join it as a new version.
create table news_batches (
  id uuid primary key,
  source_id text not null,
  state text default 'held' not null,
  version integer default 1 not null,
  oddities text[] default '{}' not null,
  rewordings jsonb default '[]'::jsonb not null,
  created_at timestamptz default now() not null,
  settled_at timestamptz,
  constraint news_batches_state_known check (state in ('held', 'released', 'discarded'))
);

-- A reader's filter, feed and weekly email.
create table news_readers (
  user_id uuid primary key,
  country text,
  category text,
  feed_hash bytea,
  feed_made_at timestamptz,
  gets_letter boolean default false not null,
  leave_key uuid default gen_random_uuid() not null,
  letter_week date,
  constraint news_readers_category_known check (category in ('regulation', 'enforcement', 'warning', 'guidance'))
);

-- Providers that an announcement seems to mention, and a moderator's decision.
create table news_mentions (
  item_id uuid not null,
  provider_id uuid not null,
  words text not null,
  state text default 'suggested' not null,
  created_at timestamptz default now() not null,
  decided_at timestamptz,
  constraint news_mentions_item_id_provider_id_pk primary key (item_id, provider_id),
  constraint news_mentions_state_known check (state in ('suggested', 'confirmed', 'dismissed'))
);

-- ------ platform/db ------

create table languages (
  code text primary key
);

-- ------ public-api ------

create table api_keys (
  id uuid primary key,
  account_id uuid not null,
  name text not null,
  public_id text collate "C" not null,
  secret_hash bytea not null,
  is_test boolean not null,
  permissions text[] not null,
  addresses text[] default '{}' not null,
  created_at timestamptz default now() not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  rotated_at timestamptz,
  revoked_at timestamptz,
  constraint api_keys_permissions_known check (permissions <@ array['read:providers', 'read:compliance',
    'read:reviews', 'write:reports']::text[]),
  constraint api_keys_rotated_ends check (rotated_at is null or expires_at is not null)
);

-- Requests used, or leased by a process that uses or returns them.
create table api_quota_months (
  account_id uuid not null,
  month date not null,
  used integer not null,
  told_percent smallint default 0 not null,
  constraint api_quota_months_account_id_month_pk primary key (account_id, month),
  constraint api_quota_months_used check (used >= 0)
);

create table api_usage (
  account_id uuid not null,
  day date not null,
  key_id uuid not null,
  endpoint text collate "C" not null,
  outcome text not null,
  calls bigint not null,
  charged bigint not null,
  latency_ms bigint not null,
  latencies integer[] not null,
  constraint api_usage_account_id_day_key_id_endpoint_outcome_pk primary key (account_id, day, key_id, endpoint,
    outcome),
  constraint api_usage_outcome_known check (outcome in ('done', 'unchanged', 'wrong', 'failed'))
);

-- Updated by triggers of `api_usage`: sums per endpoint over all keys.
create table api_call_sums (
  account_id uuid not null,
  span text not null,
  first_day date not null,
  endpoint text collate "C" not null,
  done bigint not null,
  unchanged bigint not null,
  wrong bigint not null,
  failed bigint not null,
  charged bigint not null,
  latencies integer[] not null,
  constraint api_call_sums_account_id_span_first_day_endpoint_pk primary key (account_id, span, first_day, endpoint),
  constraint api_call_sums_span_known check (span in ('day', 'month'))
);

-- Updated by triggers of `api_usage`: sums per key over all endpoints.
create table api_key_sums (
  account_id uuid not null,
  span text not null,
  first_day date not null,
  key_id uuid not null,
  calls bigint not null,
  constraint api_key_sums_account_id_span_first_day_key_id_pk primary key (account_id, span, first_day, key_id),
  constraint api_key_sums_span_known check (span in ('day', 'month'))
);

-- ------ public-forms ------

-- A proof works for one form: inserting its row uses it up.
create table spent_proofs (
  proof_hash bytea primary key,
  expires_at timestamptz not null
);

-- Forms sent without a proof. Each is passed on when its sender opens the emailed link, and otherwise deleted.
create table unconfirmed_submissions (
  id uuid primary key,
  token_hash bytea not null,
  kind text not null,
  sealed bytea not null,
  language text default 'en' not null,
  created_at timestamptz default now() not null,
  expires_at timestamptz not null
);

-- ------ regtech ------

create table regtech_metrics (
  id uuid primary key,
  period text collate "C" not null,
  metric_type text not null,
  value double precision not null,
  created_at timestamptz default now() not null,
  constraint regtech_metrics_type_known check (metric_type in ('compliance_score', 'risk_rating', 'audit_findings',
    'coverage'))
);

create table regtech_drafts (
  id uuid primary key,
  period text collate "C" not null,
  country text collate "C" not null,
  priority text not null,
  content text not null,
  complaints integer not null,
  schemes integer,
  lost_cents bigint,
  median_hours integer,
  providers integer,
  verified integer,
  flagged integer,
  created_at timestamptz default now() not null,
  constraint regtech_drafts_priority_known check (priority in ('high', 'medium', 'low'))
);

create table regtech_reports (
  id uuid primary key,
  period text collate "C" not null,
  country text collate "C" not null,
  priority text not null,
  content text not null,
  complaints integer not null,
  schemes integer,
  lost_cents bigint,
  median_hours integer,
  providers integer,
  verified integer,
  flagged integer,
  created_at timestamptz default now() not null,
  constraint regtech_reports_priority_known check (priority in ('high', 'medium', 'low'))
);

-- One row for each closed month, inserted in the transaction that publishes its summaries.
create table regtech_closings (
  period text collate "C" not null,
  created_at timestamptz default now() not null,
  constraint regtech_closings_period_pk primary key (period)
);

-- ------ reports/alerts ------

create table fraud_alerts (
  id uuid primary key,
  title text not null,
  description text not null,
  advice text,
  language text default 'en' not null,
  alert_type text not null,
  severity text not null,
  status text default 'pending' not null,
  report_count integer default 1 not null,
  affected_countries text[] default '{}' not null,
  reported_countries text[],
  merged_into uuid,
  is_merged_unread boolean default false not null,
  affected_provider_id uuid,
  affected_provider_name text,
  lost_cents bigint,
  decided_at timestamptz,
  published_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint fraud_alerts_type_known check (alert_type in ('ponzi_scheme', 'fake_platform', 'phishing', 'rug_pull',
    'exchange_hack', 'wallet_compromise', 'fraud', 'scam')),
  constraint fraud_alerts_severity_known check (severity in ('Low', 'Medium', 'High', 'Critical')),
  constraint fraud_alerts_status_known check (status in ('pending', 'approved', 'rejected', 'merged')),
  constraint fraud_alerts_merged check (status = 'merged' or merged_into is null and not is_merged_unread),
  constraint fraud_alerts_report_count_positive check (report_count >= 1),
  constraint fraud_alerts_lost_positive check (lost_cents >= 0)
);

-- The number of alerts in each country they affect, and under the empty country the number of all. `status` is first
-- in the key because every query filters by it.
create table alert_standing_counts (
  status text collate "C" not null,
  country text collate "C" not null,
  alert_type text collate "C" not null,
  severity text collate "C" not null,
  n integer not null,
  constraint alert_standing_counts_status_country_alert_type_severity_pk primary key (status, country, alert_type,
    severity)
);

create table alert_preferences (
  user_id uuid primary key,
  severities text[] not null,
  countries text[] not null,
  updated_at timestamptz default now() not null
);

-- ------ reports/issues ------

create table reports (
  id uuid primary key,
  report_type text not null,
  severity text not null,
  description text not null,
  reporter_location text,
  provider_id uuid,
  fraud_alert_id uuid,
  status text default 'pending' not null,
  decided_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  is_public boolean generated always as (status in ('investigating', 'resolved')) stored not null,
  constraint reports_type_known check (report_type in ('scam', 'fraud', 'withdrawal_issues', 'wallet_security',
    'fund_safety', 'fake_platform', 'phishing', 'other')),
  constraint reports_severity_known check (severity in ('Low', 'Medium', 'High', 'Critical')),
  constraint reports_status_known check (status in ('pending', 'investigating', 'resolved', 'rejected', 'merged'))
);

-- The number of reports, public or not.
create table report_standing_counts (
  status text collate "C" not null,
  severity text collate "C" not null,
  report_type text collate "C" not null,
  n integer not null,
  constraint report_standing_counts_status_severity_report_type_pk primary key (status, severity, report_type)
);

-- ------ reviews ------

create table reviews (
  id uuid primary key,
  provider_id uuid not null,
  user_id uuid,
  rating smallint not null,
  experience text not null,
  issue_type text default 'none' not null,
  user_location text default 'other' not null,
  status text default 'pending' not null,
  decided_at timestamptz,
  reply text,
  replied_at timestamptz,
  created_at timestamptz default now() not null,
  constraint reviews_one_per_person unique (provider_id, user_id),
  constraint reviews_issue_type_known check (issue_type in ('none', 'withdrawal', 'fees', 'support', 'scam', 'other')),
  constraint reviews_user_location_known check (user_location in ('nigeria', 'south-africa', 'kenya', 'ghana',
    'uganda', 'other')),
  constraint reviews_status_known check (status in ('pending', 'approved', 'rejected')),
  constraint reviews_rating_scale check (rating between 1 and 5)
);

-- The number of approved reviews for each rating of a provider. Updated with every decision, under the provider's
-- lock, so that mean, count and distribution never need the reviews.
create table rating_counts (
  provider_id uuid not null,
  rating smallint not null,
  n integer default 0 not null,
  constraint rating_counts_provider_id_rating_pk primary key (provider_id, rating),
  constraint rating_counts_scale check (rating between 1 and 5),
  constraint rating_counts_not_negative check (n >= 0)
);

-- ------ reviews/experiences ------

create table experiences (
  id uuid primary key,
  provider_name text not null,
  rating smallint not null,
  experience text not null,
  issue_type text default 'none' not null,
  status text default 'pending' not null,
  decided_at timestamptz,
  created_at timestamptz default now() not null,
  constraint experiences_issue_type_known check (issue_type in ('none', 'withdrawal', 'fees', 'support', 'scam',
    'other')),
  constraint experiences_status_known check (status in ('pending', 'approved', 'rejected')),
  constraint experiences_rating_scale check (rating between 1 and 5)
);

-- ------ webhooks ------

create table webhooks (
  id uuid primary key,
  account_id uuid not null,
  url text not null,
  events text[] not null,
  state text default 'active' not null,
  created_at timestamptz default now() not null,
  failing_since timestamptz,
  failures integer default 0 not null,
  not_before timestamptz default now() not null,
  leased_until timestamptz,
  served_at timestamptz,
  constraint webhooks_state_known check (state in ('active', 'paused', 'failing')),
  constraint webhooks_events_known check (events <@ array['provider.changed', 'licence.changed', 'alert.published',
    'alert.withdrawn']::text[])
);

-- In a table of its own, since only the worker may read encrypted secrets.
create table webhook_secrets (
  id uuid primary key,
  webhook_id uuid not null,
  sealed_secret text not null,
  created_at timestamptz default now() not null,
  ends_at timestamptz
);

create table webhook_events (
  id uuid primary key,
  type text not null,
  data jsonb not null,
  created_at timestamptz default now() not null,
  spread_at timestamptz,
  constraint webhook_events_type_known check (type in ('provider.changed', 'licence.changed', 'alert.published',
    'alert.withdrawn', 'webhook.test'))
);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null,
  event_id uuid not null,
  state text default 'waiting' not null,
  attempts integer default 0 not null,
  tries integer default 0 not null,
  first_tried_at timestamptz,
  last_attempt_at timestamptz,
  next_at timestamptz default now() not null,
  status_code smallint,
  fault text,
  answer text,
  created_at timestamptz default now() not null,
  constraint webhook_deliveries_state_known check (state in ('waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_fault_known check (fault in ('address', 'certificate', 'redirect', 'status',
    'too-slow', 'unreachable'))
);

-- By hand: rows, partitions and tables that no tables.ts defines.

insert into languages (code) values ('en'), ('fr');

-- Hash partitions, so that an index of 100 million indicators fits into memory piece by piece.
do $$
begin
  for n in 0..15 loop
    execute format(
      'create table public.indicators_%s partition of public.indicators for values with (modulus 16, remainder %s)',
      lpad(n::text, 2, '0'), n);
  end loop;
end;
$$;

-- Requests with an Idempotency-Key, so that a repeated request takes effect once. The reply is sealed under the
-- sender's own key.
create table idempotency_keys (
  key_hash bytea primary key,
  request_hash bytea not null,
  sealed_reply bytea,
  replays integer default 0 not null,
  created_at timestamptz default now() not null
);

-- Counters of rate-limiter-flexible. They may be lost with the server's memory: unlogged, so that counting costs no
-- write-ahead log.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer default 0 not null,
  expire bigint
);

-- Rows of these queues exist for seconds: vacuumed by their number instead of the size of the table, and never
-- truncated, which would take a lock that writers wait for.
alter table audit_unsealed set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000,
  vacuum_truncate = false
);
alter table decision_log_waiting set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, vacuum_truncate = false
);

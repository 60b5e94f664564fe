-- Foreign keys and indexes of all tables, by module.

-- ------ accounts ------

alter table users add constraint users_language_languages_code_fk
  foreign key (language) references languages (code);
create unique index users_email on users (email);
create unique index users_referral_code on users (referral_code);
create unique index users_bank_reference on users (right(id::text, 8));
create index users_newest on users (created_at desc, id desc);
create index users_kind_newest on users (user_type, subscription_tier, created_at desc, id desc);
create index users_plan_ends on users (subscription_ends_at) where subscription_tier <> 'free';
create index users_search on users
  using gin (lower(email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')) gin_trgm_ops);
create index users_search_seams on users
  using gin (public.word_seams(lower(email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, ''))));
create index users_admins on users (id) where is_admin;
create index users_moderators on users (id) where is_moderator;

alter table sessions add constraint sessions_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create unique index sessions_token on sessions (token_hash);
create index sessions_of_user on sessions (user_id, last_seen_at desc);
create index sessions_expiry on sessions (expires_at);

alter table mailed_tokens add constraint mailed_tokens_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create unique index mailed_tokens_token on mailed_tokens (token_hash);
create index mailed_tokens_of_user on mailed_tokens (user_id, purpose);
create index mailed_tokens_expiry on mailed_tokens (expires_at);

alter table email_changes add constraint email_changes_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;

alter table authenticator_apps add constraint authenticator_apps_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;

alter table wrong_codes add constraint wrong_codes_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create index wrong_codes_of_user on wrong_codes (user_id, created_at);

alter table backup_codes add constraint backup_codes_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;

alter table passkeys add constraint passkeys_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_of_user on passkeys (user_id, created_at);

alter table plan_emails add constraint plan_emails_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create unique index plan_emails_once on plan_emails (user_id, stage);

alter table factor_resets add constraint factor_resets_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create unique index factor_resets_of_user on factor_resets (user_id);
create unique index factor_resets_token on factor_resets (token_hash);

alter table passkey_challenges add constraint passkey_challenges_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- ------ audit ------

create index audit_entries_about on audit_entries (subject, at desc, id desc) where subject is not null;

-- ------ billing ------

alter table card_agreements add constraint card_agreements_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete set null;
create unique index card_agreements_token on card_agreements (token);
create index card_agreements_of_user on card_agreements (user_id);
create unique index card_agreements_active on card_agreements (user_id) where status = 'active';
create index card_agreements_due on card_agreements (next_charge_on) where status = 'active';
create index card_agreements_ending on card_agreements (end_asked_at) where status = 'ending';

alter table payments add constraint payments_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete set null;
alter table payments add constraint payments_agreement_id_card_agreements_id_fk
  foreign key (agreement_id) references card_agreements (id);
create index payments_of_user on payments (user_id);
create unique index payments_gateway_reference on payments (gateway_reference);
create unique index payments_one_pending on payments (user_id, method) where status = 'pending';
create index payments_pending_oldest on payments (created_at, id) where status = 'pending';
create index payments_pending_card on payments (agreement_id) where status = 'pending';

create unique index gateway_notices_body on gateway_notices (body_hash);
create index gateway_notices_waiting on gateway_notices (created_at) where outcome = 'waiting';

alter table refunds add constraint refunds_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete set null;
alter table refunds add constraint refunds_payment_id_payments_id_fk
  foreign key (payment_id) references payments (id);
create unique index refunds_of_payment on refunds (payment_id) where status <> 'declined';
create index refunds_of_user on refunds (user_id);
create index refunds_asked on refunds (created_at, id) where status = 'asked';

alter table differences add constraint differences_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete set null;
create unique index differences_open on differences (kind, subject) where settled_at is null;
create index differences_of_user on differences (user_id);
create index differences_oldest on differences (created_at, id) where settled_at is null;

create unique index ledger_accounts_name on ledger_accounts (name, currency);

create unique index ledger_transfers_source on ledger_transfers (source, source_id);

alter table ledger_entries add constraint ledger_entries_transfer_id_ledger_transfers_id_fk
  foreign key (transfer_id) references ledger_transfers (id);
alter table ledger_entries add constraint ledger_entries_account_id_ledger_accounts_id_fk
  foreign key (account_id) references ledger_accounts (id);
create unique index ledger_entries_in_order on ledger_entries (account_id, account_version);
create index ledger_entries_of_transfer on ledger_entries (transfer_id);

alter table invoices add constraint invoices_payment_id_payments_id_fk
  foreign key (payment_id) references payments (id);
create unique index invoices_number on invoices (number);
create unique index invoices_of_payment on invoices (payment_id) where kind <> 'credit_note';
create unique index invoices_credited_once on invoices (credits_invoice_id);
create index invoices_of_user on invoices (user_id, created_at desc, id desc);
create index invoices_newest on invoices (created_at desc, id desc);
create index invoices_number_and_name on invoices
  using gin (lower(number || ' ' || (recipient ->> 'name')) gin_trgm_ops);

alter table invoice_standings add constraint invoice_standings_invoice_id_invoices_id_fk
  foreign key (invoice_id) references invoices (id);
create index invoice_standings_unpaid on invoice_standings (status) where status <> 'paid';

-- ------ billing/referrals ------

alter table referrals add constraint referrals_referrer_id_users_id_fk
  foreign key (referrer_id) references users (id) on delete cascade;
alter table referrals add constraint referrals_referred_user_id_users_id_fk
  foreign key (referred_user_id) references users (id) on delete set null;
create unique index referrals_of_referred on referrals (referred_user_id);
create index referrals_newest on referrals (referrer_id, created_at desc, id desc);

alter table referral_reviews add constraint referral_reviews_referrer_id_users_id_fk
  foreign key (referrer_id) references users (id) on delete cascade;
create unique index referral_reviews_one_open on referral_reviews (referrer_id) where status = 'pending';
create index referral_reviews_pending_oldest on referral_reviews (created_at, id) where status = 'pending';

alter table held_referrals add constraint held_referrals_referral_id_referrals_id_fk
  foreign key (referral_id) references referrals (id) on delete cascade;
alter table held_referrals add constraint held_referrals_look_id_referral_reviews_id_fk
  foreign key (look_id) references referral_reviews (id) on delete cascade;
create index held_referrals_of_look on held_referrals (look_id);

-- ------ business ------

alter table businesses add constraint businesses_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete set null;
create unique index businesses_of_provider on businesses (provider_id);

alter table business_members add constraint business_members_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
alter table business_members add constraint business_members_business_id_businesses_id_fk
  foreign key (business_id) references businesses (id) on delete cascade;
create index business_members_of_business on business_members (business_id, created_at);

alter table business_invitations add constraint business_invitations_business_id_businesses_id_fk
  foreign key (business_id) references businesses (id) on delete cascade;
alter table business_invitations add constraint business_invitations_invited_by_users_id_fk
  foreign key (invited_by) references users (id) on delete set null;
alter table business_invitations add constraint business_invitations_language_languages_code_fk
  foreign key (language) references languages (code);
create unique index business_invitations_of_address on business_invitations (business_id, email);
create unique index business_invitations_token on business_invitations (token_hash);
create index business_invitations_by on business_invitations (invited_by);
create index business_invitations_ending on business_invitations (expires_at);

alter table profile_changes add constraint profile_changes_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;
create index profile_changes_of_provider on profile_changes (provider_id);
create index profile_changes_pending_oldest on profile_changes (created_at, id) where status = 'pending';

alter table business_documents add constraint business_documents_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;
alter table business_documents add constraint business_documents_business_id_businesses_id_fk
  foreign key (business_id) references businesses (id) on delete cascade;
create index business_documents_of_provider on business_documents (provider_id);
create index business_documents_of_business on business_documents (business_id, created_at desc, id desc);
create unique index business_documents_versions on business_documents (business_id, name_key, version);
create index business_documents_pending_oldest on business_documents (created_at, id) where status = 'pending';
create index business_documents_approved_newest on business_documents (created_at, id) where status = 'approved';
create index business_documents_ending on business_documents (valid_until) where valid_until is not null;

alter table page_views add constraint page_views_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;

alter table listing_claims add constraint listing_claims_business_id_businesses_id_fk
  foreign key (business_id) references businesses (id) on delete cascade;
alter table listing_claims add constraint listing_claims_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;
create unique index listing_claims_one_undecided on listing_claims (business_id) where status in ('open', 'pending');
create index listing_claims_of_business on listing_claims (business_id, created_at desc);
create index listing_claims_of_provider on listing_claims (provider_id);
create index listing_claims_pending_oldest on listing_claims (created_at, id) where status = 'pending';

-- ------ business/replies ------

alter table business_replies add constraint business_replies_business_id_businesses_id_fk
  foreign key (business_id) references businesses (id) on delete set null;
alter table business_replies add constraint business_replies_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;
alter table business_replies add constraint business_replies_language_languages_code_fk
  foreign key (language) references languages (code);
create unique index business_replies_published on business_replies (subject_id, provider_id)
  where status = 'approved' and ended_at is null;
create unique index business_replies_waiting on business_replies (subject_id, provider_id)
  where status = 'pending' and ended_at is null;
create index business_replies_waiting_due on business_replies (due_at, id)
  where status = 'pending' and ended_at is null;
create index business_replies_of_provider on business_replies (provider_id, subject_id, created_at);
create index business_replies_of_business on business_replies (business_id);

-- ------ contact ------

alter table sales_messages add constraint sales_messages_language_languages_code_fk
  foreign key (language) references languages (code);
create index sales_messages_newest on sales_messages (created_at desc, id desc);
create index sales_messages_open_oldest on sales_messages (created_at, id) where answered_at is null;

-- ------ contact-access ------

alter table contact_openings add constraint contact_openings_filing_id_filings_id_fk
  foreign key (filing_id) references filings (id) on delete cascade;
alter table contact_openings add constraint contact_openings_asked_by_users_id_fk
  foreign key (asked_by) references users (id) on delete cascade;
create index contact_openings_age on contact_openings (created_at);

create unique index opened_contacts_spent on opened_contacts (spent);
create index opened_contacts_newest on opened_contacts (opened_at);

-- ------ dashboard ------

alter table provider_visits add constraint provider_visits_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
alter table provider_visits add constraint provider_visits_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;
create index provider_visits_of_provider on provider_visits (provider_id);

-- ------ directory ------

create index providers_website_site on providers (website_site);
create index providers_changed on providers (updated_at, id) where review_state = 'approved';
create index providers_warned_names on providers
  using gin (public.called(name, other_names))
  where review_state = 'approved' and verification_status in ('Flagged', 'Suspended');
create index providers_found on providers
  using gin (search, names_key gin_trgm_ops, public.word_seams(names_key), countries, (array[type]))
  where is_public;
create index providers_cell on providers (cell) where is_public;
create index providers_relevance on providers (verified_rank, rating desc, name_key, id) where is_public;
create index providers_rating on providers (rating desc, name_key, id) where is_public;
create index providers_risk on providers (risk_rank, name_key, id) where is_public;
create index providers_name on providers (name_key, id) where is_public;
create index providers_suspended_name on providers (name_key)
  where review_state = 'approved' and verification_status = 'Suspended';
create index providers_newest on providers (created_at desc, id desc) where is_public;
create index providers_all_newest on providers (created_at desc, id desc);
create index providers_state_newest on providers (review_state, verification_status, created_at desc, id desc);
create index providers_all_names_trigrams on providers using gin (names_key gin_trgm_ops);
create index providers_public_ids on providers (id) where is_public;

create index provider_listings_relevance on provider_listings (country, verified_rank, rating desc, name_key,
    provider_id);
create index provider_listings_risk on provider_listings (country, risk_rank, name_key, provider_id);
create index provider_listings_cell_rating on provider_listings (country, cell, rating desc, name_key, provider_id);
create index provider_listings_cell_name on provider_listings (country, cell, name_key, provider_id);

create index provider_words_alike on provider_words using gin (word gin_trgm_ops);
create index provider_words_in_text on provider_words using gin (word gin_trgm_ops) where is_in_text;

alter table provider_certifications add constraint provider_certifications_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;
alter table provider_certifications add constraint provider_certifications_certification_id_certifications_id_fk
  foreign key (certification_id) references certifications (id) on delete cascade;
create index provider_certifications_certification on provider_certifications (certification_id);

alter table provider_evidence add constraint provider_evidence_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;
create index provider_evidence_newest on provider_evidence (provider_id, checked_on desc, id);

-- ------ early-warning ------

alter table withdrawal_watches add constraint withdrawal_watches_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;
create unique index withdrawal_watches_open on withdrawal_watches (provider_id) where ended_at is null;
create index withdrawal_watches_of_provider on withdrawal_watches (provider_id);
create index withdrawal_watches_open_newest on withdrawal_watches (status, created_at desc, id desc)
  where ended_at is null;

-- ------ evidence ------

alter table evidence_files add constraint evidence_files_filing_id_filings_id_fk
  foreign key (filing_id) references filings (id) on delete cascade;
create index evidence_files_of_filing on evidence_files (filing_id, created_at);
create index evidence_files_announced on evidence_files (created_at) where stored_at is null;

-- ------ filings ------

alter table filing_questions add constraint filing_questions_filing_id_filings_id_fk
  foreign key (filing_id) references filings (id) on delete cascade;
alter table filing_questions add constraint filing_questions_asked_by_users_id_fk
  foreign key (asked_by) references users (id) on delete set null;
create index filing_questions_of_filing on filing_questions (filing_id, created_at);

-- ------ indicators ------

alter table filing_indicators add constraint filing_indicators_filing_id_filings_id_fk
  foreign key (filing_id) references filings (id) on delete cascade;
create index filing_indicators_of_key on filing_indicators (key);

-- ------ intake ------

alter table filings add constraint filings_language_languages_code_fk
  foreign key (language) references languages (code);
create unique index filings_receipt on filings (receipt_hash);
create index filings_of_owner on filings (owner_tag, kind, created_at desc, id desc) where owner_tag is not null;
create index filings_submissions_newest on filings (created_at desc) where kind = 'submission';

alter table filing_originals add constraint filing_originals_filing_id_filings_id_fk
  foreign key (filing_id) references filings (id) on delete cascade;

-- ------ moderation/appeals ------

alter table appeals add constraint appeals_proposal_id_proposals_id_fk
  foreign key (proposal_id) references proposals (id);
create index appeals_of_subject on appeals (subject_id, created_at desc);
create index appeals_open_of_subject on appeals (subject_id, created_at) where status = 'pending';
create index appeals_open_due on appeals (due_at, id) where status = 'pending';
create index appeals_decided_newest on appeals (decided_at desc, id desc) where status <> 'pending';
create index appeals_of_proposal on appeals (proposal_id) where proposal_id is not null;

-- ------ moderation/cases ------

create index cases_open_largest on cases (undecided_count desc, created_at, id) where is_open;
create index cases_open_oldest on cases (created_at, id) where is_open;

alter table case_filings add constraint case_filings_filing_id_filings_id_fk
  foreign key (filing_id) references filings (id) on delete cascade;
alter table case_filings add constraint case_filings_case_id_cases_id_fk
  foreign key (case_id) references cases (id) on delete cascade;
create index case_filings_of_case on case_filings (case_id, created_at);
create index case_filings_asked on case_filings (case_id) where question is not null;

alter table case_keys add constraint case_keys_case_id_cases_id_fk
  foreign key (case_id) references cases (id) on delete cascade;
create index case_keys_of_case on case_keys (case_id);

alter table case_splits add constraint case_splits_case_id_cases_id_fk
  foreign key (case_id) references cases (id) on delete cascade;
alter table case_splits add constraint case_splits_other_id_cases_id_fk
  foreign key (other_id) references cases (id) on delete cascade;
create index case_splits_other on case_splits (other_id);

alter table merged_cases add constraint merged_cases_into_id_cases_id_fk
  foreign key (into_id) references cases (id) on delete cascade;
create index merged_cases_into on merged_cases (into_id);

alter table case_snoozes add constraint case_snoozes_case_id_cases_id_fk
  foreign key (case_id) references cases (id) on delete cascade;
alter table case_snoozes add constraint case_snoozes_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete set null;
create index case_snoozes_until on case_snoozes (until);
create index case_snoozes_of_user on case_snoozes (user_id);

alter table unsorted_filings add constraint unsorted_filings_filing_id_filings_id_fk
  foreign key (filing_id) references filings (id) on delete cascade;
create index unsorted_filings_oldest on unsorted_filings (created_at);

alter table unexamined_filings add constraint unexamined_filings_filing_id_filings_id_fk
  foreign key (filing_id) references filings (id) on delete cascade;
create index unexamined_filings_next on unexamined_filings (next_try_at);

alter table case_texts add constraint case_texts_filing_id_filings_id_fk
  foreign key (filing_id) references filings (id) on delete cascade;
alter table case_texts add constraint case_texts_case_id_cases_id_fk
  foreign key (case_id) references cases (id) on delete cascade;
create index case_texts_of_case on case_texts (case_id);
create index case_texts_alike on case_texts using gin (bands) with (fastupdate=false) where is_open;
create index case_texts_alike_closed on case_texts using gin (bands) with (fastupdate=false) where not is_open;

alter table case_claims add constraint case_claims_case_id_cases_id_fk
  foreign key (case_id) references cases (id) on delete cascade;
alter table case_claims add constraint case_claims_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create index case_claims_of_user on case_claims (user_id);

alter table shown_filings add constraint shown_filings_filing_id_filings_id_fk
  foreign key (filing_id) references filings (id) on delete cascade;
alter table shown_filings add constraint shown_filings_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create index shown_filings_of_user on shown_filings (user_id);

-- ------ moderation/decision-log ------

create unique index decision_log_source on decision_log (source_id) where source_id is not null;
create unique index decision_log_received on decision_log (day) where kind = 'received';
create unique index decision_log_undone on decision_log (reverses) where reversal = 'undone';
create index decision_log_newest on decision_log (day desc, number desc);
create index decision_log_of_subject on decision_log (subject, day desc, number desc);
create index decision_log_of_outcome on decision_log (to_value, day desc, number desc);

create index decision_log_waiting_new on decision_log_waiting (source, created_at, id) where day is null;
create index decision_log_waiting_day on decision_log_waiting (day) where day is not null;

create index decision_log_checkpoints_day on decision_log_checkpoints (day, number);

alter table decision_log_signatures add constraint decision_log_signatures_checkpoint_decision_log_checkpoints_number_fk
  foreign key (checkpoint) references decision_log_checkpoints (number);
create index decision_log_signatures_checkpoint on decision_log_signatures (checkpoint);

-- ------ moderation/masks ------

alter table masks add constraint masks_language_languages_code_fk
  foreign key (language) references languages (code);
alter table masks add constraint masks_masked_by_users_id_fk
  foreign key (masked_by) references users (id) on delete set null;
alter table masks add constraint masks_settled_by_users_id_fk
  foreign key (settled_by) references users (id) on delete set null;
create index masks_of_subject on masks (subject_id);
create index masks_waiting on masks (due_at, id) where state = 'open';
create index masks_settled on masks (settled_at) where sealed_spans is not null;

create unique index masked_texts_once on masked_texts (subject_id, place);

-- ------ moderation/queue ------

alter table case_samples add constraint case_samples_case_id_cases_id_fk
  foreign key (case_id) references cases (id) on delete cascade;
alter table case_samples add constraint case_samples_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create index case_samples_of_case on case_samples (case_id);
create index case_samples_of_user on case_samples (user_id);

create unique index answer_templates_title on answer_templates (title);

alter table saved_views add constraint saved_views_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create unique index saved_views_name on saved_views (user_id, name);

-- ------ moderation/tasks ------

alter table admin_tasks add constraint admin_tasks_created_by_users_id_fk
  foreign key (created_by) references users (id) on delete cascade;
create index admin_tasks_age on admin_tasks (created_at);

-- ------ moderation/workflow ------

alter table decisions add constraint decisions_reverses_decisions_id_fk
  foreign key (reverses) references decisions (id);
create index decisions_of_subject on decisions (subject_id, created_at desc, id desc);
create index decisions_newest on decisions (created_at desc, id desc);
create unique index decisions_reversed on decisions (reverses) where reverses is not null;

alter table proposals add constraint proposals_proposed_by_users_id_fk
  foreign key (proposed_by) references users (id) on delete set null;
alter table proposals add constraint proposals_settled_by_users_id_fk
  foreign key (settled_by) references users (id) on delete set null;
create unique index proposals_open on proposals (subject_id) where state = 'open';
create index proposals_waiting on proposals (created_at, id) where state = 'open';

create index public_versions_of_subject on public_versions (subject_id, created_at desc, id desc);

-- ------ news ------

alter table news_items add constraint news_items_language_languages_code_fk
  foreign key (language) references languages (code);
create unique index news_items_source_url on news_items (source_url);
create index news_items_text on news_items (text_key);
create index news_items_held on news_items (source_id) where state = 'held';
create index news_items_title_trigrams on news_items using gin (lower(title) gin_trgm_ops);
create index news_items_title_seams on news_items using gin (public.word_seams(lower(title)));
create index news_items_title_numbers on news_items using gin (public.numbers_in(title));
create index news_items_state_newest on news_items (state, published_at desc, id desc);
create index news_items_urgent on news_items (published_at desc, id desc) where is_active and priority = 'high';
create index news_items_state_country on news_items (state, source_country, published_at desc, id desc);
create index news_items_state_category on news_items (state, category, published_at desc, id desc);
create index news_items_state_country_category on news_items (state, source_country, category, published_at desc,
    id desc);

alter table news_copies add constraint news_copies_item_id_news_items_id_fk
  foreign key (item_id) references news_items (id) on delete cascade;
create index news_copies_item on news_copies (item_id);
create index news_copies_held on news_copies (source_id) where state = 'held';

create unique index news_batches_one_held on news_batches (source_id) where state = 'held';
create index news_batches_to_reword on news_batches (id) where state = 'released' and rewordings <> '[]';

alter table news_readers add constraint news_readers_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;
create unique index news_readers_feed on news_readers (feed_hash);
create unique index news_readers_leave on news_readers (leave_key);
create index news_readers_letter on news_readers (user_id) where gets_letter;

alter table news_mentions add constraint news_mentions_item_id_news_items_id_fk
  foreign key (item_id) references news_items (id) on delete cascade;
alter table news_mentions add constraint news_mentions_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;
create index news_mentions_confirmed on news_mentions (provider_id) where state = 'confirmed';
create index news_mentions_suggested on news_mentions (created_at, item_id, provider_id) where state = 'suggested';

-- ------ public-api ------

alter table api_keys add constraint api_keys_account_id_users_id_fk
  foreign key (account_id) references users (id) on delete cascade;
create unique index api_keys_found on api_keys (public_id);
create index api_keys_of_account on api_keys (account_id, created_at);

alter table api_quota_months add constraint api_quota_months_account_id_users_id_fk
  foreign key (account_id) references users (id) on delete cascade;

alter table api_usage add constraint api_usage_account_id_users_id_fk
  foreign key (account_id) references users (id) on delete cascade;
alter table api_usage add constraint api_usage_key_id_api_keys_id_fk
  foreign key (key_id) references api_keys (id) on delete cascade;
create index api_usage_day on api_usage (day);
create index api_usage_of_key on api_usage (key_id);

alter table api_call_sums add constraint api_call_sums_account_id_users_id_fk
  foreign key (account_id) references users (id) on delete cascade;
create index api_call_sums_days on api_call_sums (account_id, first_day) where span = 'day' and endpoint = '';

alter table api_key_sums add constraint api_key_sums_account_id_users_id_fk
  foreign key (account_id) references users (id) on delete cascade;
alter table api_key_sums add constraint api_key_sums_key_id_api_keys_id_fk
  foreign key (key_id) references api_keys (id) on delete cascade;
create index api_key_sums_of_key on api_key_sums (key_id);

-- ------ public-forms ------

create index spent_proofs_expiry on spent_proofs (expires_at);

alter table unconfirmed_submissions add constraint unconfirmed_submissions_language_languages_code_fk
  foreign key (language) references languages (code);
create unique index unconfirmed_submissions_token on unconfirmed_submissions (token_hash);
create index unconfirmed_submissions_expiry on unconfirmed_submissions (expires_at);

-- ------ regtech ------

create unique index regtech_metrics_once on regtech_metrics (period, metric_type);

create unique index regtech_drafts_once on regtech_drafts (period, country);

create unique index regtech_reports_once on regtech_reports (period, country);
create unique index regtech_reports_of_country on regtech_reports (country, period);

-- ------ reports/alerts ------

alter table fraud_alerts add constraint fraud_alerts_language_languages_code_fk
  foreign key (language) references languages (code);
alter table fraud_alerts add constraint fraud_alerts_merged_into_fraud_alerts_id_fk
  foreign key (merged_into) references fraud_alerts (id) on delete set null;
alter table fraud_alerts add constraint fraud_alerts_affected_provider_id_providers_id_fk
  foreign key (affected_provider_id) references providers (id) on delete set null;
create index fraud_alerts_active_newest on fraud_alerts (created_at desc, id desc) where status = 'approved';
create index fraud_alerts_active_severest on fraud_alerts (severity, created_at desc, id desc)
  where status = 'approved';
create index fraud_alerts_active_of_type on fraud_alerts (alert_type, severity, created_at desc, id desc)
  where status = 'approved';
create index fraud_alerts_pending_oldest on fraud_alerts (created_at, id) where status = 'pending';
create index fraud_alerts_newest on fraud_alerts (created_at desc, id desc);
create index fraud_alerts_status_newest on fraud_alerts (status, created_at desc, id desc);
create index fraud_alerts_title_trigrams on fraud_alerts using gin (lower(title) gin_trgm_ops);
create index fraud_alerts_title_seams on fraud_alerts using gin (public.word_seams(lower(title)));
create index fraud_alerts_active_words on fraud_alerts
  using gin (public.search_words(title || ' ' || coalesce(affected_provider_name, '')))
  where status = 'approved';
create index fraud_alerts_countries on fraud_alerts using gin (affected_countries);
create index fraud_alerts_of_provider on fraud_alerts (affected_provider_id);
create index fraud_alerts_merged_into on fraud_alerts (merged_into, is_merged_unread) where merged_into is not null;

alter table alert_preferences add constraint alert_preferences_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete cascade;

-- ------ reports/issues ------

alter table reports add constraint reports_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete set null;
alter table reports add constraint reports_fraud_alert_id_fraud_alerts_id_fk
  foreign key (fraud_alert_id) references fraud_alerts (id) on delete set null;
create index reports_public_newest on reports (created_at desc, id desc) where is_public;
create index reports_public_severity on reports (severity, created_at desc, id desc) where is_public;
create index reports_pending_oldest on reports (created_at, id) where status = 'pending';
create index reports_newest on reports (created_at desc, id desc);
create index reports_status_newest on reports (status, created_at desc, id desc);
create index reports_text_trigrams on reports using gin (lower(description) gin_trgm_ops);
create index reports_of_provider on reports (provider_id);
create index reports_of_alert on reports (fraud_alert_id);
create index reports_withdrawals on reports (created_at, provider_id)
  where report_type = 'withdrawal_issues' and is_public;

-- ------ reviews ------

alter table reviews add constraint reviews_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;
alter table reviews add constraint reviews_user_id_users_id_fk
  foreign key (user_id) references users (id) on delete set null;
create index reviews_of_person on reviews (user_id) where user_id is not null;
create index reviews_pending_oldest on reviews (created_at, id) where status = 'pending';
create index reviews_approved_by_rating on reviews (provider_id, rating, created_at desc, id desc)
  where status = 'approved';
create index reviews_approved_newest on reviews (provider_id, created_at desc, id desc) where status = 'approved';

alter table rating_counts add constraint rating_counts_provider_id_providers_id_fk
  foreign key (provider_id) references providers (id) on delete cascade;

-- ------ reviews/experiences ------

create index experiences_approved_newest on experiences (created_at desc, id desc) where status = 'approved';
create index experiences_pending_oldest on experiences (created_at, id) where status = 'pending';

-- ------ webhooks ------

alter table webhooks add constraint webhooks_account_id_users_id_fk
  foreign key (account_id) references users (id) on delete cascade;
create index webhooks_of_account on webhooks (account_id, created_at);

alter table webhook_secrets add constraint webhook_secrets_webhook_id_webhooks_id_fk
  foreign key (webhook_id) references webhooks (id) on delete cascade;
create index webhook_secrets_of_webhook on webhook_secrets (webhook_id);
create unique index webhook_secrets_current on webhook_secrets (webhook_id) where ends_at is null;

create index webhook_events_waiting on webhook_events (created_at) where spread_at is null;
create index webhook_events_age on webhook_events (created_at);

alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_webhooks_id_fk
  foreign key (webhook_id) references webhooks (id) on delete cascade;
alter table webhook_deliveries add constraint webhook_deliveries_event_id_webhook_events_id_fk
  foreign key (event_id) references webhook_events (id) on delete cascade;
create unique index webhook_deliveries_once on webhook_deliveries (event_id, webhook_id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at desc, id desc);

-- By hand: indexes and statistics that no tables.ts defines.

create index idempotency_keys_age on idempotency_keys (created_at);
create index rate_limits_expire on rate_limits (expire);

-- The planner decides by the frequency of a word whether to scan the list or to collect matches, so it samples more
-- words.
alter table providers alter column search set statistics 1000;
alter index users_search alter column 1 set statistics 1000;

-- The planner ignores the statistics of an expression in a partial index; these are separate.
create statistics providers_types on (array[type]) from providers;
create statistics providers_seams on (public.word_seams(names_key)) from providers;

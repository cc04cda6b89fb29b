-- The schema of version 0.1.0, dumped by pg_dump from a database that had been through its 54 migrations.

CREATE FUNCTION count_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      insert into item_count as kept
        select type, status, coalesce(category, ''), pg_backend_pid(), count(*) from added group by 1, 2, 3 order by 1, 2, 3
        on conflict (type, status, category, writer) do update set n = kept.n + excluded.n;
      return null;
    end
  $$

CREATE FUNCTION count_moved() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      insert into item_count as kept values
        (old.type, old.status, coalesce(old.category, ''), pg_backend_pid(), -1),
        (new.type, new.status, coalesce(new.category, ''), pg_backend_pid(), 1)
        on conflict (type, status, category, writer) do update set n = kept.n + excluded.n;
      return null;
    end
  $$

CREATE FUNCTION count_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      insert into item_count as kept
        select type, status, coalesce(category, ''), pg_backend_pid(), -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
        on conflict (type, status, category, writer) do update set n = kept.n + excluded.n;
      return null;
    end
  $$

CREATE FUNCTION keep_parameters() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if tg_op = 'DELETE' then
        delete from parameter_value where item_id = old.id;
        return null;
      end if;
      if not exists (select 1 from parameter_source source where source.type in (new.type, old.type)) then
        return null;
      end if;
      insert into parameter_value select * from parameter_row(new)
        on conflict (item_id) do update
        set (set_no, published_at, region, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, c1, c2, c3, c4, c5, c6, c7, c8, f1, f2, f3, f4, f5, f6, f7, f8, l1, l2, l3, l4, l5, l6) = (excluded.set_no, excluded.published_at, excluded.region, excluded.n1, excluded.n2, excluded.n3, excluded.n4, excluded.n5, excluded.n6, excluded.n7, excluded.n8, excluded.n9, excluded.n10, excluded.n11, excluded.n12, excluded.n13, excluded.n14, excluded.n15, excluded.n16, excluded.c1, excluded.c2, excluded.c3, excluded.c4, excluded.c5, excluded.c6, excluded.c7, excluded.c8, excluded.f1, excluded.f2, excluded.f3, excluded.f4, excluded.f5, excluded.f6, excluded.f7, excluded.f8, excluded.l1, excluded.l2, excluded.l3, excluded.l4, excluded.l5, excluded.l6);
      if not found then delete from parameter_value where item_id = new.id; end if;
      return null;
    end
  $$

CREATE FUNCTION note_added_items() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if exists (select from follow) then
        insert into fresh_item select id, published_at from added where published_at is not null
          on conflict do nothing;
      end if;
      return null;
    end $$

CREATE FUNCTION note_published_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if exists (select from follow) then
        insert into fresh_item values (new.id, new.published_at) on conflict do nothing;
      end if;
      return null;
    end $$

CREATE TABLE item (
    id text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    owner_id text,
    parent_id text,
    category text,
    region text,
    title text NOT NULL,
    body jsonb NOT NULL,
    search tsvector,
    view_count integer DEFAULT 0 NOT NULL,
    like_count integer DEFAULT 0 NOT NULL,
    comment_count integer DEFAULT 0 NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    published_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    support_count integer DEFAULT 0 NOT NULL,
    collect_count integer DEFAULT 0 NOT NULL,
    approved_revision integer,
    left_status text,
    status_since timestamp with time zone,
    left_revision integer
)

CREATE TABLE parameter_value (
    item_id text NOT NULL,
    set_no integer NOT NULL,
    published_at timestamp(3) with time zone,
    region text COLLATE pg_catalog."C",
    n1 double precision,
    n2 double precision,
    n3 double precision,
    n4 double precision,
    n5 double precision,
    n6 double precision,
    n7 double precision,
    n8 double precision,
    n9 double precision,
    n10 double precision,
    n11 double precision,
    n12 double precision,
    n13 double precision,
    n14 double precision,
    n15 double precision,
    n16 double precision,
    c1 text,
    c2 text,
    c3 text,
    c4 text,
    c5 text,
    c6 text,
    c7 text,
    c8 text,
    f1 text,
    f2 text,
    f3 text,
    f4 text,
    f5 text,
    f6 text,
    f7 text,
    f8 text,
    l1 text[],
    l2 text[],
    l3 text[],
    l4 text[],
    l5 text[],
    l6 text[]
)

CREATE FUNCTION parameter_row(one item) RETURNS SETOF parameter_value
    LANGUAGE sql STABLE
    AS $$
    select made.* from parameter_source source
    join parameter_set chosen on chosen.type = one.type and chosen.set_id = one.body ->> source.chooser
    left join parameter_set every on every.type = one.type and every.set_id = '',
    lateral jsonb_populate_record(null::parameter_value, coalesce((
      select jsonb_object_agg(slot.slot, held.value)
      from parameter_slot slot,
        lateral (select case when slot.set_no = chosen.no then one.body -> source.field else one.body end -> slot.key)
          held (value)
      where slot.set_no in (chosen.no, every.no) and case left(slot.slot, 1)
        when 'n' then jsonb_typeof(held.value) = 'number'
        when 'l' then jsonb_typeof(held.value) = 'array'
        else jsonb_typeof(held.value) in ('string', 'boolean') end
    ), '{}') || jsonb_build_object('item_id', one.id, 'set_no', chosen.no,
      'published_at', one.published_at, 'region', one.region)) made
    where source.type = one.type and one.status = any(source.states)
  $$

CREATE FUNCTION refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin raise exception 'the audit log is only ever appended to'; end $$

CREATE TABLE accepted_model (
    one boolean DEFAULT true NOT NULL,
    model_hash text NOT NULL,
    digest text NOT NULL,
    records jsonb NOT NULL,
    accepted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT accepted_model_one_check CHECK (one)
)

CREATE TABLE account (
    id text NOT NULL,
    user_name text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL,
    name text NOT NULL,
    mobile text,
    status text DEFAULT 'active'::text NOT NULL,
    black boolean DEFAULT false NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    locked_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    form text,
    application jsonb,
    agreement text,
    receipt_no text,
    refusal text,
    supplement_digest text,
    supplement_until timestamp(3) with time zone,
    reviewed_by text,
    reviewed_at timestamp(3) with time zone,
    black_reason text,
    id_card text,
    block_reason text,
    black_at timestamp(3) with time zone,
    password_until timestamp(3) with time zone,
    sso_user text,
    directory_id text,
    sensitive_consent jsonb,
    directory_keeps boolean DEFAULT false NOT NULL
)

CREATE TABLE audit (
    id bigint NOT NULL,
    at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    actor text,
    action text NOT NULL,
    target text,
    result text NOT NULL,
    address text,
    request_id text,
    detail jsonb,
    lane integer,
    "position" bigint,
    hash text
)

CREATE TABLE audit_head (
    lane integer NOT NULL,
    "position" bigint NOT NULL,
    hash text NOT NULL
)

CREATE SEQUENCE audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1

ALTER SEQUENCE audit_id_seq OWNED BY audit.id

CREATE TABLE captcha (
    id text NOT NULL,
    digest text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
)

CREATE TABLE chat (
    id text NOT NULL,
    low text NOT NULL,
    high text NOT NULL,
    last_seq integer DEFAULT 0 NOT NULL,
    last_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT chat_check CHECK ((low < high))
)

CREATE TABLE chat_member (
    chat_id text NOT NULL,
    account_id text NOT NULL,
    other_id text NOT NULL,
    read_seq integer DEFAULT 0 NOT NULL,
    unread integer DEFAULT 0 NOT NULL,
    blocks boolean DEFAULT false NOT NULL
)

CREATE TABLE chat_message (
    chat_id text NOT NULL,
    seq integer NOT NULL,
    author text NOT NULL,
    client_id text NOT NULL,
    kind text NOT NULL,
    content text NOT NULL,
    file_id text,
    item_type text,
    item_id text,
    created_at timestamp(3) with time zone NOT NULL
)

CREATE TABLE chat_report (
    chat_id text NOT NULL,
    seq integer NOT NULL,
    reporter text NOT NULL,
    reason text NOT NULL,
    content text,
    created_at timestamp(3) with time zone NOT NULL,
    settled_at timestamp(3) with time zone,
    settled_by text,
    id text DEFAULT (gen_random_uuid())::text NOT NULL,
    upheld boolean,
    words text
)

CREATE TABLE collect_folder (
    id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
)

CREATE TABLE comment (
    id text NOT NULL,
    item_id text NOT NULL,
    item_type text NOT NULL,
    owner_id text NOT NULL,
    reply_to text,
    body text NOT NULL,
    like_count integer DEFAULT 0 NOT NULL,
    status text DEFAULT 'online'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    reason text,
    report_count integer DEFAULT 0 NOT NULL,
    decided_by text,
    decided_at timestamp(3) with time zone
)

CREATE TABLE comment_report (
    comment_id text NOT NULL,
    reporter text NOT NULL,
    reason text NOT NULL,
    content text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    settled_at timestamp with time zone
)

CREATE TABLE content_version (
    type text NOT NULL,
    version bigint NOT NULL
)

CREATE TABLE counter (
    name text NOT NULL,
    value bigint NOT NULL
)

CREATE TABLE delegation (
    id text NOT NULL,
    user_id text NOT NULL,
    delegate_id text NOT NULL,
    from_day text NOT NULL,
    until_day text NOT NULL,
    note text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    ended_at timestamp(3) with time zone,
    told_at timestamp(3) with time zone
)

CREATE TABLE delivery (
    id text NOT NULL,
    account_id text NOT NULL,
    channel text NOT NULL,
    address text NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone NOT NULL
)

CREATE TABLE draft (
    user_id text NOT NULL,
    form text NOT NULL,
    key text NOT NULL,
    body jsonb NOT NULL,
    version integer NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    outline jsonb
)

CREATE TABLE file (
    id text NOT NULL,
    owner_id text,
    form text NOT NULL,
    field text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    size bigint NOT NULL,
    digest text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    attached boolean DEFAULT false NOT NULL,
    visitor text,
    alt text,
    focus_x smallint,
    focus_y smallint
)

CREATE TABLE follow (
    id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    place text NOT NULL,
    query text DEFAULT ''::text NOT NULL,
    title text NOT NULL,
    mode text DEFAULT 'now'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
)

CREATE TABLE follow_digest (
    user_id text NOT NULL,
    item_id text NOT NULL,
    at timestamp(3) with time zone NOT NULL
)

CREATE TABLE fresh_item (
    item_id text NOT NULL,
    at timestamp(3) with time zone NOT NULL
)

CREATE TABLE idempotency (
    user_id text NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    status integer NOT NULL,
    answer jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    digest text
)

CREATE TABLE import_job (
    id text NOT NULL,
    owner_id text NOT NULL,
    type text NOT NULL,
    set_id text,
    name text NOT NULL,
    digest text NOT NULL,
    columns jsonb NOT NULL,
    state text NOT NULL,
    total integer NOT NULL,
    judged integer DEFAULT 0 NOT NULL,
    imported integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    heads jsonb DEFAULT '[]'::jsonb NOT NULL,
    basis text DEFAULT ''::text NOT NULL,
    renewed boolean DEFAULT false NOT NULL,
    notes jsonb DEFAULT '[]'::jsonb NOT NULL
)

CREATE TABLE import_row (
    job_id text NOT NULL,
    place integer NOT NULL,
    row_no integer NOT NULL,
    cells jsonb NOT NULL,
    verdict text,
    errors jsonb,
    same_key text,
    item jsonb
)

CREATE TABLE item_clock (
    item_id text NOT NULL,
    name text NOT NULL,
    ran double precision DEFAULT 0 NOT NULL,
    since timestamp(3) with time zone
)

CREATE TABLE item_count (
    type text NOT NULL,
    status text NOT NULL,
    category text NOT NULL,
    writer integer NOT NULL,
    n bigint NOT NULL
)
WITH (fillfactor='50')

CREATE TABLE item_interest (
    item_id text NOT NULL,
    day date NOT NULL,
    type text NOT NULL,
    views integer DEFAULT 0 NOT NULL,
    compares integer DEFAULT 0 NOT NULL
)

CREATE TABLE item_origin (
    source_id text NOT NULL,
    cause text NOT NULL,
    item_id text NOT NULL
)

CREATE TABLE left_version (
    item_id text NOT NULL,
    title text NOT NULL,
    body jsonb NOT NULL,
    revision integer NOT NULL
)

CREATE TABLE measure (
    type text NOT NULL,
    set_id text NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    unit text NOT NULL
)

CREATE TABLE message (
    id text NOT NULL,
    thread_id text NOT NULL,
    sender_id text NOT NULL,
    addressed text NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    attachments jsonb NOT NULL,
    sender_deleted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
)

CREATE TABLE message_copy (
    message_id text NOT NULL,
    user_id text NOT NULL,
    read_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone
)

CREATE TABLE migration (
    name text NOT NULL,
    applied_at timestamp(3) with time zone DEFAULT now() NOT NULL
)

CREATE TABLE notice (
    id text NOT NULL,
    user_id text NOT NULL,
    template text NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    item_type text,
    item_id text,
    params jsonb,
    cause text NOT NULL,
    read_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
)

CREATE TABLE notice_setting (
    user_id text NOT NULL,
    sms jsonb NOT NULL,
    mail jsonb NOT NULL,
    email text,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
)

CREATE TABLE parameter_set (
    no integer NOT NULL,
    type text NOT NULL,
    set_id text NOT NULL,
    ready boolean DEFAULT false NOT NULL
)

ALTER TABLE parameter_set ALTER COLUMN no ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME parameter_set_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
)

CREATE TABLE parameter_slot (
    set_no integer NOT NULL,
    key text NOT NULL,
    slot text NOT NULL,
    ready boolean DEFAULT false NOT NULL
)

CREATE TABLE parameter_source (
    type text NOT NULL,
    field text NOT NULL,
    chooser text NOT NULL,
    states text[] NOT NULL
)

CREATE TABLE pending_version (
    item_id text NOT NULL,
    status text NOT NULL,
    author text NOT NULL,
    body jsonb NOT NULL,
    base_revision integer NOT NULL,
    revision integer NOT NULL,
    reason text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
)

CREATE TABLE presence (
    account_id text NOT NULL,
    process_id text NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL
)

CREATE TABLE quota (
    key text NOT NULL,
    used integer NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL
)

CREATE TABLE reaction (
    user_id text NOT NULL,
    target_kind text NOT NULL,
    target_id text NOT NULL,
    kind text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    folder_id text
)

CREATE TABLE record_change (
    no bigint NOT NULL,
    run integer NOT NULL,
    place text NOT NULL,
    key text NOT NULL,
    before jsonb NOT NULL,
    after jsonb,
    archived jsonb
)

ALTER TABLE record_change ALTER COLUMN no ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME record_change_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
)

CREATE TABLE record_run (
    no integer NOT NULL,
    name text NOT NULL,
    title text NOT NULL,
    code text NOT NULL,
    steps jsonb NOT NULL,
    records jsonb,
    applied_at timestamp(3) with time zone NOT NULL,
    undone_at timestamp(3) with time zone
)

ALTER TABLE record_run ALTER COLUMN no ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME record_run_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
)

CREATE TABLE search_heat (
    item_id text NOT NULL,
    type text NOT NULL,
    searchers integer NOT NULL
)

CREATE TABLE search_hit (
    item_id text NOT NULL,
    searcher text NOT NULL,
    day date NOT NULL
)

CREATE TABLE search_record (
    user_id text NOT NULL,
    key_word text NOT NULL,
    times integer DEFAULT 1 NOT NULL,
    searched_at timestamp(3) with time zone NOT NULL
)

CREATE TABLE search_word (
    day date NOT NULL,
    word text NOT NULL,
    searcher text NOT NULL
)

CREATE TABLE session (
    token_hash text NOT NULL,
    account_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    last_seen_at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    user_agent text,
    address text,
    id text DEFAULT (gen_random_uuid())::text NOT NULL,
    ticket text
)

CREATE TABLE setting (
    key text NOT NULL,
    value jsonb NOT NULL
)

CREATE TABLE sign_in_attempt (
    key text NOT NULL,
    failures integer NOT NULL,
    last_at timestamp(3) with time zone NOT NULL
)

CREATE TABLE sms_code (
    mobile text NOT NULL,
    purpose text NOT NULL,
    digest text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
)

CREATE TABLE sms_proof (
    digest text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
)

CREATE TABLE timer (
    name text NOT NULL,
    task text NOT NULL,
    subject text,
    due_at timestamp(3) with time zone NOT NULL,
    claim text,
    claimed_until timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    failure text
)

CREATE TABLE transition_log (
    id bigint NOT NULL,
    item_id text NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    from_status text NOT NULL,
    to_status text NOT NULL,
    reason text,
    at timestamp(3) with time zone DEFAULT date_trunc('milliseconds'::text, now()) NOT NULL,
    part text,
    form text,
    answers jsonb,
    remarks jsonb,
    behalf text
)

CREATE SEQUENCE transition_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1

ALTER SEQUENCE transition_log_id_seq OWNED BY transition_log.id

CREATE TABLE used_ticket (
    digest text NOT NULL,
    used_at timestamp(3) with time zone NOT NULL
)

CREATE TABLE view_record (
    user_id text NOT NULL,
    item_id text NOT NULL,
    times integer DEFAULT 1 NOT NULL,
    viewed_at timestamp(3) with time zone NOT NULL
)

ALTER TABLE ONLY audit ALTER COLUMN id SET DEFAULT nextval('audit_id_seq'::regclass)

ALTER TABLE ONLY transition_log ALTER COLUMN id SET DEFAULT nextval('transition_log_id_seq'::regclass)

INSERT INTO migration VALUES
  ('0001-create-tables', '2026-11-28 00:00:00+00'),
  ('0002-create-sign-in-attempts', '2026-11-28 00:00:00+00'),
  ('0003-create-registrations', '2026-11-28 00:00:00+00'),
  ('0004-chain-audit', '2026-11-28 00:00:00+00'),
  ('0005-extend-accounts', '2026-11-28 00:00:00+00'),
  ('0006-link-single-sign-on', '2026-11-28 00:00:00+00'),
  ('0010-create-files', '2026-11-28 00:00:00+00'),
  ('0030-create-search-records', '2026-11-28 00:00:00+00'),
  ('0031-create-engagement', '2026-11-28 00:00:00+00'),
  ('0040-seal-audit', '2026-11-28 00:00:00+00'),
  ('0045-count-searchers', '2026-11-28 00:00:00+00'),
  ('0055-remember-approval', '2026-11-28 00:00:00+00'),
  ('0056-create-pending-versions', '2026-11-28 00:00:00+00'),
  ('0057-judge-comments', '2026-11-28 00:00:00+00'),
  ('0060-link-directory', '2026-11-28 00:00:00+00'),
  ('0065-create-sms-proofs', '2026-11-28 00:00:00+00'),
  ('0066-keep-consents', '2026-11-28 00:00:00+00'),
  ('0067-index-receipts', '2026-11-28 00:00:00+00'),
  ('0070-remove-acting-pictures', '2026-11-28 00:00:00+00'),
  ('0071-mark-attached-files', '2026-11-28 00:00:00+00'),
  ('0072-digest-idempotency', '2026-11-28 00:00:00+00'),
  ('0076-keep-directory', '2026-11-28 00:00:00+00'),
  ('0080-remember-left-state', '2026-11-28 00:00:00+00'),
  ('0082-tie-waiting-files', '2026-11-28 00:00:00+00'),
  ('0084-count-draft-revisions', '2026-11-28 00:00:00+00'),
  ('0095-project-parameters', '2026-11-28 00:00:00+00'),
  ('0100-create-imports', '2026-11-28 00:00:00+00'),
  ('0110-count-interest', '2026-11-28 00:00:00+00'),
  ('0120-count-items', '2026-11-28 00:00:00+00'),
  ('0125-keep-measures', '2026-11-28 00:00:00+00'),
  ('0135-keep-import-basis', '2026-11-28 00:00:00+00'),
  ('0145-name-public-states', '2026-11-28 00:00:00+00'),
  ('0150-create-timers', '2026-11-28 00:00:00+00'),
  ('0151-create-notices', '2026-11-28 00:00:00+00'),
  ('0152-create-messages', '2026-11-28 00:00:00+00'),
  ('0170-keep-views', '2026-11-28 00:00:00+00'),
  ('0171-create-follows', '2026-11-28 00:00:00+00'),
  ('0180-create-chat', '2026-11-28 00:00:00+00'),
  ('0181-tell-followers', '2026-11-28 00:00:00+00'),
  ('0182-judge-chat-reports', '2026-11-28 00:00:00+00'),
  ('0200-keep-step-answers', '2026-11-28 00:00:00+00'),
  ('0210-keep-state-times', '2026-11-28 00:00:00+00'),
  ('0220-keep-remarks', '2026-11-28 00:00:00+00'),
  ('0225-bound-pending-words', '2026-11-28 00:00:00+00'),
  ('0230-keep-accepted-model', '2026-11-28 00:00:00+00'),
  ('0240-find-by-parameter-and-region', '2026-11-28 00:00:00+00'),
  ('0245-describe-pictures', '2026-11-28 00:00:00+00'),
  ('0260-create-delegations', '2026-11-28 00:00:00+00'),
  ('0265-outline-drafts', '2026-11-28 00:00:00+00'),
  ('0270-keep-clocks', '2026-11-28 00:00:00+00'),
  ('0275-remember-left-revision', '2026-11-28 00:00:00+00'),
  ('0280-keep-left-versions', '2026-11-28 00:00:00+00'),
  ('0285-note-imports', '2026-11-28 00:00:00+00'),
  ('0290-settle-comment-reports', '2026-11-28 00:00:00+00')

INSERT INTO audit_head VALUES
  (0, 0, ''),
  (1, 0, ''),
  (2, 0, ''),
  (3, 0, ''),
  (4, 0, ''),
  (5, 0, ''),
  (6, 0, ''),
  (7, 0, ''),
  (8, 0, ''),
  (9, 0, ''),
  (10, 0, ''),
  (11, 0, ''),
  (12, 0, ''),
  (13, 0, ''),
  (14, 0, ''),
  (15, 0, '')

ALTER TABLE ONLY accepted_model
    ADD CONSTRAINT accepted_model_pkey PRIMARY KEY (one)

ALTER TABLE ONLY account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id)

ALTER TABLE ONLY account
    ADD CONSTRAINT account_user_name_key UNIQUE (user_name)

ALTER TABLE ONLY audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (lane)

ALTER TABLE audit
    ADD CONSTRAINT audit_is_chained CHECK (((lane IS NOT NULL) AND ("position" IS NOT NULL) AND (hash IS NOT NULL))) NOT VALID

ALTER TABLE ONLY audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id)

ALTER TABLE ONLY captcha
    ADD CONSTRAINT captcha_pkey PRIMARY KEY (id)

ALTER TABLE ONLY chat
    ADD CONSTRAINT chat_low_high_key UNIQUE (low, high)

ALTER TABLE ONLY chat_member
    ADD CONSTRAINT chat_member_pkey PRIMARY KEY (account_id, chat_id)

ALTER TABLE ONLY chat_message
    ADD CONSTRAINT chat_message_chat_id_author_client_id_key UNIQUE (chat_id, author, client_id)

ALTER TABLE ONLY chat_message
    ADD CONSTRAINT chat_message_pkey PRIMARY KEY (chat_id, seq)

ALTER TABLE ONLY chat
    ADD CONSTRAINT chat_pkey PRIMARY KEY (id)

ALTER TABLE ONLY chat_report
    ADD CONSTRAINT chat_report_pkey PRIMARY KEY (chat_id, seq, reporter)

ALTER TABLE ONLY collect_folder
    ADD CONSTRAINT collect_folder_pkey PRIMARY KEY (id)

ALTER TABLE ONLY collect_folder
    ADD CONSTRAINT collect_folder_user_id_name_key UNIQUE (user_id, name)

ALTER TABLE ONLY comment
    ADD CONSTRAINT comment_pkey PRIMARY KEY (id)

ALTER TABLE ONLY comment_report
    ADD CONSTRAINT comment_report_pkey PRIMARY KEY (comment_id, reporter)

ALTER TABLE ONLY content_version
    ADD CONSTRAINT content_version_pkey PRIMARY KEY (type)

ALTER TABLE ONLY counter
    ADD CONSTRAINT counter_pkey PRIMARY KEY (name)

ALTER TABLE ONLY delegation
    ADD CONSTRAINT delegation_pkey PRIMARY KEY (id)

ALTER TABLE ONLY delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id)

ALTER TABLE ONLY draft
    ADD CONSTRAINT draft_pkey PRIMARY KEY (user_id, form, key)

ALTER TABLE ONLY file
    ADD CONSTRAINT file_pkey PRIMARY KEY (id)

ALTER TABLE ONLY follow_digest
    ADD CONSTRAINT follow_digest_pkey PRIMARY KEY (user_id, item_id)

ALTER TABLE ONLY follow
    ADD CONSTRAINT follow_pkey PRIMARY KEY (id)

ALTER TABLE ONLY follow
    ADD CONSTRAINT follow_user_id_kind_place_query_key UNIQUE (user_id, kind, place, query)

ALTER TABLE ONLY fresh_item
    ADD CONSTRAINT fresh_item_pkey PRIMARY KEY (item_id)

ALTER TABLE ONLY idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (user_id, operation, key)

ALTER TABLE ONLY import_job
    ADD CONSTRAINT import_job_owner_id_type_key UNIQUE (owner_id, type)

ALTER TABLE ONLY import_job
    ADD CONSTRAINT import_job_pkey PRIMARY KEY (id)

ALTER TABLE ONLY import_row
    ADD CONSTRAINT import_row_pkey PRIMARY KEY (job_id, place)

ALTER TABLE ONLY item_clock
    ADD CONSTRAINT item_clock_pkey PRIMARY KEY (item_id, name)

ALTER TABLE ONLY item_count
    ADD CONSTRAINT item_count_pkey PRIMARY KEY (type, status, category, writer)

ALTER TABLE ONLY item_interest
    ADD CONSTRAINT item_interest_pkey PRIMARY KEY (item_id, day)

ALTER TABLE ONLY item_origin
    ADD CONSTRAINT item_origin_pkey PRIMARY KEY (source_id, cause)

ALTER TABLE ONLY item
    ADD CONSTRAINT item_pkey PRIMARY KEY (id)

ALTER TABLE ONLY left_version
    ADD CONSTRAINT left_version_pkey PRIMARY KEY (item_id)

ALTER TABLE ONLY measure
    ADD CONSTRAINT measure_pkey PRIMARY KEY (type, set_id, key)

ALTER TABLE ONLY message_copy
    ADD CONSTRAINT message_copy_pkey PRIMARY KEY (message_id, user_id)

ALTER TABLE ONLY message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id)

ALTER TABLE ONLY migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (name)

ALTER TABLE ONLY notice
    ADD CONSTRAINT notice_pkey PRIMARY KEY (id)

ALTER TABLE ONLY notice_setting
    ADD CONSTRAINT notice_setting_pkey PRIMARY KEY (user_id)

ALTER TABLE ONLY notice
    ADD CONSTRAINT notice_user_id_cause_key UNIQUE (user_id, cause)

ALTER TABLE ONLY parameter_set
    ADD CONSTRAINT parameter_set_pkey PRIMARY KEY (no)

ALTER TABLE ONLY parameter_set
    ADD CONSTRAINT parameter_set_type_set_id_key UNIQUE (type, set_id)

ALTER TABLE ONLY parameter_slot
    ADD CONSTRAINT parameter_slot_pkey PRIMARY KEY (set_no, key)

ALTER TABLE ONLY parameter_slot
    ADD CONSTRAINT parameter_slot_set_no_slot_key UNIQUE (set_no, slot)

ALTER TABLE ONLY parameter_source
    ADD CONSTRAINT parameter_source_pkey PRIMARY KEY (type)

ALTER TABLE ONLY parameter_value
    ADD CONSTRAINT parameter_value_pkey PRIMARY KEY (item_id)

ALTER TABLE ONLY pending_version
    ADD CONSTRAINT pending_version_pkey PRIMARY KEY (item_id)

ALTER TABLE ONLY presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (account_id, process_id)

ALTER TABLE ONLY quota
    ADD CONSTRAINT quota_pkey PRIMARY KEY (key)

ALTER TABLE ONLY reaction
    ADD CONSTRAINT reaction_pkey PRIMARY KEY (user_id, target_kind, target_id, kind)

ALTER TABLE ONLY record_change
    ADD CONSTRAINT record_change_pkey PRIMARY KEY (no)

ALTER TABLE ONLY record_run
    ADD CONSTRAINT record_run_pkey PRIMARY KEY (no)

ALTER TABLE ONLY search_heat
    ADD CONSTRAINT search_heat_pkey PRIMARY KEY (item_id)

ALTER TABLE ONLY search_hit
    ADD CONSTRAINT search_hit_pkey PRIMARY KEY (item_id, searcher)

ALTER TABLE ONLY search_record
    ADD CONSTRAINT search_record_pkey PRIMARY KEY (user_id, key_word)

ALTER TABLE ONLY search_word
    ADD CONSTRAINT search_word_pkey PRIMARY KEY (day, word, searcher)

ALTER TABLE ONLY session
    ADD CONSTRAINT session_pkey PRIMARY KEY (token_hash)

ALTER TABLE ONLY setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (key)

ALTER TABLE ONLY sign_in_attempt
    ADD CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (key)

ALTER TABLE ONLY sms_code
    ADD CONSTRAINT sms_code_pkey PRIMARY KEY (mobile, purpose)

ALTER TABLE ONLY sms_proof
    ADD CONSTRAINT sms_proof_pkey PRIMARY KEY (digest)

ALTER TABLE ONLY timer
    ADD CONSTRAINT timer_pkey PRIMARY KEY (name)

ALTER TABLE ONLY transition_log
    ADD CONSTRAINT transition_log_pkey PRIMARY KEY (id)

ALTER TABLE ONLY used_ticket
    ADD CONSTRAINT used_ticket_pkey PRIMARY KEY (digest)

ALTER TABLE ONLY view_record
    ADD CONSTRAINT view_record_pkey PRIMARY KEY (user_id, item_id)

CREATE INDEX account_black ON account USING btree (black_at DESC) WHERE black

CREATE INDEX account_directory ON account USING btree (directory_id) WHERE (directory_id IS NOT NULL)

CREATE UNIQUE INDEX account_mobile ON account USING btree (mobile) WHERE (mobile IS NOT NULL)

CREATE UNIQUE INDEX account_name ON account USING btree (lower(user_name))

CREATE UNIQUE INDEX account_sso_user ON account USING btree (sso_user) WHERE (sso_user IS NOT NULL)

CREATE INDEX account_status ON account USING btree (status, created_at DESC)

CREATE INDEX audit_actor ON audit USING btree (actor, id DESC)

CREATE INDEX audit_at ON audit USING btree (at)

CREATE UNIQUE INDEX audit_chain ON audit USING btree (lane, "position")

CREATE INDEX audit_target ON audit USING btree (target, id DESC)

CREATE INDEX chat_message_author ON chat_message USING btree (author)

CREATE INDEX chat_message_file ON chat_message USING btree (file_id) WHERE (file_id IS NOT NULL)

CREATE UNIQUE INDEX chat_report_id ON chat_report USING btree (id)

CREATE INDEX chat_report_open ON chat_report USING btree (created_at DESC) WHERE (settled_at IS NULL)

CREATE INDEX comment_desk ON comment USING btree (created_at DESC, id DESC)

CREATE INDEX comment_item ON comment USING btree (item_id, created_at DESC)

CREATE INDEX comment_reported ON comment USING btree (report_count DESC, created_at DESC) WHERE (report_count > 0)

CREATE INDEX delegation_delegate ON delegation USING btree (delegate_id)

CREATE INDEX delegation_user ON delegation USING btree (user_id)

CREATE INDEX delivery_due ON delivery USING btree (due_at)

CREATE INDEX file_owner ON file USING btree (owner_id)

CREATE INDEX file_unattached ON file USING btree (created_at) WHERE (NOT attached)

CREATE INDEX follow_place ON follow USING btree (kind, place)

CREATE INDEX import_row_key ON import_row USING btree (job_id, same_key)

CREATE INDEX item_clock_since ON item_clock USING btree (name, since) WHERE (since IS NOT NULL)

CREATE INDEX item_interest_compared ON item_interest USING btree (type, day) WHERE (compares > 0)

CREATE INDEX item_interest_day ON item_interest USING btree (day)

CREATE INDEX item_list ON item USING btree (type, status, published_at DESC, id DESC)

CREATE INDEX item_newest ON item USING btree (status, published_at DESC, id DESC)

CREATE INDEX item_owner ON item USING btree (owner_id, type)

CREATE INDEX item_parent ON item USING btree (parent_id, type) WHERE (parent_id IS NOT NULL)

CREATE INDEX item_receipt ON item USING btree (((body ->> '_receiptNo'::text))) WHERE ((body ->> '_receiptNo'::text) IS NOT NULL)

CREATE INDEX item_search ON item USING gin (search) WITH (gin_pending_list_limit='128')

CREATE INDEX message_copy_unread ON message_copy USING btree (user_id) WHERE ((read_at IS NULL) AND (deleted_at IS NULL))

CREATE INDEX message_copy_user ON message_copy USING btree (user_id, message_id) WHERE (deleted_at IS NULL)

CREATE INDEX message_sent ON message USING btree (sender_id, created_at DESC, id DESC) WHERE (sender_deleted_at IS NULL)

CREATE INDEX message_thread ON message USING btree (thread_id)

CREATE INDEX notice_created ON notice USING btree (created_at)

CREATE INDEX notice_due_cause ON notice USING btree (cause) WHERE (cause ~~ 'due:%'::text)

CREATE INDEX notice_of_user ON notice USING btree (user_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL)

CREATE INDEX notice_unread ON notice USING btree (user_id) WHERE ((read_at IS NULL) AND (deleted_at IS NULL))

CREATE INDEX parameter_value_list ON parameter_value USING btree (set_no, published_at DESC, item_id DESC)

CREATE INDEX parameter_value_n1 ON parameter_value USING btree (set_no, n1, item_id, region) WHERE (n1 IS NOT NULL)

CREATE INDEX parameter_value_n10 ON parameter_value USING btree (set_no, n10, item_id, region) WHERE (n10 IS NOT NULL)

CREATE INDEX parameter_value_n11 ON parameter_value USING btree (set_no, n11, item_id, region) WHERE (n11 IS NOT NULL)

CREATE INDEX parameter_value_n12 ON parameter_value USING btree (set_no, n12, item_id, region) WHERE (n12 IS NOT NULL)

CREATE INDEX parameter_value_n13 ON parameter_value USING btree (set_no, n13, item_id, region) WHERE (n13 IS NOT NULL)

CREATE INDEX parameter_value_n14 ON parameter_value USING btree (set_no, n14, item_id, region) WHERE (n14 IS NOT NULL)

CREATE INDEX parameter_value_n15 ON parameter_value USING btree (set_no, n15, item_id, region) WHERE (n15 IS NOT NULL)

CREATE INDEX parameter_value_n16 ON parameter_value USING btree (set_no, n16, item_id, region) WHERE (n16 IS NOT NULL)

CREATE INDEX parameter_value_n2 ON parameter_value USING btree (set_no, n2, item_id, region) WHERE (n2 IS NOT NULL)

CREATE INDEX parameter_value_n3 ON parameter_value USING btree (set_no, n3, item_id, region) WHERE (n3 IS NOT NULL)

CREATE INDEX parameter_value_n4 ON parameter_value USING btree (set_no, n4, item_id, region) WHERE (n4 IS NOT NULL)

CREATE INDEX parameter_value_n5 ON parameter_value USING btree (set_no, n5, item_id, region) WHERE (n5 IS NOT NULL)

CREATE INDEX parameter_value_n6 ON parameter_value USING btree (set_no, n6, item_id, region) WHERE (n6 IS NOT NULL)

CREATE INDEX parameter_value_n7 ON parameter_value USING btree (set_no, n7, item_id, region) WHERE (n7 IS NOT NULL)

CREATE INDEX parameter_value_n8 ON parameter_value USING btree (set_no, n8, item_id, region) WHERE (n8 IS NOT NULL)

CREATE INDEX parameter_value_n9 ON parameter_value USING btree (set_no, n9, item_id, region) WHERE (n9 IS NOT NULL)

CREATE INDEX pending_version_status ON pending_version USING btree (status, updated_at)

CREATE INDEX presence_seen ON presence USING btree (seen_at)

CREATE INDEX reaction_folder ON reaction USING btree (folder_id) WHERE (folder_id IS NOT NULL)

CREATE INDEX reaction_own ON reaction USING btree (user_id, kind, created_at DESC) WHERE (target_kind = 'item'::text)

CREATE INDEX record_change_row ON record_change USING btree (run, place, key)

CREATE UNIQUE INDEX record_run_name ON record_run USING btree (name) WHERE (undone_at IS NULL)

CREATE INDEX search_heat_rank ON search_heat USING btree (type, searchers DESC, item_id)

CREATE INDEX search_hit_day ON search_hit USING btree (day)

CREATE INDEX session_account ON session USING btree (account_id)

CREATE UNIQUE INDEX session_id ON session USING btree (id)

CREATE INDEX sms_proof_expires ON sms_proof USING btree (expires_at)

CREATE INDEX timer_due ON timer USING btree (due_at)

CREATE INDEX transition_log_item ON transition_log USING btree (item_id)

CREATE INDEX view_record_newest ON view_record USING btree (user_id, viewed_at DESC)

CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()

CREATE TRIGGER item_added AFTER INSERT ON item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added()

CREATE TRIGGER item_added_public AFTER INSERT ON item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added_items()

CREATE TRIGGER item_moved AFTER UPDATE OF type, status, category ON item FOR EACH ROW WHEN ((old.type, old.status, COALESCE(old.category, '')) IS DISTINCT FROM (new.type, new.status, COALESCE(new.category, ''))) EXECUTE FUNCTION count_moved()

CREATE TRIGGER item_parameters AFTER INSERT OR DELETE OR UPDATE OF id, type, status, region, published_at, body ON item FOR EACH ROW EXECUTE FUNCTION keep_parameters()

CREATE TRIGGER item_published AFTER UPDATE OF published_at ON item FOR EACH ROW WHEN (((old.published_at IS NULL) AND (new.published_at IS NOT NULL))) EXECUTE FUNCTION note_published_item()

CREATE TRIGGER item_removed AFTER DELETE ON item REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed()

ALTER TABLE ONLY item_clock
    ADD CONSTRAINT item_clock_item_id_fkey FOREIGN KEY (item_id) REFERENCES item(id) ON DELETE CASCADE

ALTER TABLE ONLY item_origin
    ADD CONSTRAINT item_origin_source_id_fkey FOREIGN KEY (source_id) REFERENCES item(id) ON DELETE CASCADE

ALTER TABLE ONLY reaction
    ADD CONSTRAINT reaction_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES collect_folder(id) ON DELETE SET NULL

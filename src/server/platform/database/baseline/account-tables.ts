// Creates the tables of accounts: sign-in, registration, delegation, notices, messages and chat.
import { CREATED, ROUNDED } from './column-types.ts'

export const ACCOUNT_TABLES: readonly string[] = [
  `create table account (
    id text primary key,
    user_name text not null unique,
    password_hash text not null,
    role text not null,
    name text not null,
    mobile text,
    status text not null default 'active',
    black boolean not null default false,
    failed_count int not null default 0,
    locked_until timestamptz(3),
    created_at ${CREATED},
    updated_at ${CREATED},
    form text,
    application jsonb,
    agreement text,
    receipt_no text,
    refusal text,
    supplement_digest text,
    supplement_until timestamptz(3),
    reviewed_by text,
    reviewed_at timestamptz(3),
    black_reason text,
    id_card text,
    block_reason text,
    black_at timestamptz(3),
    password_until timestamptz(3),
    sso_user text,
    directory_id text,
    sensitive_consent jsonb,
    directory_keeps boolean not null default false
  )`,
  `create unique index account_mobile on account (mobile) where mobile is not null`,
  `create unique index account_name on account (lower(user_name))`,
  `create index account_status on account (status, created_at desc)`,
  `create index account_black on account (black_at desc) where black`,
  `create unique index account_sso_user on account (sso_user) where sso_user is not null`,
  `create index account_directory on account (directory_id) where directory_id is not null`,

  `create table session (
    token_hash text primary key,
    account_id text not null,
    created_at ${CREATED},
    last_seen_at ${CREATED},
    user_agent text,
    address text,
    id text not null default gen_random_uuid()::text,
    ticket text
  )`,
  `create index session_account on session (account_id)`,
  `create unique index session_id on session (id)`,
  `create table sign_in_attempt (
    key text primary key,
    failures int not null,
    last_at timestamptz(3) not null
  )`,
  `create table sms_code (
    mobile text not null,
    purpose text not null,
    digest text not null,
    tries int not null default 0,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3),
    primary key (mobile, purpose)
  )`,
  `create table sms_proof (
    digest text primary key,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3)
  )`,
  `create index sms_proof_expires on sms_proof (expires_at)`,
  `create table captcha (
    id text primary key,
    digest text not null,
    expires_at timestamptz(3) not null
  )`,
  `create table used_ticket (digest text primary key, used_at timestamptz(3) not null)`,
  `create table delegation (
    id text primary key,
    user_id text not null,
    delegate_id text not null,
    from_day text not null,
    until_day text not null,
    note text,
    created_at ${ROUNDED},
    ended_at timestamptz(3),
    told_at timestamptz(3)
  )`,
  `create index delegation_delegate on delegation (delegate_id)`,
  `create index delegation_user on delegation (user_id)`,

  // `cause` identifies the event. An account is notified of an event only once, so a deleted notice stays until the
  // event cannot recur.
  `create table notice (
    id text primary key,
    user_id text not null,
    template text not null,
    kind text not null,
    title text not null,
    content text not null,
    item_type text,
    item_id text,
    params jsonb,
    cause text not null,
    read_at timestamptz(3),
    deleted_at timestamptz(3),
    created_at ${ROUNDED},
    unique (user_id, cause)
  )`,
  `create index notice_of_user on notice (user_id, created_at desc, id desc) where deleted_at is null`,
  `create index notice_unread on notice (user_id) where read_at is null and deleted_at is null`,
  `create index notice_created on notice (created_at)`,
  `create index notice_due_cause on notice (cause) where cause like 'due:%'`,
  `create table notice_setting (
    user_id text primary key,
    sms jsonb not null,
    mail jsonb not null,
    email text,
    updated_at ${ROUNDED}
  )`,
  // Rows go when they were sent.
  `create table delivery (
    id text primary key,
    account_id text not null,
    channel text not null,
    address text not null,
    title text not null,
    content text not null,
    attempts int not null default 0,
    due_at timestamptz(3) not null
  )`,
  `create index delivery_due on delivery (due_at)`,

  // `addressed` is how the receivers were named: a person, an organisation, a kind of users.
  `create table message (
    id text primary key,
    thread_id text not null,
    sender_id text not null,
    addressed text not null,
    kind text not null,
    title text not null,
    content text not null,
    attachments jsonb not null,
    sender_deleted_at timestamptz(3),
    created_at ${ROUNDED}
  )`,
  `create index message_sent on message (sender_id, created_at desc, id desc) where sender_deleted_at is null`,
  `create index message_thread on message (thread_id)`,
  `create table message_copy (
    message_id text not null,
    user_id text not null,
    read_at timestamptz(3),
    deleted_at timestamptz(3),
    primary key (message_id, user_id)
  )`,
  `create index message_copy_user on message_copy (user_id, message_id) where deleted_at is null`,
  `create index message_copy_unread on message_copy (user_id) where read_at is null and deleted_at is null`,

  // Two people have one conversation: `low` is the smaller of their ids.
  `create table chat (
    id text primary key,
    low text not null,
    high text not null,
    last_seq int not null default 0,
    last_at timestamptz(3),
    created_at ${ROUNDED},
    unique (low, high),
    check (low < high)
  )`,
  `create table chat_member (
    chat_id text not null,
    account_id text not null,
    other_id text not null,
    read_seq int not null default 0,
    unread int not null default 0,
    blocks boolean not null default false,
    primary key (account_id, chat_id)
  )`,
  `create table chat_message (
    chat_id text not null,
    seq int not null,
    author text not null,
    client_id text not null,
    kind text not null,
    content text not null,
    file_id text,
    item_type text,
    item_id text,
    created_at timestamptz(3) not null,
    primary key (chat_id, seq),
    unique (chat_id, author, client_id)
  )`,
  `create index chat_message_file on chat_message (file_id) where file_id is not null`,
  `create index chat_message_author on chat_message (author)`,
  `create table chat_report (
    chat_id text not null,
    seq int not null,
    reporter text not null,
    reason text not null,
    content text,
    created_at timestamptz(3) not null,
    settled_at timestamptz(3),
    settled_by text,
    id text not null default gen_random_uuid()::text,
    upheld boolean,
    words text,
    primary key (chat_id, seq, reporter)
  )`,
  `create index chat_report_open on chat_report (created_at desc) where settled_at is null`,
  `create unique index chat_report_id on chat_report (id)`,
  `create table presence (
    account_id text not null,
    process_id text not null,
    seen_at timestamptz(3) not null,
    primary key (account_id, process_id)
  )`,
  `create index presence_seen on presence (seen_at)`,
]

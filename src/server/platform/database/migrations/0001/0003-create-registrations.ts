// Creates the tables of registrations, SMS codes, captchas, quotas, devices and tickets (migration 3).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const STATEMENTS = [
  `alter table account
    add column form text,
    add column application jsonb,
    add column agreement text,
    add column receipt_no text,
    add column refusal text,
    add column supplement_digest text,
    add column supplement_until timestamptz(3),
    add column reviewed_by text,
    add column reviewed_at timestamptz(3),
    add column black_reason text,
    add column id_card text`,
  `create unique index account_mobile on account (mobile) where mobile is not null`,
  `create unique index account_name on account (lower(user_name))`,
  `create index account_status on account (status, created_at desc)`,

  `alter table session add column id text not null default gen_random_uuid()::text, add column ticket text`,
  `create unique index session_id on session (id)`,

  `create table sms_code (
    mobile text not null,
    purpose text not null,
    digest text not null,
    tries int not null default 0,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3),
    primary key (mobile, purpose)
  )`,
  `create table captcha (
    id text primary key,
    digest text not null,
    expires_at timestamptz(3) not null
  )`,
  `create table quota (
    key text primary key,
    used int not null,
    ends_at timestamptz(3) not null
  )`,
  `create table used_ticket (digest text primary key, used_at timestamptz(3) not null)`,
]

export async function createRegistrations(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

// Creates the tables of items and of what accounts do with them: comments, reactions, transitions, counts, follows.
import { CREATED, ROUNDED } from './column-types.ts'

/**
 * Counting a million rows takes a tenth of a second, and every list shows its total: `item_count` keeps the number of
 * items of each type, state and category as the sum of its rows. Every connection adds to a row of its own, so that
 * writers never wait for each other and cannot deadlock.
 */
const COUNTS = [
  `create table item_count (
    type text not null,
    status text not null,
    category text not null,
    writer int not null,
    n bigint not null,
    primary key (type, status, category, writer)
  ) with (fillfactor = 50)`,
  ...[
    ['count_added', 'added', 'count(*)'],
    ['count_removed', 'removed', '-count(*)'],
  ].map(
    ([name, rows, n]) => `create function ${name}() returns trigger language plpgsql as $$
    begin
      insert into item_count as kept
        select type, status, coalesce(category, ''), pg_backend_pid(), ${n} from ${rows} group by 1, 2, 3 order by 1, 2, 3
        on conflict (type, status, category, writer) do update set n = kept.n + excluded.n;
      return null;
    end
  $$`,
  ),
  `create function count_moved() returns trigger language plpgsql as $$
    begin
      insert into item_count as kept values
        (old.type, old.status, coalesce(old.category, ''), pg_backend_pid(), -1),
        (new.type, new.status, coalesce(new.category, ''), pg_backend_pid(), 1)
        on conflict (type, status, category, writer) do update set n = kept.n + excluded.n;
      return null;
    end
  $$`,
  `create trigger item_added after insert on item
    referencing new table as added for each statement execute function count_added()`,
  `create trigger item_removed after delete on item
    referencing old table as removed for each statement execute function count_removed()`,
  `create trigger item_moved after update of type, status, category on item for each row
    when ((old.type, old.status, coalesce(old.category, '')) is distinct from (new.type, new.status, coalesce(new.category, '')))
    execute function count_moved()`,
]

/**
 * Every item that becomes public is recorded in the same transaction, however it does so, so that its followers can be
 * notified. While there are no follows, no item is recorded.
 */
const FOLLOWS = [
  `create table follow (
    id text primary key,
    user_id text not null,
    kind text not null,
    place text not null,
    query text not null default '',
    title text not null,
    mode text not null default 'now',
    created_at ${ROUNDED},
    unique (user_id, kind, place, query)
  )`,
  'create index follow_place on follow (kind, place)',
  'create table fresh_item (item_id text primary key, at timestamptz(3) not null)',
  `create table follow_digest (
    user_id text not null,
    item_id text not null,
    at timestamptz(3) not null,
    primary key (user_id, item_id)
  )`,
  `create function note_added_items() returns trigger language plpgsql as $$
    begin
      if exists (select from follow) then
        insert into fresh_item select id, published_at from added where published_at is not null
          on conflict do nothing;
      end if;
      return null;
    end $$`,
  `create function note_published_item() returns trigger language plpgsql as $$
    begin
      if exists (select from follow) then
        insert into fresh_item values (new.id, new.published_at) on conflict do nothing;
      end if;
      return null;
    end $$`,
  `create trigger item_added_public after insert on item referencing new table as added
    for each statement execute function note_added_items()`,
  `create trigger item_published after update of published_at on item for each row
    when (old.published_at is null and new.published_at is not null) execute function note_published_item()`,
]

export const CONTENT_TABLES: readonly string[] = [
  `create table item (
    id text primary key,
    type text not null,
    status text not null,
    owner_id text,
    parent_id text,
    category text,
    region text,
    title text not null,
    body jsonb not null,
    search tsvector,
    view_count int not null default 0,
    like_count int not null default 0,
    comment_count int not null default 0,
    revision int not null default 1,
    published_at timestamptz(3),
    created_at ${CREATED},
    updated_at ${CREATED},
    support_count int not null default 0,
    collect_count int not null default 0,
    approved_revision int,
    left_status text,
    status_since timestamptz,
    left_revision int
  )`,
  `create index item_list on item (type, status, published_at desc, id desc)`,
  `create index item_owner on item (owner_id, type)`,
  `create index item_parent on item (parent_id, type) where parent_id is not null`,
  `create index item_newest on item (status, published_at desc, id desc)`,
  `create index item_receipt on item ((body ->> '_receiptNo')) where body ->> '_receiptNo' is not null`,
  // Every search reads the list of words that are not merged yet from beginning to end: at the 4 MB that PostgreSQL
  // allows, a rare word took seven times as long after a thousand new items as before them.
  `create index item_search on item using gin (search) with (gin_pending_list_limit = 128)`,
  ...COUNTS,

  `create table comment (
    id text primary key,
    item_id text not null,
    item_type text not null,
    owner_id text not null,
    reply_to text,
    body text not null,
    like_count int not null default 0,
    status text not null default 'online',
    created_at ${CREATED},
    reason text,
    report_count int not null default 0,
    decided_by text,
    decided_at timestamptz(3)
  )`,
  `create index comment_item on comment (item_id, created_at desc)`,
  `create index comment_desk on comment (created_at desc, id desc)`,
  `create index comment_reported on comment (report_count desc, created_at desc) where report_count > 0`,
  `create table comment_report (
    comment_id text not null,
    reporter text not null,
    reason text not null,
    content text,
    created_at ${ROUNDED},
    settled_at timestamptz,
    primary key (comment_id, reporter)
  )`,

  `create table collect_folder (
    id text primary key,
    user_id text not null,
    name text not null,
    created_at ${ROUNDED},
    unique (user_id, name)
  )`,
  `create table reaction (
    user_id text not null,
    target_kind text not null,
    target_id text not null,
    kind text not null,
    created_at ${CREATED},
    folder_id text references collect_folder (id) on delete set null,
    primary key (user_id, target_kind, target_id, kind)
  )`,
  `create index reaction_own on reaction (user_id, kind, created_at desc) where target_kind = 'item'`,
  `create index reaction_folder on reaction (folder_id) where folder_id is not null`,

  `create table draft (
    user_id text not null,
    form text not null,
    key text not null,
    body jsonb not null,
    version int not null,
    updated_at ${CREATED},
    revision integer not null default 1,
    outline jsonb,
    primary key (user_id, form, key)
  )`,
  `create table pending_version (
    item_id text primary key,
    status text not null,
    author text not null,
    body jsonb not null,
    base_revision int not null,
    revision int not null,
    reason text,
    created_at ${ROUNDED},
    updated_at ${ROUNDED}
  )`,
  `create index pending_version_status on pending_version (status, updated_at)`,
  `create table left_version (
    item_id text primary key,
    title text not null,
    body jsonb not null,
    revision int not null
  )`,
  `create table transition_log (
    id bigserial primary key,
    item_id text not null,
    actor text not null,
    action text not null,
    from_status text not null,
    to_status text not null,
    reason text,
    at ${CREATED},
    part text,
    form text,
    answers jsonb,
    remarks jsonb,
    behalf text
  )`,
  `create index transition_log_item on transition_log (item_id)`,
  `create table item_clock (
    item_id text not null references item (id) on delete cascade,
    name text not null,
    ran double precision not null default 0,
    since timestamptz(3),
    primary key (item_id, name)
  )`,
  `create index item_clock_since on item_clock (name, since) where since is not null`,
  `create table item_origin (
    source_id text not null references item (id) on delete cascade,
    cause text not null,
    item_id text not null,
    primary key (source_id, cause)
  )`,

  `create table item_interest (
    item_id text not null,
    day date not null,
    type text not null,
    views int not null default 0,
    compares int not null default 0,
    primary key (item_id, day)
  )`,
  `create index item_interest_compared on item_interest (type, day) where compares > 0`,
  `create index item_interest_day on item_interest (day)`,
  `create table view_record (
    user_id text not null,
    item_id text not null,
    times int not null default 1,
    viewed_at timestamptz(3) not null,
    primary key (user_id, item_id)
  )`,
  `create index view_record_newest on view_record (user_id, viewed_at desc)`,
  `create table search_record (
    user_id text not null,
    key_word text not null,
    times int not null default 1,
    searched_at timestamptz(3) not null,
    primary key (user_id, key_word)
  )`,
  `create table search_word (
    day date not null,
    word text not null,
    searcher text not null,
    primary key (day, word, searcher)
  )`,
  // `searcher` is a digest that differs from item to item.
  `create table search_hit (
    item_id text not null,
    searcher text not null,
    day date not null,
    primary key (item_id, searcher)
  )`,
  `create index search_hit_day on search_hit (day)`,
  `create table search_heat (
    item_id text primary key,
    type text not null,
    searchers int not null
  )`,
  `create index search_heat_rank on search_heat (type, searchers desc, item_id)`,
  ...FOLLOWS,
]

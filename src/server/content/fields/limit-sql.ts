// Plans what the database holds of `limits`: triggers that refuse an item beyond the places of its parent or the share
// of its owner, and exclusion constraints of times that overlap. Whoever writes an item meets them, by whatever way.
import { createHash } from 'node:crypto'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import {
  type Capacity,
  type Overlap,
  type PersonLimit,
  parentTypeOf,
  placesField,
} from '#shared/model/item-limits.ts'
import type { Model } from '#shared/model/model.ts'
import { inList } from './aggregate-sql.ts'
import { quote } from './quote.ts'
import { type TriggerPlan, toTriggerPlan, triggerFunction } from './trigger-plan.ts'

type Types = Pick<Model, 'contentTypes'>

/** A setting of the transaction: families with a free place, each `type/parent` in a line. */
export const FREED = 'content.freed'

export interface LimitPlan extends TriggerPlan {
  readonly type: ContentType
  readonly kind: 'capacity' | 'perPerson'
}

/** Each refuses by a check violation that bears its name. */
export function planLimits({ contentTypes }: Types): LimitPlan[] {
  return contentTypes.flatMap((type): LimitPlan[] => {
    const { capacity, perPerson } = type.limits ?? {}
    return [
      ...(capacity
        ? [
            {
              ...toTriggerPlan((name) => capacityTriggers(name, type, capacity)),
              type,
              kind: 'capacity' as const,
            },
          ]
        : []),
      ...(perPerson
        ? [
            {
              ...toTriggerPlan((name) => personTriggers(name, type, perPerson)),
              type,
              kind: 'perPerson' as const,
            },
          ]
        : []),
    ]
  })
}

/** SQL: an item of the type comes into one of the states, or into them at another place. */
const comesIn = (type: ContentType, states: string, place: string): string =>
  `new.type = ${quote(type.name)} and new.status in ${states}
    and (old.type <> new.type or old.status not in ${states} or (${place.replaceAll('row.', 'old.')}) is distinct from (${place.replaceAll('row.', 'new.')}))`

interface Check {
  /** Columns of `row` inside of which is counted. */
  readonly place: string
  readonly states: string
  /** Code that ends with `taken` and `bound`, of the place in `one`. */
  readonly count: string
  /** SQL of an object that the message needs. */
  readonly detail: string
}

/** Of every place into which a statement brings an item, in one order. */
function checkTriggers(name: string, type: ContentType, { place, states, count, detail }: Check): string[] {
  const check = `${count}
    if taken > bound then
      raise exception using errcode = 'check_violation', constraint = '${name}', message = 'too many items',
        detail = ${detail}::text;
    end if;`
  const declared = 'declare one record; taken numeric; bound numeric;'
  const columns = place.replaceAll('row.', '')
  return [
    triggerFunction(
      `${name}_added`,
      `${declared} begin
        for one in select distinct ${columns} from added
          where type = ${quote(type.name)} and status in ${states} order by ${columns} loop
          ${check}
        end loop;
        return null;
      end`,
    ),
    triggerFunction(
      `${name}_moved`,
      `${declared} begin
        for one in select ${place.replaceAll('row.', 'new.')} loop
          ${check}
        end loop;
        return null;
      end`,
    ),
    `create trigger ${name}_added after insert on item referencing new table as added
      for each statement execute function ${name}_added()`,
    `create trigger ${name}_moved after update of type, status, parent_id, owner_id on item for each row
      when (${comesIn(type, states, place)}) execute function ${name}_moved()`,
  ]
}

/** The parent stays locked, so that of parallel sign-ups one goes after the other. */
function capacityTriggers(name: string, type: ContentType, capacity: Capacity): string[] {
  const states = inList(capacity.states)
  const above = quote(parentTypeOf(type) ?? '')
  return [
    ...checkTriggers(name, type, {
      place: 'row.parent_id',
      states,
      count: `select ${placesSql(capacity, 'above')} into bound from item above
          where id = one.parent_id and type = ${above} for no key update;
        if bound is not null then
          select count(*) into taken from item where parent_id = one.parent_id and type = ${quote(type.name)}
            and status in ${states};
        end if;`,
      detail: `(select json_build_object('title', title, 'places', bound) from item where id = one.parent_id)`,
    }),
    ...freedTriggers(`${name}_freed`, type, capacity),
  ]
}

/** SQL: how many places there are; null for any number. */
export const placesSql = (capacity: Capacity, row: string): string => {
  const value = `${row}.body->${quote(placesField(capacity))}`
  return `case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end`
}

/** Notes where a place may be free for somebody who waits; the write ends with giving it away (`settle`). */
function freedTriggers(name: string, type: ContentType, capacity: Capacity): string[] {
  const { waiting } = capacity
  if (!waiting) return []
  const [own, states, waits] = [quote(type.name), inList(capacity.states), quote(waiting.state)]
  const places = `body->${quote(placesField(capacity))}`
  const above = quote(parentTypeOf(type) ?? '')
  return [
    triggerFunction(
      name,
      `declare heads text[];
      begin
        if tg_op <> 'INSERT' then heads := array[case when old.type = ${own} then old.parent_id else old.id end]; end if;
        if tg_op <> 'DELETE' then heads := heads || case when new.type = ${own} then new.parent_id else new.id end; end if;
        perform set_config('${FREED}', concat_ws(E'\\n', nullif(current_setting('${FREED}', true), ''),
          (select string_agg(distinct ${quote(`${type.name}/`)} || head, E'\\n') from unnest(heads) head)), true);
        return null;
      end`,
    ),
    `create trigger ${name}_added after insert on item for each row
      when (new.type = ${own} and new.status = ${waits}) execute function ${name}()`,
    `create trigger ${name}_moved after update of status, parent_id on item for each row
      when (old.type = ${own} and new.type = ${own} and (new.status = ${waits} or old.status in ${states})
        and (old.parent_id is distinct from new.parent_id
          or (old.status <> new.status and new.status not in ${states}))) execute function ${name}()`,
    `create trigger ${name}_gone after delete on item for each row
      when (old.type = ${own} and old.status in ${states}) execute function ${name}()`,
    `create trigger ${name}_places after update of body on item for each row
      when (old.type = ${above} and new.type = ${above} and old.${places} is distinct from new.${places})
      execute function ${name}()`,
  ]
}

/** No row says that somebody has few items, so an advisory lock makes an owner's go one after the other. */
function personTriggers(
  name: string,
  type: ContentType,
  { most, states: named, under }: PersonLimit,
): string[] {
  const [own, states] = [quote(type.name), inList(named)]
  const isUnder = under === undefined ? '' : 'and parent_id is not distinct from one.parent_id'
  return checkTriggers(name, type, {
    place: under === undefined ? 'row.owner_id' : 'row.owner_id, row.parent_id',
    states,
    count: `bound := ${most}; taken := 0;
      if one.owner_id is not null then
        perform pg_advisory_xact_lock(hashtextextended('perPerson:' || ${own} || '/' || one.owner_id, 0));
        select count(*) into taken from item where owner_id = one.owner_id and type = ${own}
          and status in ${states} ${isUnder};
      end if;`,
    detail: `json_build_object('most', bound)`,
  })
}

export const OVERLAP_PREFIX = 'item_o_'

export interface OverlapPlan {
  readonly name: string
  readonly statement: string
  readonly type: ContentType
  readonly overlap: Overlap
}

/**
 * SQL of the functions that the constraints need. Equal keys are ranges that overlap: so no extension is needed. A span
 * of days contains its last day, a span of times does not contain its end. A span that ends before it begins is empty,
 * and what is no date has none.
 */
export const OVERLAP_FUNCTIONS: readonly string[] = [
  `create or replace function item_key(key text) returns int8range language sql immutable strict as $key$
    select int8range(hashtextextended(key, 0), hashtextextended(key, 0), '[]') $key$`,
  `create or replace function item_days(first text, last text) returns daterange language sql immutable strict
    set datestyle = 'ISO' as $days$
    select case when first !~ '^\\d{4}-\\d\\d-\\d\\d' or last !~ '^\\d{4}-\\d\\d-\\d\\d' then null
      when last::date < first::date then 'empty'::daterange
      else daterange(first::date, last::date, '[]') end $days$`,
  `create or replace function item_times(first text, last text) returns tstzrange language sql immutable strict
    set timezone = 'UTC' set datestyle = 'ISO' as $times$
    select case when first !~ '^\\d{4}-\\d\\d-\\d\\dT' or last !~ '^\\d{4}-\\d\\d-\\d\\dT' then null
      when last::timestamptz < first::timestamptz then 'empty'::tstzrange
      else tstzrange(first::timestamptz, last::timestamptz, '[)') end $times$`,
]

/** The name follows from the definition, so that a changed one is another constraint. */
export function planOverlaps({ contentTypes }: Types): OverlapPlan[] {
  return contentTypes.flatMap((type) => {
    const { overlap } = type.limits ?? {}
    if (!overlap) return []
    const definition = `exclude using gist (${keySql(overlap, '')} with &&, ${spanSql(type, overlap, '')} with &&)
      where (type = ${quote(type.name)} and status in ${inList(overlap.states)})`
    const digest = createHash('sha256').update(definition).digest('hex').slice(0, 16)
    const name = `${OVERLAP_PREFIX}${digest}`
    return [{ name, statement: `alter table item add constraint ${name} ${definition}`, type, overlap }]
  })
}

/** SQL: what is lent; `row` is the name of the row and a dot. */
export const keySql = ({ by }: Overlap, row: string): string => `item_key(${row}body->>${quote(by)})`

/** SQL: the time that an item takes. */
export const spanSql = ({ fields }: ContentType, { from, to }: Overlap, row: string): string =>
  `${isTime(fields, from) ? 'item_times' : 'item_days'}(${row}body->>${quote(from)}, ${row}body->>${quote(to)})`

export const isTime = (fields: readonly Field[], name: string): boolean =>
  fields.some((field) => field.name === name && field.type === 'date-time')

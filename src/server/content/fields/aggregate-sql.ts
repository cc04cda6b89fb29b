// Plans the triggers that keep fields counted from children (`aggregates`). Items are written in many ways: by calls,
// timers, effects, imports and samples. A trigger sees all of them, also those that are still to come, and
// writes the count in their transaction. Row locks of the parent make parallel writes go one after the other.

import type { ContentType } from '#shared/model/content-model.ts'
import { type Aggregate, countedStates, sourceOf } from '#shared/model/item-limits.ts'
import type { Model } from '#shared/model/model.ts'
import { quote } from './quote.ts'
import { type TriggerPlan, toTriggerPlan, triggerFunction } from './trigger-plan.ts'

type Types = Pick<Model, 'contentTypes'>

interface Counted {
  /** The field of the parent, quoted. */
  readonly key: string
  readonly child: ContentType
  /** The field that is added up, quoted; absent where children are counted. */
  readonly summed?: string
  readonly states: string
}

/** One plan for each type with aggregates. */
export function planAggregates({ contentTypes }: Types): TriggerPlan[] {
  return contentTypes.flatMap((type) => {
    const counted = Object.entries(type.aggregates ?? {}).flatMap(([field, aggregate]) =>
      toCounted(contentTypes, field, aggregate),
    )
    return counted.length === 0 ? [] : [toTriggerPlan((name) => statementsOf(name, type, counted))]
  })
}

function toCounted(types: readonly ContentType[], field: string, aggregate: Aggregate): Counted[] {
  const source = sourceOf(aggregate)
  const child = types.find(({ name }) => name === source.type)
  if (!child) return []
  const states = inList(countedStates(aggregate, child))
  const summed = source.field === undefined ? {} : { summed: quote(source.field) }
  return [{ key: quote(field), child, states, ...summed }]
}

/** SQL list of texts. */
export const inList = (values: readonly string[]): string => `(${values.map(quote).join(', ')})`

function statementsOf(name: string, type: ContentType, counted: readonly Counted[]): string[] {
  const children = [...new Set(counted.map(({ child }) => child))]
  return [
    ...children.flatMap((child, index) =>
      childTriggers(
        `${name}_${index}`,
        type,
        child,
        counted.filter((one) => one.child === child),
      ),
    ),
    // What is there already; from here on the triggers keep it.
    `update item above set body = above.body || counted.counts
      from (select id, ${countsOf(counted, 'item')} as counts from item where type = ${quote(type.name)}) counted
      where above.id = counted.id and not above.body @> counted.counts`,
    ...ownTriggers(`${name}_own`, type, counted),
  ]
}

/** Counts anew: one value for each field, of the children of the row `above`. */
const countsOf = (counted: readonly Counted[], above: string): string =>
  `jsonb_build_object(${counted
    .map(
      (one) => `${one.key}, (select ${total([one], 'child')} from item child
        where child.parent_id = ${above}.id and child.type = ${quote(one.child.name)})`,
    )
    .join(', ')})`

const total = ([one]: readonly [Counted], row: string): string =>
  `trim_scale(coalesce(sum(${shareOf(one, row)}), 0)::numeric)`

/** What a child adds to the field. */
const shareOf = ({ summed, states }: Counted, row: string): string =>
  summed === undefined
    ? `case when ${row}.status in ${states} then 1 else 0 end`
    : `case when ${row}.status in ${states} and jsonb_typeof(${row}.body->${summed}) = 'number'
        then (${row}.body->>${summed})::numeric else 0 end`

function childTriggers(
  name: string,
  parent: ContentType,
  child: ContentType,
  counted: readonly Counted[],
): string[] {
  const type = quote(child.name)
  const sums = counted.map((_, index) => `sum(n${index}) as n${index}`).join(', ')
  const changed = counted.map((_, index) => `sum(n${index}) <> 0`).join(' or ')
  const shares = (row: string, sign = '') =>
    counted.map((one, index) => `${sign}${shareOf(one, row)} as n${index}`).join(', ')
  const added = `select id, ${sums} from (select parent_id as id, ${shares('added')} from added
    where type = ${type} and parent_id is not null) one group by id having ${changed}`
  const moved = `select id, ${sums} from (select old.parent_id as id, ${shares('old', '-')}
    union all select new.parent_id, ${shares('new')}) one where id is not null group by id having ${changed}`
  const read = (row: string) =>
    [
      `${row}.status`,
      `${row}.parent_id`,
      ...counted.flatMap(({ summed }) => (summed === undefined ? [] : [`${row}.body->${summed}`])),
    ].join(', ')
  return [
    triggerFunction(
      `${name}_added`,
      `begin
        if exists (select from added where type = ${type} and parent_id is not null) then
          ${addCounts(parent, counted, added)}
        end if;
        return null;
      end`,
    ),
    triggerFunction(`${name}_moved`, `begin ${addCounts(parent, counted, moved)} return null; end`),
    `create trigger ${name}_added after insert on item referencing new table as added
      for each statement execute function ${name}_added()`,
    `create trigger ${name}_moved after update of status, parent_id, body on item for each row
      when (old.type = ${type} and new.type = ${type} and (${read('old')}) is distinct from (${read('new')}))
      execute function ${name}_moved()`,
    `create trigger ${name}_gone after delete on item for each row
      when (old.type = ${type}) execute function ${name}_moved()`,
  ]
}

/**
 * Adds the changes to the parents, to what is read instead of them, and to their changes that wait. They are locked in
 * one order, so that no two writes wait for each other. Nobody has edited them: their revision stays.
 */
function addCounts({ name }: ContentType, counted: readonly Counted[], changes: string): string {
  const sums = counted.map(
    ({ key }, index) => `${key}, trim_scale(coalesce((above.body->>${key})::numeric, 0) + change.n${index})`,
  )
  const counts = counted.map(({ key }) => `${key}, above.body->${key}`)
  return `perform 1 from item where id in (select id from (${changes}) change) order by id for no key update;
    with change as (${changes}),
      counted as (update item above set body = above.body || jsonb_build_object(${sums.join(', ')})
        from change where above.id = change.id and above.type = ${quote(name)}
        returning above.id, jsonb_build_object(${counts.join(', ')}) as counts),
      pending as (update pending_version version set body = version.body || counted.counts
        from counted where version.item_id = counted.id)
    update left_version version set body = version.body || counted.counts
      from counted where version.item_id = counted.id;`
}

/**
 * Of the parents themselves: a new one begins with what is there, and whoever writes an older body leaves the counts as
 * they are.
 */
function ownTriggers(name: string, type: ContentType, counted: readonly Counted[]): string[] {
  const own = quote(type.name)
  const kept = counted.map(({ key }) => `${key}, coalesce(old.body->${key}, '0'::jsonb)`).join(', ')
  const read = (row: string) => counted.map(({ key }) => `${row}.body->${key}`).join(', ')
  return [
    triggerFunction(
      name,
      `begin
        if tg_op = 'INSERT' then new.body := new.body || ${countsOf(counted, 'new')};
        else new.body := new.body || jsonb_build_object(${kept});
        end if;
        return new;
      end`,
    ),
    `create trigger ${name}_added before insert on item for each row
      when (new.type = ${own}) execute function ${name}()`,
    // Changes of children come from a trigger, and pass.
    `create trigger ${name}_kept before update of body on item for each row
      when (old.type = ${own} and new.type = ${own} and pg_trigger_depth() = 0
        and (${read('old')}, 0) is distinct from (${read('new')}, 0))
      execute function ${name}()`,
  ]
}

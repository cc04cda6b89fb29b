// Plans the triggers that keep the number of items which everybody finds, of a type whose parents disclose them. A write
// of an item locks its parent, so that of a write of each the later one sees the other. No one statement moves an item and
// its parent: they are of different types.
import { openStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { parentTypeOf } from '#shared/model/item-limits.ts'
import type { Model } from '#shared/model/model.ts'
import { inList } from './aggregate-sql.ts'
import { isPublicState } from './public-states.ts'
import { quote } from './quote.ts'
import { type TriggerPlan, toTriggerPlan, triggerFunction } from './trigger-plan.ts'

type Types = Pick<Model, 'contentTypes'>

export function planDisclosed({ contentTypes }: Types): TriggerPlan[] {
  return contentTypes.flatMap((type) => disclosedPlanOf({ contentTypes }, type) ?? [])
}

/** A row of `item_count` with its name as `field` says that those with `disclosedKey` are there. */
export function disclosedPlanOf({ contentTypes }: Types, type: ContentType): TriggerPlan | undefined {
  const parent = contentTypes.find(({ name }) => name === parentTypeOf(type))
  if (!parent || !type.disclosure) return undefined
  const { field, open } = type.disclosure
  const states = openStates(parent.lifecycle)
  if (states.length === 0 || open.length === 0) return undefined
  /** Condition that the row of a parent discloses its children. */
  const discloses = (row: string): string =>
    `coalesce(${row}.type = ${quote(parent.name)} and ${row}.status in ${inList(states)} and ${row}.body->>${quote(field)} in ${inList(open)}, false)`
  return toTriggerPlan((name) => statementsOf(name, { type, parent }, discloses))
}

export const disclosedKey = ({ name }: TriggerPlan): string => `${name}:disclosed`

const KEY = 'type, field, status, category, value, writer'

function statementsOf(
  name: string,
  { type, parent }: Readonly<Record<'type' | 'parent', ContentType>>,
  discloses: (row: string) => string,
): string[] {
  const [ours, theirs] = [quote(type.name), quote(parent.name)]
  const isShown = (row: string): string => `${row}.type = ${ours} and ${isPublicState(type, `${row}.status`)}`
  const isDisclosed = (row: string, parents = 'item'): string =>
    `exists (select from ${parents} p where p.id = ${row}.parent_id and ${discloses('p')})`
  const rowsOf = (from: string, weight: string): string =>
    `select item.status, coalesce(item.category, '') as category, ${weight} as n from ${from}`
  const add = (rows: string, writer: string): string =>
    `insert into item_count as kept (${KEY}, n)
      select ${ours}, ${quote(`${name}:disclosed`)}, status, category, '', ${writer}, sum(n) from (${rows}) counted
        group by status, category having sum(n) <> 0 order by status, category
      on conflict (${KEY}) do update set n = kept.n + excluded.n;`
  const own = (...rows: readonly string[]): string => add(rows.join(' union all '), 'pg_backend_pid()')
  const lock = (parents: string): string =>
    `perform 1 from item where id in (${parents}) order by id for share;`
  const whole = (table: string, rows: readonly string[]): string =>
    `begin
      if exists (select from ${table} where type in (${ours}, ${theirs})) then
        ${lock(`select parent_id from ${table} where type = ${ours}`)}
        ${own(...rows)}
      end if;
      return null;
    end`
  return [
    `delete from item_count where type = ${ours} and field <> ''`,
    `insert into item_count (${KEY}, n) values (${ours}, ${quote(name)}, '', '', '', 0, 0)`,
    add(rowsOf(`item where ${isShown('item')} and ${isDisclosed('item')}`, '1'), '0'),
    triggerFunction(
      `${name}_added`,
      whole('added', [
        rowsOf(`added item where ${isShown('item')} and ${isDisclosed('item')}`, '1'),
        rowsOf(
          `added p join item on item.parent_id = p.id where ${discloses('p')} and ${isShown('item')}
            and not exists (select from added where added.id = item.id)`,
          '1',
        ),
      ]),
    ),
    triggerFunction(
      `${name}_removed`,
      whole('removed', [
        rowsOf(
          `removed item where ${isShown('item')} and (${isDisclosed('item')} or ${isDisclosed('item', 'removed')})`,
          '-1',
        ),
        rowsOf(
          `removed p join item on item.parent_id = p.id where ${discloses('p')} and ${isShown('item')}`,
          '-1',
        ),
      ]),
    ),
    triggerFunction(
      `${name}_moved`,
      `begin
        ${lock('old.parent_id, new.parent_id')}
        ${own(
          rowsOf(`(select old.*) item where ${isShown('item')} and ${isDisclosed('item')}`, '-1'),
          rowsOf(`(select new.*) item where ${isShown('item')} and ${isDisclosed('item')}`, '1'),
        )}
        return null;
      end`,
    ),
    triggerFunction(
      `${name}_parent`,
      `begin ${own(
        rowsOf(
          `item where item.parent_id = new.id and ${isShown('item')}`,
          `case when ${discloses('new')} then 1 else -1 end`,
        ),
      )} return null; end`,
    ),
    `create trigger ${name}_added after insert on item referencing new table as added
      for each statement execute function ${name}_added()`,
    `create trigger ${name}_removed after delete on item referencing old table as removed
      for each statement execute function ${name}_removed()`,
    `create trigger ${name}_moved after update of type, status, category, parent_id on item for each row
      when ((old.type = ${ours} or new.type = ${ours})
        and (old.type, old.status, old.category, old.parent_id) is distinct from (new.type, new.status, new.category, new.parent_id))
      execute function ${name}_moved()`,
    `create trigger ${name}_parent after update of type, status, body on item for each row
      when ((${discloses('old')}) is distinct from (${discloses('new')})) execute function ${name}_parent()`,
  ]
}

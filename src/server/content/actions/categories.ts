// Returns the category tree with the number of public items in each category and its descendants.
import { sql } from 'kysely'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { valueExpression } from '#server/content/fields/field-expression.ts'
import { loadProjectedColumns } from '#server/content/parameters/load-projected-columns.ts'
import type { ParameterPlan } from '#server/content/parameters/parameter-plan.ts'

export const categories: ContentActionHandler = async (context) => {
  const { plan, services } = context
  const { parameters } = plan
  if (!parameters) return []
  return services.cache.read(
    [plan.type.name],
    `categories:${plan.type.name}:${services.model().hash}`,
    async () => toTree(parameters, await countBySet(context, parameters)),
  )
}

function toTree({ family: { sets }, leavesOf }: ParameterPlan, counts: ReadonlyMap<string, number>) {
  const places = new Map<string | undefined, number>()
  return sets.map((set) => {
    const sort = (places.get(set.parent) ?? 0) + 1
    places.set(set.parent, sort)
    return {
      id: set.id,
      name: set.title,
      code: set.id,
      parentId: set.parent ?? null,
      level: set.level + 1,
      sort,
      resourceCount: leavesOf(set.id).reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0),
    }
  })
}

async function countBySet(
  { db, services, plan }: ActionContext,
  { chooser }: ParameterPlan,
): Promise<ReadonlyMap<string, number>> {
  const slots = await loadProjectedColumns(db, services.model(), plan.type.name)
  const value = sql.raw(valueExpression(plan.type, chooser) ?? 'null')
  const { rows } =
    slots.isWhole && !plan.relations.areScoped
      ? await sql<{ id: string; count: number }>`
        select one.set_id as id, counted.count from parameter_set one
        join (select set_no, count(*)::int as count from parameter_value group by set_no) counted on counted.set_no = one.no
        where one.type = ${plan.type.name}`.execute(db)
      : await sql<{ id: string; count: number }>`
        select ${value} as id, count(*)::int as count from item
        where ${sql.raw(plan.published)} group by 1`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

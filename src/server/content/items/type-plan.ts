// Derives the data that the engine needs for each content type, once per model.

import { joinedFrom, PIN_PLACE, quote, valueExpression } from '#server/content/fields/field-expression.ts'
import { isOpenRow, isPublished } from '#server/content/fields/open-states.ts'
import { isPublicState } from '#server/content/fields/public-states.ts'
import { buildRelations, type Relations } from '#server/content/fields/relations.ts'
import { votesColumn } from '#server/content/fields/votes-column.ts'
import { buildParameterPlan, type ParameterPlan } from '#server/content/parameters/parameter-plan.ts'
import { buildCodeLabels, type CodeLabels } from '#server/platform/text/coded-words.ts'
import { type Lexicon, lexiconOf } from '#server/platform/text/lexicon.ts'
import type { Related } from '#shared/access/facts.ts'
import { audiencesOf } from '#shared/access/field-read-access.ts'
import { sees } from '#shared/access/policy.ts'
import { type Caller, isRelation } from '#shared/access/roles.ts'
import { readsToday } from '#shared/expressions/expression.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { ContentType, Field, FormModel } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { chosenSet, formWith } from '#shared/parameters/parameter-form.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'
import { type FamilyPart, familyPartOf } from './families.ts'
import { statusReason } from './status-reason.ts'
import { timersColumn } from './timers.ts'

/** A topic of the cache beside the content types: bump it when an account's display name changes. */
export const ACCOUNT_TOPIC = '@account'

/**
 * All that the content engine derives from a content type once for each model: its form, its fields by purpose, and
 * the SQL of its columns and conditions.
 *
 * @example
 * const unitOf = ({ byName }: TypePlan, field: string) => byName.get(field)?.unit
 */
export interface TypePlan {
  readonly type: ContentType
  /** The form for writers, validated like any other form. */
  readonly form: FormModel
  /** The form for what somebody wrote: with the parameters of the category that was chosen. */
  readonly formFor: (written: unknown) => FormModel
  /** By field that is derived when it is read: its value by that of the field it follows from. */
  readonly derived: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** By field that holds a category: those of its level that are below any other one. */
  readonly below: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
  /** Of a type whose items have the parameters of a category. */
  readonly parameters?: ParameterPlan
  /** Labels of the item's codes, by which a search finds it. */
  readonly coded: CodeLabels
  /** The operations on items of the type, in the order of the model. */
  readonly calls: readonly Operation[]
  /** In which other words a search may be understood. */
  readonly lexicon: Lexicon
  /** Fields a writer fills, without the system's. */
  readonly own: readonly Field[]
  readonly byName: ReadonlyMap<string, Field>
  readonly refs: readonly Field[]
  /** Fields of what its references lead to. */
  readonly joined: readonly Field[]
  /** Fields that follow from its others. */
  readonly computed: readonly Field[]
  /** True if the value of a computed field may change with the day. */
  readonly changesDaily: boolean
  /** Cache topics of an answer about the type: the type itself, its references, the names of owners. */
  readonly topics: readonly string[]
  /** Condition on a row of `item`: of the type, and everybody finds it in lists. */
  readonly published: string
  /** Condition on a row of the type: everybody finds it, as far as its state decides. */
  readonly inPublic: string
  /** The same of the types that its fields refer to, by name; the row is called `named`. */
  readonly publicRefs: ReadonlyMap<string, string>
  readonly relations: Relations
  /** Set where it is counted with its parent or its children. */
  readonly family?: FamilyPart
  /** True if an answer for an owner differs from the answer for others of the same role. */
  readonly ownerSeesMore: boolean
  /** True if the visibility of a field depends on the item's state. */
  readonly dependsOnState: boolean
  /** Columns of a list query, and of a query for the whole item. */
  readonly listColumns: string
  readonly infoColumns: string
  /** The same for visitors, whom neither relations nor the workflow concern. */
  readonly forVisitors: Readonly<Record<'listColumns' | 'infoColumns', string>>
}

/** Part of the cache key for items of the type, because computed values may change with the day. */
export const cacheDay = ({ changesDaily }: TypePlan): string => (changesDaily ? dayAt(Date.now()) : '')

const plansOf = perModel((model: Model) => perModel((type: ContentType) => buildPlan(model, type)))

/**
 * Returns the plan of a content type; undefined if the model has no such type. The plan is built when it is first
 * requested, and cached for the model.
 *
 * @example
 * const plan = findPlan(services.model(), 'demand')
 * if (!plan) throw new Failure('NO_SUCH_ADDRESS')
 */
export function findPlan(model: Model, name: string): TypePlan | undefined {
  const type = model.contentTypes.find((one) => one.name === name)
  return type && plansOf(model)(type)
}

/** The plan for what visitors read: the same with fewer columns, most of which cost a query for each row. */
export const visitorPlanOf = perModel((plan: TypePlan): TypePlan => ({ ...plan, ...plan.forVisitors }))

/** Returns the names of the fields that the caller may not see. */
export function fieldsHiddenFrom(plan: TypePlan, caller: Caller, item: Related): ReadonlySet<string> {
  return caller === null && !plan.dependsOnState ? hiddenFromVisitors(plan) : findHidden(plan, caller, item)
}

const hiddenFromVisitors = perModel((plan: TypePlan) => findHidden(plan, null, { ownerId: null }))

function findHidden(plan: TypePlan, caller: Caller, item: Related): ReadonlySet<string> {
  const hidden = plan.own.filter(({ visible }) => visible && !sees(caller, visible, item))
  return new Set(hidden.map(({ name }) => name))
}

/** Names the readers with the same answer, who share it in the cache; undefined if it depends on who exactly asks. */
export function readerClass({ type, ownerSeesMore }: TypePlan, caller: Caller): string | undefined {
  if (caller === null) return 'guest'
  const standsIn = caller.standsIn?.some(({ parts }) => Object.hasOwn(parts, type.name)) === true
  return ownerSeesMore || standsIn || caller.assigned || type.lifecycle.vacancy !== undefined
    ? undefined
    : caller.role
}

function buildPlan(model: Model, type: ContentType): TypePlan {
  const own = type.fields.filter((field) => !field.system)
  const form = model.forms.find(({ id }) => id === type.name)
  if (!form) throw new TypeError(`content type ${type.name} has no form`)
  const refs = own.filter(({ ref, refBy }) => ref !== undefined || refBy !== undefined)
  const joined = type.fields.filter(({ join }) => join !== undefined)
  const computed = type.fields.filter((field) => field.computed !== undefined)
  const entries = own.filter(({ names }) => names === 'entry')
  const titles = [
    ...refs.map((field) => `${quote(field.name)}, ${refTitle(model, field)}`),
    ...own.flatMap((field) => (field.names ? [`${quote(field.name)}, ${nameOf(model, field)}`] : [])),
  ]
  const relations = buildRelations(model, type)
  const family = familyPartOf(model, type)
  const dependsOnState = own.some(({ visible = [] }) => visible.some((viewer) => typeof viewer !== 'string'))
  const parameters = buildParameterPlan(model, type)
  const forAll = `id, type, status, owner_id, title, view_count, like_count, support_count, collect_count, comment_count, revision,
    published_at, created_at, updated_at,
    (select account.name from account where account.id = item.owner_id) as owner_name,
    ${titles.length > 0 ? `json_build_object(${titles.join(', ')})` : 'null::json'} as refs${type.pins ? `, ${PIN_PLACE} as pinned` : ''}${joinedColumns(joined)}${computedColumns(type, computed)}`
  const common = `${forAll}${relations.columns}`
  const forVisitors = type.disclosure ? `${forAll}, ${relations.disclosed} as disclosed` : forAll
  const omitted = own.filter((field) => field.type === 'rich-text').map(({ name }) => quote(name))
  const listBody = omitted.length > 0 ? `body - array[${omitted.join(', ')}]::text[]` : 'body'
  return {
    type,
    form,
    formFor: (written) => formWith(form, chosenOf(parameters, written)),
    derived: new Map(
      own.flatMap((field) => (field.of ? [[field.name, ancestorCategories(model, field)]] : [])),
    ),
    below: new Map([...own, ...joined].flatMap((field) => descendantCategories(model, field))),
    ...(parameters ? { parameters } : {}),
    coded: buildCodeLabels(model, type),
    calls: model.operations.filter(({ content }) => content?.type === type.name),
    lexicon: lexiconOf(model),
    own,
    byName: new Map(type.fields.map((field) => [field.name, field])),
    refs,
    joined,
    computed,
    changesDaily: computed.some((field) => field.computed !== undefined && readsToday(field.computed)),
    topics: [
      ...new Set([
        type.name,
        ...[...refs, ...entries].flatMap((field) => typesOf(model, field)),
        ACCOUNT_TOPIC,
      ]),
    ],
    inPublic: isPublicState(type),
    published: isPublished(model, type),
    publicRefs: new Map(
      model.contentTypes
        .filter(({ name }) => refs.some(({ ref }) => ref === name))
        .map((referred) => [referred.name, isPublished(model, referred, 'named')]),
    ),
    relations,
    ...(family ? { family } : {}),
    ownerSeesMore:
      type.anonymous !== undefined ||
      relations.areScoped ||
      own.some(({ visible = [] }) => audiencesOf(visible).some(isRelation)) ||
      dependsOnState,
    dependsOnState,
    listColumns: `${common}, ${listBody} as body`,
    infoColumns: `${common}, approved_revision, left_status, status_since, ${statusReason(isPublicState(type))}, body${relations.partners}${votesColumn(type)}${timersColumn(type)}`,
    forVisitors: {
      listColumns: `${forVisitors}, ${listBody} as body`,
      infoColumns: `${forVisitors}, body`,
    },
  }
}

/** By reference and field, each referred item read once. */
function joinedColumns(joined: readonly Field[]): string {
  const parts = [...new Set(joined.map(({ join }) => join?.by ?? ''))].flatMap((by) => {
    const fields = joined.filter(({ join }) => join?.by === by)
    const [join] = fields.flatMap((field) => field.join ?? [])
    if (!join) return []
    const values = fields.map(
      (field) => `${quote(field.name)}, joined.body->${quote(field.join?.field ?? '')}`,
    )
    return [`${quote(by)}, (select json_build_object(${values.join(', ')}) ${joinedFrom(join)})`]
  })
  return parts.length > 0 ? `, json_build_object(${parts.join(', ')}) as joined` : ''
}

function computedColumns(type: ContentType, computed: readonly Field[]): string {
  const values = computed.map((field) => `${quote(field.name)}, ${valueExpression(type, field) ?? 'null'}`)
  return values.length > 0 ? `, json_build_object(${values.join(', ')}) as computed` : ''
}

function chosenOf(parameters: ParameterPlan | undefined, written: unknown): ParameterSet | undefined {
  const chosen = parameters && chosenSet(parameters.field, written)
  return chosen === undefined ? undefined : parameters?.sets.get(chosen)
}

/** By every category of the family the one above it that is of the field's own dictionary. */
function ancestorCategories({ families }: Model, { dict }: Field): ReadonlyMap<string, string> {
  const family = families.find(({ levels }) => levels.includes(dict ?? ''))
  const level = family?.levels.indexOf(dict ?? '')
  const above = new Map<string, string>()
  for (const set of family?.sets ?? []) {
    const found = set.level === level ? set.id : above.get(set.parent ?? '')
    if (found !== undefined) above.set(set.id, found)
  }
  return above
}

function descendantCategories({ families }: Model, { name, dict }: Field): [string, Map<string, string[]>][] {
  const family = families.find(({ levels }) => levels.includes(dict ?? ''))
  if (!family) return []
  const level = family.levels.indexOf(dict ?? '')
  const down = (id: string): string[] => {
    const set = family.sets.find((one) => one.id === id)
    if (!set || set.level >= level) return [id]
    return family.sets.flatMap((one) => (one.parent === id ? down(one.id) : []))
  }
  const above = family.sets.filter((set) => set.level < level)
  return [[name, new Map(above.map(({ id }) => [id, down(id)]))]]
}

/** The types that a reference can lead to. */
function typesOf({ contentTypes }: Model, { ref }: Field): string[] {
  return ref === undefined ? contentTypes.map(({ name }) => name) : [ref]
}

/** Of an account what it is called now, as beside what it owns; of an entry its title, where everybody reads it. */
function nameOf(model: Model, field: Field): string {
  if (field.names === 'entry') return refTitle(model, field)
  return `(select account.name from account where account.id = item.body->>${quote(field.name)})`
}

/** The title of what a field refers to, as far as everybody may read it; of several in their order, null for the others. */
function refTitle(model: Model, field: Field): string {
  const readable = isOpenRow(model, 'r', field.ref)
  const value = `item.body->${quote(field.name)}`
  return field.type === 'ref-list'
    ? `array(select (select r.title from item r where r.id = v.id and ${readable}) from jsonb_array_elements_text(case jsonb_typeof(${value}) when 'array' then ${value} else '[]'::jsonb end) with ordinality v (id, place) order by v.place)`
    : `(select r.title from item r where r.id = item.body->>${quote(field.name)} and ${readable})`
}

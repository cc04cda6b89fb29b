// Owns what the engine derives once for each content type of a model.
import type { ContentType, Field, FormModel } from '../../shared/content-model.ts'
import type { Model } from '../../shared/model.ts'
import { type Asker, type Audience, isInAudience, RELATIONS, type Related } from '../../shared/roles.ts'
import { quote } from './field-expression.ts'
import { isOpen } from './open-states.ts'
import { buildRelations, type Relations } from './relations.ts'
import { STATUS_REASON } from './status-reason.ts'

/** A topic of the cache beside the content types: bump it when an account's display name changes. */
export const ACCOUNT_TOPIC = '@account'

export interface TypePlan {
  readonly type: ContentType
  /** What a writer fills in, judged like any other form. */
  readonly form: FormModel
  /** Fields a writer fills, without the system's. */
  readonly own: readonly Field[]
  readonly byName: ReadonlyMap<string, Field>
  readonly refs: readonly Field[]
  /** What an answer about the type depends on: itself, what it refers to, names of owners. */
  readonly topics: readonly string[]
  readonly relations: Relations
  /** Whether anything in an answer differs between an owner and others of the same role. */
  readonly ownerSeesMore: boolean
  /** Columns of a list query, and of a query for the whole item. */
  readonly listColumns: string
  readonly infoColumns: string
}

const plans = new WeakMap<Model, Map<string, TypePlan>>()

/** Undefined where the model has no such type. */
export function findPlan(model: Model, name: string): TypePlan | undefined {
  let known = plans.get(model)
  if (!known) {
    known = new Map(model.contentTypes.map((type) => [type.name, buildPlan(model, type)]))
    plans.set(model, known)
  }
  return known.get(name)
}

/** Names of the fields that `asker` may not see. */
export function hiddenFields(plan: TypePlan, asker: Asker, item: Related): ReadonlySet<string> {
  const hidden = plan.own.filter(({ visible }) => visible && !isInAudience(asker, visible, item))
  return new Set(hidden.map(({ name }) => name))
}

function buildPlan(model: Model, type: ContentType): TypePlan {
  const own = type.fields.filter((field) => !field.system)
  const form = model.forms.find(({ id }) => id === type.name)
  if (!form) throw new TypeError(`content type ${type.name} has no form`)
  const refs = own.filter(({ ref, refBy }) => ref !== undefined || refBy !== undefined)
  const titles = refs.map((field) => `${quote(field.name)}, ${refTitle(model, field)}`)
  const relations = buildRelations(model, type)
  const common = `id, type, status, owner_id, title, view_count, like_count, support_count, collect_count, comment_count, revision,
    published_at, created_at, updated_at,
    (select account.name from account where account.id = item.owner_id) as owner_name,
    ${titles.length > 0 ? `json_build_object(${titles.join(', ')})` : 'null::json'} as refs${relations.columns}`
  const omitted = own.filter((field) => field.type === 'rich-text').map(({ name }) => quote(name))
  const listBody = omitted.length > 0 ? `body - array[${omitted.join(', ')}]::text[]` : 'body'
  return {
    type,
    form,
    own,
    byName: new Map(type.fields.map((field) => [field.name, field])),
    refs,
    topics: [...new Set([type.name, ...refs.flatMap((field) => typesOf(model, field)), ACCOUNT_TOPIC])],
    relations,
    ownerSeesMore:
      type.anonymous !== undefined ||
      relations.areScoped ||
      own.some(({ visible }) => visible?.some(isRelation)),
    listColumns: `${common}, ${listBody} as body`,
    infoColumns: `${common}, approved_revision, left_status, ${STATUS_REASON}, body${relations.partners}`,
  }
}

const isRelation = (audience: Audience): boolean => (RELATIONS as readonly Audience[]).includes(audience)

/** The types that a reference can lead to. */
function typesOf({ contentTypes }: Model, { ref }: Field): string[] {
  return ref === undefined ? contentTypes.map(({ name }) => name) : [ref]
}

/** The title of what a field refers to, as far as everybody may read it. */
function refTitle(model: Model, field: Field): string {
  const readable = isOpen(model, 'r', field.ref)
  const value = `item.body->${quote(field.name)}`
  return field.type === 'ref-list'
    ? `array(select r.title from jsonb_array_elements_text(case jsonb_typeof(${value}) when 'array' then ${value} else '[]'::jsonb end) v join item r on r.id = v where ${readable})`
    : `(select r.title from item r where r.id = item.body->>${quote(field.name)} and ${readable})`
}

// Compares two configurations: finds what in the second could lose, orphan or hide records of the first.
import { fixedPart } from '#shared/addresses/former-target.ts'
import type { CodeUsage, Holder, RecordChange } from './record-change.ts'
import type {
  RecordField,
  RecordFields,
  RecordForm,
  RecordModel,
  RecordPage,
  RecordState,
  StoredType,
} from './record-model.ts'
import { narrowings, type SchemaNarrowing } from './schema-narrowing.ts'

/** Returns the changes in the order of their messages. Additions and widened limits are no changes. */
export function findChanges(before: RecordModel, now: RecordModel): RecordChange[] {
  return [
    ...holderChanges(before, now),
    ...codeChanges(before, now),
    ...stateChanges(before.types, now.types),
    ...pageChanges(before.pages, now.pages),
    ...findRemovedPages(before.pages, now.pages),
    ...Object.entries(before.roles).flatMap(([role, title]): RecordChange[] =>
      Object.hasOwn(now.roles, role) ? [] : [{ kind: 'role-removed', role, title }],
    ),
  ]
}

/** All that hold fields: content types, forms, and categories by their family. */
function holdersOf({ types, forms, sets }: RecordModel): readonly (readonly [Holder, RecordFields])[] {
  const toHolders = (kind: Holder['kind'], all: Readonly<Record<string, RecordForm>>, folder = '') =>
    Object.entries(all).map(
      ([name, { title, fields }]) => [{ kind, name: `${folder}${name}`, title }, fields] as const,
    )
  return [
    ...toHolders('type', types),
    ...toHolders('form', forms),
    ...Object.entries(sets).flatMap(([family, all]) => toHolders('set', all, `${family}/`)),
  ]
}

/** Returns what finds the fields that a holder has in the model; undefined where it is none of its holders. */
function fieldsIn(model: RecordModel): (holder: Holder) => RecordFields | undefined {
  const keyOf = ({ kind, name }: Holder) => `${kind} ${name}`
  const byKey = new Map(holdersOf(model).map(([holder, fields]) => [keyOf(holder), fields]))
  return (holder) => byKey.get(keyOf(holder))
}

function holderChanges(before: RecordModel, now: RecordModel): RecordChange[] {
  const nextOf = fieldsIn(now)
  return holdersOf(before).flatMap(([of, fields]): RecordChange[] => {
    const next = nextOf(of)
    return next
      ? fieldChanges({ of, before, now }, fields, next)
      : [{ kind: `${of.kind}-removed`, holder: of }]
  })
}

interface Within {
  readonly of: Holder
  readonly before: RecordModel
  readonly now: RecordModel
}

function fieldChanges(within: Within, before: RecordFields, now: RecordFields): RecordChange[] {
  const { of } = within
  const existing = Object.entries(before).flatMap(([field, old]): RecordChange[] => {
    const next = now[field]
    if (next) return changesOf(within, field, old, next)
    return [{ kind: 'field-removed', holder: of, field, title: old.title }]
  })
  const added = Object.entries(now).flatMap(([field, { title, required, unique }]): RecordChange[] =>
    Object.hasOwn(before, field)
      ? []
      : [
          ...(required ? [{ kind: 'field-required', holder: of, field, title } as const] : []),
          ...(unique ? [{ kind: 'field-unique', holder: of, field, title } as const] : []),
        ],
  )
  return [...existing, ...added]
}

function changesOf(within: Within, field: string, before: RecordField, now: RecordField): RecordChange[] {
  const { of } = within
  const { title } = now
  const at = { holder: of, field, title }
  const found = narrowings(before.schema, now.schema)
  const joinDescriptions = (some: readonly SchemaNarrowing[]) =>
    some.map(({ description }) => description).join('，')
  const other = otherMeaning(before, now) ?? otherLabels(within, before, now)
  const retyped = found.filter(({ isRetyped }) => isRetyped)
  const changes: RecordChange[] = []
  if (other) changes.push({ kind: 'field-retyped', ...at, description: other, isOther: true })
  else if (retyped.length > 0)
    changes.push({ kind: 'field-retyped', ...at, description: joinDescriptions(found) })
  else if (found.length > 0 || now.dict !== before.dict)
    changes.push({
      kind: 'field-tightened',
      ...at,
      description: joinDescriptions(found) || `只能取字典“${now.dict ?? ''}”中的值`,
    })
  if (now.required && !before.required) changes.push({ kind: 'field-required', ...at })
  if (now.unique && !before.unique) changes.push({ kind: 'field-unique', ...at })
  return changes
}

/** Ids of something else, or parameters of another family, fit every schema and mean nothing. */
function otherMeaning(before: RecordField, now: RecordField): string | undefined {
  if (before.ref !== undefined && now.ref !== undefined && before.ref !== now.ref)
    return `引用的内容类型由 ${before.ref} 改为 ${now.ref}`
  const [old, next] = [before.parameters, now.parameters]
  if (old && (old.family !== next?.family || old.by !== next.by))
    return next ? `参数由 ${old.family}（${old.by}）改为 ${next.family}（${next.by}）` : '不再是参数组'
  return undefined
}

/** Finds a code that has another label in the new dictionary, and so may mean something else. */
function otherLabels(
  { before: all, now: next }: Within,
  { dict: old }: RecordField,
  { dict: now }: RecordField,
) {
  if (old === undefined || now === undefined || old === now) return undefined
  const labels = next.dictionaries[now]?.values ?? {}
  const differs = Object.entries(all.dictionaries[old]?.values ?? {}).find(
    ([code, label]) => Object.hasOwn(labels, code) && labels[code] !== label,
  )
  if (!differs) return undefined
  return `字典由 ${old} 改为 ${now}，其中代码 ${differs[0]} 的含义由“${differs[1]}”变成了“${labels[differs[0]]}”`
}

function codeChanges(before: RecordModel, now: RecordModel): RecordChange[] {
  return Object.entries(before.dictionaries).flatMap(([dictionary, { title, values }]) => {
    const left = now.dictionaries[dictionary]?.values ?? {}
    const removed = Object.entries(values).filter(([code]) => !Object.hasOwn(left, code))
    if (removed.length === 0) return []
    const places = findCodeUsages(before, now, dictionary)
    return removed.map(
      ([code, label]): RecordChange => ({ kind: 'code-removed', dictionary, title, code, label, places }),
    )
  })
}

/** Returns the fields that still choose from the dictionary. Other changes of a field are reported for the field. */
function findCodeUsages(before: RecordModel, now: RecordModel, dictionary: string): CodeUsage[] {
  const nextOf = fieldsIn(now)
  return holdersOf(before).flatMap(([holder, fields]) =>
    Object.entries(fields).flatMap(([field, shape]) =>
      nextOf(holder)?.[field] && namesDictionary(shape, dictionary) ? [{ holder, field, shape }] : [],
    ),
  )
}

export function namesDictionary({ dict, schema }: RecordField, dictionary: string): boolean {
  return dict === dictionary || JSON.stringify(schema).includes(`"x-dict":"${dictionary}"`)
}

function stateChanges(before: RecordModel['types'], now: RecordModel['types']): RecordChange[] {
  const changes = new Map<string, RecordChange>()
  for (const [name, type] of Object.entries(before)) {
    const next = now[name]
    if (!next) continue
    for (const change of statesOf(name, type, next)) {
      if (change.kind !== 'state-removed' && change.kind !== 'state-hidden') continue
      const key = `${change.kind} ${change.lifecycle} ${change.state}`
      const known = changes.get(key)
      const types = known && 'types' in known ? [...known.types, name] : [name]
      changes.set(key, { ...change, types })
    }
  }
  return [...changes.values()]
}

function statesOf(name: string, before: StoredType, now: StoredType): RecordChange[] {
  return Object.entries(before.states).flatMap(([state, old]): RecordChange[] => {
    const at = { lifecycle: now.lifecycle, types: [name], state, title: old.title }
    const next = now.states[state]
    if (!next) return [{ kind: 'state-removed', ...at }]
    const description = hiddenBy(old, next)
    return description === undefined ? [] : [{ kind: 'state-hidden', ...at, description }]
  })
}

/** Describes what readers of the state lose; undefined if they lose nothing. */
function hiddenBy(before: RecordState, now: RecordState): string | undefined {
  if (now.gone && !before.gone) return '由存在改为不存在（gone）'
  if (before.public && !now.public) return '不再公开（public）'
  const formerReaders = before.readers?.filter((reader) => !now.readers?.includes(reader)) ?? []
  if (now.readers && before.readers === undefined)
    return `由所有人可读改为只有 ${now.readers.join('、') || '无人'} 可读`
  return now.readers && formerReaders.length > 0 ? `${formerReaders.join('、')} 不再可读` : undefined
}

/** An address that another page has now still leads somewhere. */
function pageChanges(before: RecordModel['pages'], now: RecordModel['pages']): RecordChange[] {
  const paths = new Set(Object.values(now).map(({ path }) => fixedPart(path)))
  return Object.entries(before).flatMap(
    ([page, { title, path, type }]: [string, RecordPage]): RecordChange[] => {
      if (paths.has(fixedPart(path))) return []
      const to = now[page]?.path
      return [{ kind: 'path-gone', page, title, path, ...(to ? { to } : {}), ...(type ? { type } : {}) }]
    },
  )
}

/** Finds removed pages: users follow a list or a zone by its id. */
function findRemovedPages(before: RecordModel['pages'], now: RecordModel['pages']): RecordChange[] {
  return Object.entries(before).flatMap(([page, { title, path, isLeft }]): RecordChange[] => {
    if (isLeft || Object.hasOwn(now, page)) return []
    const [to] = Object.entries(now).find(([, one]) => fixedPart(one.path) === fixedPart(path)) ?? []
    return [{ kind: 'page-gone', page, title, ...(to ? { to } : {}) }]
  })
}

/** An optional parameter at the end makes no other address. */

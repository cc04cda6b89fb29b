// Applies a migration step to the configuration of stored records, as if they had been written under the result.
import { fixedPart } from '#shared/addresses/former-target.ts'
import type { MigrationStep, RenameStep } from '#shared/model/migration-model.ts'
import type { RecordField, RecordForm, RecordModel, StoredType } from './record-model.ts'

type Named<T> = Readonly<Record<string, T>>

/** Null where the step says something of what is not there. `next` is the configuration that it leads to. */
export function migrateModel(model: RecordModel, step: MigrationStep, next: RecordModel): RecordModel | null {
  switch (step.do) {
    case 'rename':
      return renamed(model, step, next)
    case 'archive':
      if (step.what === 'type' || step.what === 'form') {
        const key = step.what === 'type' ? 'types' : 'forms'
        return Object.hasOwn(model[key], step.name)
          ? { ...model, [key]: without<RecordForm>(model[key], step.name) }
          : null
      }
      return withFields(model, step, (fields) =>
        Object.hasOwn(fields, step.name) ? without(fields, step.name) : null,
      )
    case 'map':
    case 'default':
      // The new values are validated one by one; the step declares their meaning.
      return withFields(
        model,
        step,
        (fields, others) => {
          const [field, other] = [fields[step.name], others[step.name]]
          if (field && other) return { ...fields, [step.name]: meaning(field, other) }
          return step.do === 'default' && other ? fields : null
        },
        next,
      )
    case 'keep':
      if (step.what === 'page') return markPageRemoved(model, step.name)
      return step.what === 'state' ? keepState(model, step, next) : keepField(model, step, next)
  }
}

const without = <T>(all: Named<T>, name: string): Named<T> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))

/** Under another name, in its place; what is there already by that name stays as it is. */
function moved<T>(all: Named<T>, from: string, to: string): Named<T> | null {
  if (!Object.hasOwn(all, from)) return null
  if (Object.hasOwn(all, to)) return without(all, from)
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key === from ? to : key, value]))
}

function meaning(
  { ref: _ref, dict: _dict, parameters: _parameters, ...field }: RecordField,
  other: RecordField,
) {
  const { ref, dict, parameters } = other
  return {
    ...field,
    ...(ref === undefined ? {} : { ref }),
    ...(dict === undefined ? {} : { dict }),
    ...(parameters === undefined ? {} : { parameters }),
  }
}

type StepTarget = Pick<MigrationStep, 'what' | 'in'>

/** The fields of a content type, a form or a category, as `change` makes them; null where it makes none. */
function withFields(
  model: RecordModel,
  { what, in: name }: StepTarget,
  change: (fields: Named<RecordField>, others: Named<RecordField>) => Named<RecordField> | null,
  next: RecordModel = model,
): RecordModel | null {
  const [family = '', id = ''] = name.split('/')
  const kind = what === 'parameter' ? 'sets' : Object.hasOwn(model.types, name) ? 'types' : 'forms'
  const own = kind === 'sets' ? model.sets[family]?.[id] : model[kind][name]
  const other = kind === 'sets' ? next.sets[family]?.[id] : (next.types[name] ?? next.forms[name])
  const fields = own && change(own.fields, other?.fields ?? {})
  if (!own || !fields) return null
  const made = { ...own, fields }
  if (kind === 'sets')
    return { ...model, sets: { ...model.sets, [family]: { ...model.sets[family], [id]: made } } }
  return { ...model, [kind]: { ...model[kind], [name]: made } }
}

function renamed(model: RecordModel, step: RenameStep, next: RecordModel): RecordModel | null {
  const { what, in: holder, from, to } = step
  const put = <Key extends keyof RecordModel>(key: Key, value: RecordModel[Key] | null) =>
    value && { ...model, [key]: value }
  switch (what) {
    case 'type':
      return renamedType(model, from, to)
    case 'form':
      return put('forms', moved(model.forms, from, to))
    case 'role':
      return put('roles', moved(model.roles, from, to))
    case 'path':
      return renamedPath(model, from, to)
    case 'page':
      return Object.hasOwn(model.pages, to)
        ? markPageRemoved(model, from)
        : put('pages', moved(model.pages, from, to))
    case 'code':
      return renamedCode(model, holder, from, to)
    case 'state':
      return renamedState(model, step, next)
    default:
      return withFields(model, step, (fields) => moved(fields, from, to))
  }
}

/** References follow. */
function renamedType(model: RecordModel, from: string, to: string): RecordModel | null {
  const types = moved(model.types, from, to)
  if (!types) return null
  const follow = <Form extends RecordForm>(form: Form): Form => ({
    ...form,
    fields: mapped(form.fields, (field) => (field.ref === from ? { ...field, ref: to } : field)),
  })
  return {
    ...model,
    types: mapped(types, follow),
    forms: mapped(model.forms, follow),
    pages: mapped(model.pages, (page) => (page.type === from ? { ...page, type: to } : page)),
  }
}

const mapped = <T>(all: Named<T>, change: (one: T) => T): Named<T> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]))

/** An address that ends in optional parameters takes along the pages below it. */
function renamedPath(model: RecordModel, from: string, to: string): RecordModel | null {
  const [start, end] = [fixedPart(from), fixedPart(to)]
  const isBelow = (path: string) => start !== from && (path === start || path.startsWith(`${start}/`))
  const pages = mapped(model.pages, (page) => {
    if (page.path === from) return { ...page, path: to }
    return isBelow(page.path) ? { ...page, path: end + page.path.slice(start.length) } : page
  })
  const isChanged = Object.entries(pages).some(([id, page]) => page !== model.pages[id])
  return isChanged ? { ...model, pages } : null
}

/** Its address is still to be seen to. */
function markPageRemoved(model: RecordModel, page: string): RecordModel | null {
  const written = model.pages[page]
  return written ? { ...model, pages: { ...model.pages, [page]: { ...written, isLeft: true } } } : null
}

/** A category is a code of its level, and has a set of its own. */
function renamedCode(model: RecordModel, name: string, from: string, to: string): RecordModel | null {
  const dictionary = model.dictionaries[name]
  const values = dictionary && moved(dictionary.values, from, to)
  if (!values) return null
  const families = familiesOf(model, name)
  const sets = Object.fromEntries(
    Object.entries(model.sets).map(([family, all]) => [
      family,
      families.has(family) ? (moved(all, from, to) ?? all) : all,
    ]),
  )
  return { ...model, sets, dictionaries: { ...model.dictionaries, [name]: { ...dictionary, values } } }
}

/** Families whose categories are chosen from the dictionary. */
export function familiesOf(model: RecordModel, dictionary: string): ReadonlySet<string> {
  return new Set(
    Object.values(model.types).flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ parameters }) =>
        parameters && fields[parameters.by]?.dict === dictionary ? [parameters.family] : [],
      ),
    ),
  )
}

/** Types that live by it, before or after. */
export function typesOfLifecycle(model: RecordModel, lifecycle: string, next: RecordModel): string[] {
  return Object.entries(model.types).flatMap(([name, type]) =>
    type.lifecycle === lifecycle || next.types[name]?.lifecycle === lifecycle ? [name] : [],
  )
}

function renamedState(model: RecordModel, step: RenameStep, next: RecordModel): RecordModel | null {
  const { in: lifecycle, from, to } = step
  const names = typesOfLifecycle(model, lifecycle, next).filter((name) =>
    Object.hasOwn(model.types[name]?.states ?? {}, from),
  )
  if (names.length === 0) return null
  return withTypes(model, names, (type) => ({ ...type, states: moved(type.states, from, to) ?? type.states }))
}

function withTypes(
  model: RecordModel,
  names: readonly string[],
  change: (type: StoredType, name: string) => StoredType,
): RecordModel {
  const types = Object.entries(model.types).map(([name, type]) => [
    name,
    names.includes(name) ? change(type, name) : type,
  ])
  return { ...model, types: Object.fromEntries(types) }
}

function keepState(
  model: RecordModel,
  { in: lifecycle, name: state }: StepTarget & { readonly name: string },
  next: RecordModel,
): RecordModel | null {
  const names = typesOfLifecycle(model, lifecycle, next).filter(
    (name) => model.types[name]?.states[state] && next.types[name]?.states[state],
  )
  if (names.length === 0) return null
  return withTypes(model, names, (type, name) => {
    const now = next.types[name]?.states[state]
    return now ? { ...type, states: { ...type.states, [state]: now } } : type
  })
}

function keepField(
  model: RecordModel,
  step: StepTarget & { readonly name: string },
  next: RecordModel,
): RecordModel | null {
  const { what, in: holder, name } = step
  const place = { what: holder.includes('/') ? ('parameter' as const) : ('field' as const), in: holder }
  return withFields(
    model,
    place,
    (fields, others) => {
      const other = others[name]
      if (!other) return null
      const { required: _required, unique: _unique, ...rest } = fields[name] ?? other
      const flags = fields[name] ?? {}
      const kept = {
        ...(what === 'limit' ? { ...other, required: undefined, unique: undefined } : rest),
        ...('required' in flags || what === 'required' ? { required: true as const } : {}),
        ...('unique' in flags || what === 'unique' ? { unique: true as const } : {}),
      }
      return { ...fields, [name]: kept as RecordField }
    },
    next,
  )
}

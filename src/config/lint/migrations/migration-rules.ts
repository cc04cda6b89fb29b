// Rules over migrations: they lead to existing names, and old addresses lead to existing pages.

import { basename } from 'node:path'
import type { WrittenLifecycle } from '#config/generated/written.ts'
import { type Document, type Path, parseDocument } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { fixedPart } from '#shared/addresses/former-target.ts'
import type { MigrationStep } from '#shared/model/migration-model.ts'
import { defineRule, type Lint, type Rule } from '../rule.ts'

type Names = ReadonlySet<string>

const TITLES: Readonly<Record<string, string>> = {
  type: '内容类型',
  form: '表单',
  field: '字段',
  code: '代码',
  state: '状态',
  page: '页面',
  path: '地址',
  role: '角色',
  limit: '字段',
  required: '字段',
  unique: '字段',
}
const OF_FIELDS = ['type', 'form']
/** Kinds of names, each with the kinds of what they are in. */
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  field: OF_FIELDS,
  limit: OF_FIELDS,
  required: OF_FIELDS,
  unique: OF_FIELDS,
  code: ['dictionary'],
  state: ['lifecycle'],
}
/** The kinds of what a `keep` says of a field. */
const RENAMED_AS: Readonly<Record<string, string>> = { limit: 'field', required: 'field', unique: 'field' }
const KINDS = ['content', 'form', 'dictionary', 'lifecycle', 'page', 'zone', 'roles']

interface LocatedStep {
  readonly at: Place
  readonly step: MigrationStep
  readonly isOpen: boolean
}

const targets = defineRule('model', (lint) => {
  const { context, migrations } = lint
  if (KINDS.some((kind) => context.invalidIds(kind).length > 0)) return
  const all = migrations.flatMap(({ name, steps, isConfirmed }) => {
    const document = context.of('migration').get(name) as Document
    return steps.map(
      (step, index): LocatedStep => ({
        at: new Place(context, document, ['steps', index]),
        step,
        isOpen: !isConfirmed,
      }),
    )
  })
  for (const [order, located] of all.entries()) {
    checkTarget(lint, located, all.slice(order + 1))
    if (located.isOpen) checkRemoved(lint, located, all)
  }
})

/**
 * Returns the current names of a kind, such as `field` or `code`, in its holder; undefined if nothing is known of the
 * holder.
 */
function namesOf({ context, ...model }: Lint, what: string, holder: string): Names | undefined {
  const { typeOf, formOf, dictionaries, pageOf, pages, roles } = model
  switch (what) {
    case 'type':
      return new Set(typeOf.keys())
    case 'form':
      return new Set([...formOf.keys()].filter((id) => !typeOf.has(id)))
    case 'dictionary':
      return new Set(dictionaries.map(({ name }) => name))
    case 'lifecycle':
      return new Set([...context.of('lifecycle').values()].map(lifecycleOf))
    case 'page':
      return new Set(pageOf.keys())
    case 'path':
      return new Set(pages.map(({ path }) => path))
    case 'role':
      return new Set(roles.map(({ name }) => name))
    case 'code': {
      const items = dictionaries.find(({ name }) => name === holder)?.items
      return items && new Set(items.map(({ value }) => value))
    }
    case 'state': {
      const documents = [...context.of('lifecycle').values()].filter((one) => lifecycleOf(one) === holder)
      return documents.length > 0 ? new Set(documents.flatMap(statesOf)) : undefined
    }
    default: {
      // Of a type those too that its form does not ask for.
      const fields = typeOf.get(holder)?.fields.filter(({ system }) => !system) ?? formOf.get(holder)?.fields
      return fields && new Set(fields.map(({ name }) => name))
    }
  }
}

type LifecycleDocument = Document<WrittenLifecycle>

/** The name of its file, of which content types with reviews or a schedule use expanded forms. */
const lifecycleOf = ({ path }: LifecycleDocument): string => basename(path, '.json')

/** The states as they are written and as they are expanded. */
const statesOf = ({ path, text, value }: LifecycleDocument): readonly string[] => [
  ...Object.keys((parseDocument(path, text) as LifecycleDocument).value.states),
  ...Object.keys(value.states),
]

/**
 * Returns true if a later step continues from this name: it renames it, archives it, or keeps it as deliberately
 * removed.
 */
const isContinued = (later: readonly LocatedStep[], what: string, holder: string, name: string): boolean =>
  later.some(
    ({ step }) =>
      step.what === (RENAMED_AS[what] ?? what) &&
      step.in === holder &&
      ((step.do === 'rename' && step.from === name) ||
        ((step.do === 'archive' || (step.do === 'keep' && what === 'page')) && step.name === name)),
  )

function checkTarget(lint: Lint, { at, step }: LocatedStep, later: readonly LocatedStep[]): void {
  const { what, in: holder } = step
  const report = (key: string, title: string, name: string, known: Iterable<string>) =>
    at.at(key).report('migration_target.name', {
      title,
      found: name,
      known,
    })
  const kinds = HOLDERS[what] ?? []
  const holders = kinds.flatMap((kind) => [...(namesOf(lint, kind, '') ?? [])])
  const isHeld = holders.includes(holder) || kinds.some((kind) => isContinued(later, kind, '', holder))
  if (kinds.length > 0 && !isHeld) {
    report('in', '所在', holder, holders)
    return
  }
  // A page that is gone is kept so on purpose, and where addresses lead is said of the pages.
  if (what === 'path' || (step.do === 'keep' && what === 'page')) return
  const names = namesOf(lint, what, holder)
  const target = step.do === 'rename' ? step.to : step.do === 'archive' ? undefined : step.name
  if (!names || target === undefined || names.has(target) || isContinued(later, what, holder, target)) return
  if (step.do === 'rename' && names.has(step.from))
    at.at('to').report('migration_target.turned', { found: target })
  else report(step.do === 'rename' ? 'to' : 'name', TITLES[what] ?? what, target, names)
}

/**
 * An archived or removed name is no longer in the configuration that comes with the step. Confirmed steps are not
 * checked, since the name may have come back.
 */
function checkRemoved(lint: Lint, { at, step }: LocatedStep, all: readonly LocatedStep[]): void {
  const { do: verb, what, in: holder } = step
  if (verb !== 'archive' && !(verb === 'keep' && what === 'page')) return
  const isRenewed = all.some(
    ({ step: one }) => one.do === 'rename' && one.what === what && one.in === holder && one.to === step.name,
  )
  if (isRenewed || !namesOf(lint, what, holder)?.has(step.name)) return
  const title = TITLES[what] ?? what
  at.at('name').report(`migration_present.${verb === 'archive' ? verb : 'keep'}`, { found: step.name, title })
}

interface AddressChange {
  readonly at: Place
  readonly from: string
  readonly to: string
}

const formerAddresses = defineRule('model', (lint) => {
  if (['page', 'zone', 'content'].some((kind) => lint.context.invalidIds(kind).length > 0)) return
  for (const what of ['path', 'page'] as const) checkFormer(lint, what)
})

function checkFormer(lint: Lint, what: 'path' | 'page'): void {
  const now = namesOf(lint, what, '') ?? new Set()
  const { steps, left } = renamesOf(lint, what)
  for (const [order, { at, from, to }] of steps.entries()) {
    const end = steps.slice(order + 1).reduce((name, later) => (later.from === name ? later.to : name), to)
    // A name that came back needs no redirect.
    if (left.has(end) || end === from) continue
    if (!now.has(end) && !(what === 'path' && leadsBelow(end, now)))
      at.at('to').report('former_nowhere', { found: end, known: now, from, what, title: TITLES[what] })
    else if (what === 'path') checkParameters(at.at('to'), from, end)
    if (what === 'path' && now.has(from)) at.at('from').report('former_taken', { found: from, end })
  }
}

/** An address that ends in optional parameters stands for the pages below it. */
function leadsBelow(path: string, now: Names): boolean {
  const start = fixedPart(path)
  return start !== path && [...now].some((page) => page === start || page.startsWith(`${start}/`))
}

/** In the order in which they are applied; `left` are those that are gone on purpose. */
function renamesOf({ context }: Lint, what: 'path' | 'page'): { steps: AddressChange[]; left: Names } {
  const steps: AddressChange[] = []
  const left = new Set<string>()
  for (const [, document] of [...context.of('migration')].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const [index, { rename, keep, name, from, to }] of document.value.steps.entries()) {
      const path: Path = ['steps', index]
      if (keep === what && name !== undefined) left.add(name)
      if (rename === what && from !== undefined && to !== undefined)
        steps.push({ at: new Place(context, document, path), from, to })
    }
  return { steps, left }
}

function checkParameters(at: Place, from: string, to: string): void {
  const given = new Set([...from.matchAll(/:(\w+)/g)].map(([, name]) => name))
  for (const [, name = ''] of to.matchAll(/:(\w+)(?!\w*\?)(?=\/|$)/g))
    if (!given.has(name)) at.report('former_parameter', { found: to, expected: from, name })
}

export const migrationRules: readonly Rule[] = [formerAddresses, targets]

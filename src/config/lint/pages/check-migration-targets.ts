// Checks that migrations lead to existing names, or to names that a later step continues from.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import type { MigrationStep } from '#shared/model/migration-model.ts'
import type { Model } from '#shared/model/model.ts'

type Names = ReadonlySet<string>

/**
 * Returns the current names of a kind, such as `field` or `code`, in its holder; undefined if nothing is known of the
 * holder.
 */
type Now = (what: string, holder: string) => Names | undefined

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
/** Kinds of migration steps that concern a field. */
const OF_FIELDS = new Set(['field', 'limit', 'required', 'unique'])
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  field: ['type', 'form'],
  limit: ['type', 'form'],
  required: ['type', 'form'],
  unique: ['type', 'form'],
  code: ['dictionary'],
  state: ['lifecycle'],
}

export function checkMigrationTargets(context: Context, model: Compiled): void {
  const kinds = ['content', 'form', 'dictionary', 'lifecycle', 'page', 'zone', 'roles']
  if (model.migrations.length === 0 || kinds.some((kind) => context.invalidIds(kind).length > 0)) return
  const now = namesOf(context, model)
  const all = model.migrations.flatMap(({ name, steps, isConfirmed }) =>
    steps.map((step, at) => ({
      step,
      at,
      document: context.of('migration').get(name),
      isOpen: !isConfirmed,
    })),
  )
  for (const [order, { step, at, document, isOpen }] of all.entries()) {
    const later = all.slice(order + 1).map((one) => one.step)
    if (!document) continue
    checkMigrationStep({ context, document, path: ['steps', at] }, step, later, now)
    if (isOpen) checkRemovedTarget({ context, document, path: ['steps', at] }, step, all, now)
  }
}

interface At {
  readonly context: Context
  readonly document: Document
  readonly path: Path
}

/**
 * Returns true if a later step continues from this name: it renames it, archives it, or keeps it as deliberately
 * removed.
 */
const isContinued = (later: readonly MigrationStep[], what: string, holder: string, name: string) =>
  later.some(
    (step) =>
      step.what === what &&
      step.in === holder &&
      ((step.do === 'rename' && step.from === name) ||
        ((step.do === 'archive' || (step.do === 'keep' && what === 'page')) && step.name === name)),
  )

function checkMigrationStep(at: At, step: MigrationStep, later: readonly MigrationStep[], now: Now): void {
  const { what, in: holder } = step
  const kinds = HOLDERS[what] ?? []
  const known = kinds.flatMap((kind) => [...(now(kind, '') ?? [])])
  const isHeld = known.includes(holder) || kinds.some((kind) => isContinued(later, kind, '', holder))
  if (kinds.length > 0 && !isHeld) {
    report(at, 'in', '所在', holder, known)
    return
  }
  // A page that is gone is kept so on purpose, and where addresses lead is said of the pages.
  if (what === 'path' || (step.do === 'keep' && what === 'page')) return
  const names = now(OF_FIELDS.has(what) ? 'field' : what, holder)
  const target = step.do === 'rename' ? step.to : step.do === 'archive' ? undefined : step.name
  if (!names || target === undefined || names.has(target) || isContinued(later, what, holder, target)) return
  const isReversed = step.do === 'rename' && names.has(step.from)
  report(at, step.do === 'rename' ? 'to' : 'name', TITLES[what] ?? what, target, names, isReversed)
}

/**
 * Checks that an archived or removed name is no longer in the configuration that comes with the step. Confirmed steps
 * are not checked, since the name may have come back.
 */
function checkRemovedTarget(
  { context, document, path }: At,
  step: MigrationStep,
  all: readonly { readonly step: MigrationStep }[],
  now: Now,
): void {
  const { do: verb, what, in: holder } = step
  if (verb !== 'archive' && !(verb === 'keep' && what === 'page')) return
  const isRenewed = all.some(
    ({ step: one }) => one.do === 'rename' && one.what === what && one.in === holder && one.to === step.name,
  )
  if (isRenewed || !now(what, holder)?.has(step.name)) return
  const title = `${TITLES[what] ?? what}“${step.name}”`
  context.report(document, [...path, 'name'], {
    warning: true,
    slug: 'migration_present',
    message:
      verb === 'archive'
        ? `此步归档${title}（archive），现有配置却仍在使用：请先从配置中删去，或去掉此步`
        : `${title}仍然存在，keep 只用于已删去的页面：请先删去，或去掉此步`,
    found: step.name,
  })
}

function report(
  { context, document, path }: At,
  key: string,
  title: string,
  name: string,
  known: Iterable<string>,
  isReversed = false,
): void {
  context.report(document, [...path, key], {
    slug: 'migration_target',
    message: isReversed
      ? `现有配置中没有“${name}”，原名却仍在：from 与 to 写反，或配置尚未改名`
      : `现有配置中没有${title}“${name}”，迁移到此的内容会丢失`,
    found: name,
    ...(isReversed ? {} : { known }),
  })
}

function namesOf(context: Context, model: Compiled): Now {
  const { contentTypes, forms, dictionaries, pages, roles }: Omit<Model, 'hash'> = model
  const plain = forms.filter(({ id }) => !contentTypes.some(({ name }) => name === id))
  const top: Readonly<Record<string, Names>> = {
    type: new Set(contentTypes.map(({ name }) => name)),
    form: new Set(plain.map(({ id }) => id)),
    dictionary: new Set(dictionaries.map(({ name }) => name)),
    lifecycle: new Set(context.of('lifecycle').keys()),
    page: new Set(pages.map(({ id }) => id)),
    path: new Set(pages.map(({ path }) => path)),
    role: new Set(roles.map(({ name }) => name)),
  }
  return (what, holder) => {
    if (what === 'field') {
      const fields = forms.find(({ id }) => id === holder)?.fields
      return fields && new Set(fields.map(({ name }) => name))
    }
    if (what === 'code') {
      const items = dictionaries.find(({ name }) => name === holder)?.items
      return items && new Set(items.map(({ value }) => value))
    }
    if (what === 'state') {
      const states = context.of('lifecycle').get(holder)?.value.states
      return states && new Set(Object.keys(states))
    }
    return top[what]
  }
}

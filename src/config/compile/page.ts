// Owns the compilation of pages and zones, one small builder a kind.

import type { ContentType, FormModel, Json } from '../../shared/content-model.ts'
import { HOT_SORTS } from '../../shared/hot-sorts.ts'
import type { Action, Page, PageBase, PageKind, Surface } from '../../shared/page-model.ts'
import type { Audience } from '../../shared/roles.ts'
import type { Document } from '../document.ts'
import { checkFormAccess } from '../rules/form-access.ts'
import { checkSort } from './content-type.ts'
import { handingInAgain, savedWords } from './edit-words.ts'
import {
  answeredPlace,
  compileChoice,
  compileRefusals,
  type WrittenChoice,
  type WrittenRefusal,
} from './form-choice.ts'
import { compileWays, type WrittenWay } from './form-ways.ts'
import { checkHandedIn } from './handed-in.ts'
import {
  compileActions,
  compileColumns,
  compileFilter,
  compileSections,
  type WrittenAction,
  type WrittenSection,
} from './parts.ts'
import { type RecordType, recordTypeOf } from './record-type.ts'
import {
  checkPlaceholders,
  compileLink,
  compileSource,
  type PageHead,
  type Place,
  type World,
  type WrittenLink,
  type WrittenSource,
} from './scope.ts'
import { surfaceOf } from './surface.ts'
import { compileTitleBar, type WrittenTitleBar } from './title-bar.ts'

type Columns = Parameters<typeof compileColumns>[3]
type WrittenFilter = Parameters<typeof compileFilter>[3]

export interface WrittenPage {
  readonly kind: PageKind
  readonly path: string
  readonly title: string
  readonly description?: string
  readonly shell?: 'site' | 'bare'
  readonly surface?: Surface
  readonly access?: Audience | readonly Audience[]
  readonly params?: PageHead['params']
  readonly parent?: string
  readonly onlyFrom?: string
  readonly titleBar?: WrittenTitleBar
  readonly theme?: { readonly color: string; readonly cover: string }
  readonly source?: WrittenSource
  readonly view?: 'rows' | 'table' | 'cards'
  readonly filters?: readonly WrittenFilter[]
  readonly columns?: Columns
  readonly sorts?: readonly string[]
  readonly tabs?: WrittenFilter
  readonly open?: WrittenLink
  readonly pick?: WrittenLink
  readonly actions?: readonly WrittenAction[]
  readonly rowActions?: readonly WrittenAction[]
  readonly bulkActions?: readonly WrittenAction[]
  readonly aside?: readonly WrittenSection[]
  readonly sections?: readonly WrittenSection[]
  readonly heading?: string
  readonly meta?: Columns
  readonly facts?: Columns
  readonly body?: Columns
  readonly rows?: Columns
  readonly viewed?: WrittenSource
  readonly neighbours?: WrittenSource
  readonly max?: number
  readonly form?: string
  readonly submit?: WrittenSource
  readonly load?: WrittenSource
  readonly update?: WrittenSource
  readonly check?: WrittenSource
  readonly draft?: boolean
  readonly review?: boolean
  readonly intro?: string
  readonly notice?: string
  readonly choice?: WrittenChoice
  readonly refusals?: readonly WrittenRefusal[]
  readonly receipt?: {
    readonly title: string
    readonly next: string
    readonly follow?: WrittenLink
    readonly followLabel?: string
    readonly againLabel?: string
    readonly facts?: Columns
  }
  readonly then?: 'receipt' | 'sign-in' | 'sign-out'
  readonly submitLabel?: string
  readonly links?: readonly { readonly label: string; readonly link: WrittenLink }[]
  readonly ways?: readonly WrittenWay[]
  readonly hero?: { readonly title: string; readonly slogan: string }
  readonly slogan?: string
  readonly category?: string
}

/** Where the page says no other number. */
export const MAX_COMPARED = 4

/** From 首页 down to the parent, following `parent`. */
function trailOf(world: World, document: Document, head: PageHead): PageBase['trail'] {
  const trail: { title: string; path: string }[] = []
  const seen = new Set([head.id])
  let parent = head.parent
  while (parent) {
    const page = world.pages.get(parent)
    if (!page) break
    if (seen.has(parent)) {
      world.context.report(document, ['parent'], {
        slug: 'parent_cycle',
        message: `上级页面“${parent}”形成了循环`,
      })
      break
    }
    seen.add(parent)
    trail.unshift({ title: page.title, path: page.path.replace(/\/:[^/]+\?$/, '') })
    parent = page.parent
  }
  const home = world.pages.get('home')
  if (home && head.id !== 'home') trail.unshift({ title: '首页', path: home.path })
  return trail
}

function baseOf(
  world: World,
  document: Document,
  head: PageHead,
  written: WrittenPage,
): Omit<PageBase, 'kind'> {
  if (written.parent !== undefined)
    world.context.refers(document, ['parent'], 'page', '上级页面', written.parent, world.pages)
  if (written.onlyFrom !== undefined)
    world.context.refers(document, ['onlyFrom'], 'page', '页面', written.onlyFrom, world.pages)
  const titleBar = compileTitleBar(world, document, head.id, written)
  const access = written.access ? ([written.access].flat() as Audience[]) : (['anyone'] as const)
  return {
    id: head.id,
    path: head.path,
    title: head.title,
    ...(written.description ? { description: written.description } : {}),
    shell: written.shell ?? 'site',
    ...surfaceOf(world, document, head, access),
    access,
    params: head.params,
    trail: trailOf(world, document, head),
    ...(written.theme ? { theme: written.theme } : {}),
    ...(titleBar ? { titleBar } : {}),
    ...(written.onlyFrom ? { onlyFrom: world.pages.get(written.onlyFrom)?.path ?? '' } : {}),
  }
}

/** Compiles one page or zone; null when what it stands on could not be resolved (reported). */
export function compilePage(world: World, document: Document, head: PageHead, isZone: boolean): Page | null {
  const written = document.value as WrittenPage
  const kind = isZone ? 'zone' : written.kind
  const around: Place = { world, document, head, kind: isZone ? 'zone-file' : kind }
  const base = baseOf(world, document, head, written)
  const source = compileSource(around, ['source'], written.source)
  const type = world.contentTypes.get(world.operations.get(source?.operation ?? '')?.content?.type ?? '')
  const operation = world.operations.get(source?.operation ?? '')
  const record = type ?? (operation ? recordTypeOf(world.context, operation) : undefined)
  const place: Place = { ...around, record }
  const badge = type?.badge ? { badge: type.badge } : {}
  const contentType = type ? { contentType: type.name } : {}
  const link = (key: 'open' | 'pick') => compileLink(place, [key], written[key])
  const open = link('open')
  switch (kind) {
    case 'list':
      if (!source) return null
      return {
        ...base,
        kind,
        source,
        ...contentType,
        ...badge,
        view: written.view ?? 'rows',
        filters: (written.filters ?? []).flatMap((filter, index) =>
          compileFilter(place, ['filters', index], record, filter),
        ),
        columns: compileColumns(place, ['columns'], record, written.columns),
        sorts: sortsOf(place, type, written.sorts ?? []),
        ...tabsOf(place, record, written.tabs),
        ...(open ? { open } : {}),
        actions: compileActions(place, ['actions'], type, written.actions, record),
        rowActions: compileActions(place, ['rowActions'], type, written.rowActions, record),
        bulkActions: bulkActionsOf(place, type, record, written),
        aside: compileSections(place, ['aside'], written.aside),
      }
    case 'detail': {
      if (!source) return null
      const viewed = compileSource(place, ['viewed'], written.viewed)
      const neighbours = compileSource(place, ['neighbours'], written.neighbours)
      const heading = written.heading ?? type?.heading ?? 'title'
      if (record && !record.fields.some((field) => field.name === heading))
        world.context.report(document, ['heading'], {
          slug: 'field_unknown',
          message: `“${record.title}”没有字段“${heading}”`,
          found: heading,
          known: record.fields.map((field) => field.name),
        })
      return {
        ...base,
        kind,
        source,
        ...contentType,
        ...badge,
        heading,
        meta: compileColumns(place, ['meta'], record, written.meta),
        facts: compileColumns(place, ['facts'], record, written.facts),
        body: compileColumns(place, ['body'], record, written.body),
        ...(viewed ? { viewed } : {}),
        ...(neighbours ? { neighbours } : {}),
        actions: compileActions(place, ['actions'], type, written.actions, record),
        sections: compileSections(place, ['sections'], written.sections),
        aside: compileSections(place, ['aside'], written.aside),
        ...(type ? { lifecycle: type.lifecycle } : {}),
      }
    }
    case 'compare': {
      if (!source) return null
      const pick = link('pick')
      return {
        ...base,
        kind,
        source,
        heading: type?.heading ?? 'title',
        rows: compileColumns(place, ['rows'], record, written.rows),
        max: written.max ?? MAX_COMPARED,
        ...(pick ? { pick } : {}),
        ...(open ? { open } : {}),
      }
    }
    case 'form':
      return compileFormPage(place, base, written)
    case 'zone':
      return {
        ...base,
        kind,
        ...heroOf(written, isZone),
        sections: compileSections(place, ['sections'], written.sections),
        ...(written.category ? { category: written.category } : {}),
      }
  }
}

function heroOf(written: WrittenPage, isZone: boolean) {
  if (written.hero) return { hero: written.hero }
  return isZone ? { hero: { title: written.title, slogan: written.slogan ?? '' } } : {}
}

function sortsOf(place: Place, type: ContentType | undefined, written: readonly string[]) {
  return written.flatMap((name, index) => {
    const field = type?.fields.find((candidate) => candidate.name === name)
    checkSort(place.world.context, place.document, ['sorts', index], name, type?.fields ?? [])
    const label = field?.title ?? HOT_SORTS[name]
    return label === undefined ? [] : [{ value: name, label }]
  })
}

function tabsOf(place: Place, type: RecordType | undefined, written: WrittenFilter | undefined) {
  if (written === undefined) return {}
  const [tabs] = compileFilter(place, ['tabs'], type, written)
  return tabs ? { tabs } : {}
}

function compileLinks(place: Place, written: NonNullable<WrittenPage['links']>) {
  return written.flatMap(({ label, link }, index) => {
    const compiled = compileLink(place, ['links', index, 'link'], link)
    return compiled ? [{ label, link: compiled }] : []
  })
}

/** What the address answers, as a required parameter, or the call fills in itself, nobody is asked for. */
function withoutGiven(form: FormModel, params: PageBase['params'], fixed: readonly string[]): FormModel {
  const isAsked = (name: string) => params[name]?.required !== true && !fixed.includes(name)
  const steps = form.steps.map((step) => ({ ...step, fields: step.fields.filter(isAsked) }))
  return { ...form, steps: steps.filter(({ fields }) => fields.length > 0) }
}

/** What the answer tells, and the dictionary of the state it names. */
function receiptFields(place: Place, submitted: string, facts: Columns | undefined) {
  const operation = place.world.operations.get(submitted)
  const type = place.world.contentTypes.get(operation?.content?.type ?? '')
  const record = type ?? (operation ? recordTypeOf(place.world.context, operation) : undefined)
  const states = record?.fields.find(({ name }) => name === 'status')?.dict
  return {
    ...(facts ? { facts: compileColumns(place, ['receipt', 'facts'], record, facts) } : {}),
    ...(states ? { states } : {}),
  }
}

function compileFormPage(place: Place, base: Omit<PageBase, 'kind'>, written: WrittenPage): Page | null {
  const { world, document } = place
  const id = written.form ?? ''
  if (!world.context.refers(document, ['form'], 'form', '表单', id, world.forms)) return null
  const submit = compileSource(place, ['submit'], written.submit)
  if (!submit) return null
  const fixed = world.operations.get(submit.operation)?.content?.fixed ?? {}
  const form = withoutGiven(world.forms.get(id) as FormModel, base.params, Object.keys(fixed))
  const load = compileSource(place, ['load'], written.load)
  const update = compileSource(place, ['update'], written.update)
  const edited = world.contentTypes.get(world.operations.get(update?.operation ?? '')?.content?.type ?? '')
  const check = compileSource(place, ['check'], written.check)
  const follow = compileLink(answeredPlace(place), ['receipt', 'follow'], written.receipt?.follow)
  checkPlaceholders(answeredPlace(place), ['notice'], written.notice)
  const receipt = written.receipt ?? { title: '提交成功', next: '我们已收到您的提交。' }
  const submitted = world.operations.get(submit.operation)
  checkHandedIn(place, ['submit'], form, written.submit, written.choice?.values)
  checkHandedIn(place, ['update'], form, written.update, written.choice?.values)
  if (submitted) checkFormAccess(world.context, document, base.access, submitted)
  if (submit.method !== 'POST')
    world.context.report(document, ['submit'], {
      slug: 'submit_method',
      message: `提交操作“${submit.operation}”应为 POST`,
    })
  return {
    ...base,
    kind: 'form',
    form,
    submit,
    ...(load ? { load } : {}),
    ...(update ? { update } : {}),
    ...(check ? { check } : {}),
    draft: written.draft ?? false,
    ...(written.intro ? { intro: written.intro } : {}),
    ...(written.notice ? { notice: written.notice } : {}),
    ...compileChoice(place, written.choice),
    ...compileRefusals(place, written.refusals),
    receipt: {
      title: receipt.title,
      next: receipt.next,
      ...(follow ? { follow } : {}),
      ...(written.receipt?.followLabel ? { followLabel: written.receipt.followLabel } : {}),
      ...(written.receipt?.againLabel ? { againLabel: written.receipt.againLabel } : {}),
      ...receiptFields(place, submit.operation, written.receipt?.facts),
      ...savedWords(edited?.lifecycle),
    },
    ...handingInAgain(edited?.lifecycle),
    // biome-ignore lint/suspicious/noThenProperty: a word of the language; its value is never a function
    then: written.then ?? 'receipt',
    review: written.review ?? form.steps.length > 1,
    ...(written.submitLabel ? { submitLabel: written.submitLabel } : {}),
    ...(written.links ? { links: compileLinks(place, written.links) } : {}),
    ...(written.ways ? { ways: compileWays(place, written.ways) } : {}),
  } satisfies Page & { receipt: { title: Json } }
}

/** They stand above a table, and only calls can be made for many at once. */
function bulkActionsOf(
  place: Place,
  type: ContentType | undefined,
  record: RecordType | undefined,
  { bulkActions = [], view }: WrittenPage,
): Action[] {
  for (const [index, action] of bulkActions.entries())
    if (action.do !== 'call' || view !== 'table')
      place.world.context.report(place.document, ['bulkActions', index], {
        slug: 'bulk_action',
        message: '成批操作只能是调用（call），列表须以表格呈现（view: table）',
        found: action.do,
        expected: 'call',
      })
  return compileActions(place, ['bulkActions'], type, bulkActions, record)
}

// Owns the assembly of the whole compiled model from sound documents.
import { createHash } from 'node:crypto'
import type { FormModel, Json, Operation } from '../../shared/content-model.ts'
import type { ZoneEntry } from '../../shared/menu.ts'
import type { Model } from '../../shared/model.ts'
import type { Page } from '../../shared/page-model.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { checkRoutes, type Placed } from '../rules/routes.ts'
import { checkRelations } from './check-relations.ts'
import { type CompiledContent, compileContentType } from './content-type.ts'
import { addDataTypes } from './data-types.ts'
import { toDictionary } from './dictionary.ts'
import { withDirectory } from './directory.ts'
import { compileFields, compileForm } from './form.ts'
import { bindInputs } from './inputs.ts'
import { compileLifecycles } from './lifecycle.ts'
import { compileMenu, shownInMenu } from './menu.ts'
import { compileAllOperations } from './operations.ts'
import { deskReaders, managesContent } from './operator-endpoints.ts'
import { buildOperatorPages } from './operator-pages.ts'
import { compilePage, MAX_COMPARED, type WrittenPage } from './page.ts'
import { withPreviews } from './preview.ts'
import { buildRefChoices } from './ref-choices.ts'
import type { PageHead, World } from './scope.ts'
import { withSensitiveConsent } from './sensitive-consent.ts'
import { compileSettable } from './settable.ts'

function soundOf(context: Context, kind: string, sound: ReadonlySet<Document>): [string, Document][] {
  return [...context.of(kind)].filter(([, document]) => sound.has(document))
}

/** Compiles everything; problems are reported into `context`, and the model is whole only without errors. */
export function compileModel(context: Context, shaped: ReadonlySet<Document>): Model {
  const sound = new Set(shaped).add(addDataTypes(context))
  const lifecycles = compileLifecycles(context, sound)
  const contents = new Map<string, CompiledContent>()
  const own: Placed<Operation>[] = []
  for (const [name, document] of soundOf(context, 'content', sound)) {
    const compiled = compileContentType(context, name, document, lifecycles)
    if (!compiled) {
      context.lose('content', name)
      continue
    }
    contents.set(name, compiled)
    for (const value of compiled.operations)
      own.push({ document, path: ['endpoints', value.id.slice(name.length + 1)], value })
  }

  const contentTypes = new Map([...contents].map(([name, { type }]) => [name, type]))
  checkRelations(context, contentTypes, context.of('content'))
  const forms = new Map<string, FormModel>([...contents].map(([name, { form }]) => [name, form]))
  for (const [id, document] of soundOf(context, 'form', sound)) {
    const fields = compileSettable(context, document, compileFields(context, document), null)
    const form = compileForm(context, id, document, fields)
    const whole = withSensitiveConsent(context, document, form)
    forms.set(id, withDirectory(context, document, whole, contentTypes))
  }
  const operations = compileAllOperations(context, soundOf(context, 'api', sound), own, forms)

  const byOperation = new Map(operations.map(({ value }) => [value.id, value]))
  const choices = buildRefChoices(
    [...contents.values()].map(({ type }) => type),
    byOperation,
  )
  for (const [id, form] of forms) {
    const document = (context.of('content').get(id) ?? context.of('form').get(id)) as Document
    forms.set(id, bindInputs(context, document, form, byOperation, choices))
  }

  const managed = managesContent(context)
    ? [...contents.values()].filter(({ type }) => type.operations.manage)
    : []
  const placed = [
    ...placePages(context, sound),
    ...managed.flatMap(({ type }) =>
      buildOperatorPages(type, context.of('content').get(type.name) as Document, deskReaders(context)),
    ),
  ]
  checkRoutes(
    context,
    placed.map(({ document, value }) => ({ document, path: ['path'], value: value.head })),
  )
  const menuDocument = soundOf(context, 'menu', sound)[0]?.[1]
  const world: World = {
    context,
    inMenu: shownInMenu(menuDocument),
    contentTypes,
    forms,
    operations: byOperation,
    pages: new Map(placed.map(({ value }) => [value.head.id, value.head])),
    details: detailHeads(placed, byOperation),
  }
  const written = placed.flatMap(
    ({ document, value }) => compilePage(world, document, value.head, value.isZone) ?? [],
  )
  const types = [...contents.values()].map(({ type }) => withDetailPage(type, written))
  const pages = withPreviews(written, types, byOperation)
  const byId = new Map(pages.map((page) => [page.id, page]))
  const zones = soundOf(context, 'zone', sound)
    .map(([id, document]) => toZone(id, document))
    .sort((a, b) => a.order - b.order)
  const model = {
    pages,
    operations: operations.map(({ value }) => value),
    contentTypes: types,
    dictionaries: soundOf(context, 'dictionary', sound).map(([name, document]) =>
      toDictionary(context, name, document),
    ),
    forms: [...forms.values()],
    menu: compileMenu(context, menuDocument, byId, zones, world.pages),
    zones: zones.map(({ menu: _menu, order: _order, ...zone }): ZoneEntry => zone),
    samples: samplesOf(context, contents),
  }
  const hash = createHash('sha256').update(JSON.stringify(model)).digest('hex').slice(0, 16)
  return { hash, ...model }
}

/** The first page of each content type that shows one item to everybody. */
function detailHeads(
  placed: readonly Placed<{ head: PageHead }>[],
  operations: ReadonlyMap<string, Operation>,
): World['details'] {
  const found = new Map<string, PageHead>()
  for (const { document, value } of placed) {
    const { kind, source, access } = document.value as WrittenPage
    const id = typeof source === 'string' ? source : source?.operation
    const type = operations.get(id ?? '')?.content?.type
    const isOpen = access === undefined || [access].flat().includes('anyone')
    if (kind === 'detail' && isOpen && type && !found.has(type)) found.set(type, value.head)
  }
  return found
}

function withDetailPage(type: CompiledContent['type'], pages: readonly Page[]): CompiledContent['type'] {
  const detail = pages.find(
    (page) => page.kind === 'detail' && page.contentType === type.name && page.access.includes('anyone'),
  )
  return detail ? { ...type, detailPage: detail.id } : type
}

function placePages(
  context: Context,
  sound: ReadonlySet<Document>,
): Placed<{ head: PageHead; isZone: boolean }>[] {
  return (['page', 'zone'] as const).flatMap((kind) =>
    soundOf(context, kind, sound).map(([name, document]) => {
      const written = document.value as WrittenPage
      const head: PageHead = {
        id: kind === 'zone' ? `zones/${name}` : name,
        path: written.path,
        title: written.title,
        params: { ...routeParams(written.path), ...listParams(written), ...(written.params ?? {}) },
        ...(written.kind === 'compare' ? { max: written.max ?? MAX_COMPARED } : {}),
        ...(written.surface ? { surface: written.surface } : {}),
        ...(written.parent ? { parent: written.parent } : kind === 'zone' ? { parent: 'zone/home' } : {}),
      }
      return { document, path: ['path'], value: { head, isZone: kind === 'zone' } }
    }),
  )
}

function routeParams(path: string): PageHead['params'] {
  return Object.fromEntries(
    [...path.matchAll(/:([A-Za-z]\w*)/g)].map((match) => [match[1] as string, { required: false }]),
  )
}

/** A list's own filters are parameters of its page, so that links may preset them. */
function listParams(written: WrittenPage): PageHead['params'] {
  const filters = [...(written.filters ?? []), ...(written.tabs === undefined ? [] : [written.tabs])]
  return Object.fromEntries(
    filters.map((filter) => [typeof filter === 'string' ? filter : filter.field, { required: false }]),
  )
}

function toZone(id: string, document: Document): ZoneEntry & { menu: boolean; order: number } {
  const written = document.value as WrittenPage & { menu?: boolean; order?: number }
  return {
    id: `zones/${id}`,
    title: written.title,
    path: written.path,
    slogan: written.slogan ?? '',
    color: written.theme?.color ?? '',
    cover: written.theme?.cover ?? '',
    menu: written.menu ?? false,
    order: written.order ?? 99,
  }
}

function samplesOf(context: Context, contents: ReadonlyMap<string, CompiledContent>): Model['samples'] {
  const samples: Record<string, readonly Json[]> = {}
  for (const [type, { samples: file }] of contents) {
    if (!file) continue
    const name = /^\.\.\/samples\/([\w-]+)\.json$/.exec(file)?.[1] ?? file
    const owner = context.of('content').get(type) as Document
    if (!context.refers(owner, ['samples'], 'samples', '示例数据文件', name, context.of('samples'))) continue
    const written = context.of('samples').get(name)?.value as { items: Json[] } | undefined
    samples[type] = written?.items ?? []
  }
  return samples
}

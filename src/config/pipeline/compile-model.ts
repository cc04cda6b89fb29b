// Assembles the whole compiled model from valid documents.

import { checkRoutes } from '#config/compile/api/check-routes.ts'
import { PREVIEW_GROUP } from '#config/compile/api/preview-calls.ts'
import { VERSION_GROUP } from '#config/compile/api/version-calls.ts'
import type { CompiledContent } from '#config/compile/content/compile-content-type.ts'
import { toDictionary } from '#config/compile/dictionaries/compile-dictionary.ts'
import { checkSettingsRead } from '#config/compile/forms/setting-rules.ts'
import {
  type CompileContext,
  operationGroup,
  type WrittenPageHead,
} from '#config/compile/links/compile-context.ts'
import { compileNotices } from '#config/compile/notices/compile-notices.ts'
import { collectMenuPageIds } from '#config/compile/pages/check-menu.ts'
import { compileMenu } from '#config/compile/pages/compile-menu.ts'
import { compilePage } from '#config/compile/pages/compile-page.ts'
import { withPreviews, withSubjects } from '#config/compile/pages/form-subject.ts'
import { PAGE_KINDS } from '#config/compile/pages/generated/page-kinds.ts'
import type { PlacedPage } from '#config/compile/pages/page-kind.ts'
import { foldReaders } from '#config/compile/pages/parts/check-source-readers.ts'
import { checkZoneColor } from '#config/compile/site/check-colors.ts'
import { compileScenes } from '#config/compile/site/compile-scenes.ts'
import { compileSite, sitePage } from '#config/compile/site/compile-site.ts'
import type { WrittenZone } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { compileMigrations } from '#config/records/compile-migrations.ts'
import { type Audience, isForMembers } from '#shared/access/roles.ts'
import type { Json } from '#shared/model/json.ts'
import type { ZoneEntry } from '#shared/model/menu.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Page } from '#shared/model/page-model.ts'
import { type BaseModel, compileBaseModel, findValidDocuments } from './compile-base-model.ts'
import { modelHash } from './model-digest.ts'

/** The model before its hash is known, which is taken of nothing but a whole one. */
export type Compiled = Omit<Model, 'hash'>

/** Compiles everything; problems are reported into `context`, and the model is whole only without errors. */
export function compileModel(context: Context, shaped: ReadonlySet<Document>): Compiled {
  const baseModel = compileBaseModel(context, shaped)
  const { contents, forms, operations, byOperation, families } = baseModel
  const validDocuments = new Set([...shaped, ...baseModel.made])
  const placed = [...placePages(context, validDocuments), ...baseModel.operatorPages]
  checkRoutes(
    context,
    placed.map(({ document, value }) => ({ document, path: ['path'], value })),
  )
  const menuDocument = findValidDocuments(context, 'menu', validDocuments)[0]?.[1]
  const compilation = createCompileContext(context, baseModel, placed, collectMenuPageIds(menuDocument))
  const written = placed.flatMap(({ document, value }) => compilePage(compilation, document, value) ?? [])
  foldReaders(context, operations)
  const details = openDetails(written)
  const types = [...contents.values()].map(({ type }) => {
    const detailPage = details.get(type.name)
    return detailPage ? { ...type, detailPage } : type
  })
  const previewed = withPreviews(written, types, byOperation)
  const pages = withSubjects(context.roles, previewed, types, byOperation)
  const byId = new Map(pages.map((page) => [page.id, page]))
  const notices = compileNotices(compilation, findValidDocuments(context, 'notice', validDocuments))
  checkSettingsRead(
    context,
    types,
    [...notices.values()].flatMap(({ template }) => Object.values(template.only ?? {})),
  )
  const zones = findValidDocuments(context, 'zone', validDocuments)
    .map(([id, document]) => toZone(new Place(context, document), id))
    .sort((a, b) => a.order - b.order)
  const scenes = compileScenes(context, families)
  return {
    site: compileSite(context, menuDocument, compilation.pages),
    pages,
    preloads: preloadsOf(pages),
    headPictures: headPicturesOf(pages),
    operations: operations.map(({ value }) => value),
    groups: {
      ...PREVIEW_GROUP,
      ...VERSION_GROUP,
      ...Object.fromEntries(
        findValidDocuments(context, 'api', validDocuments).map(([group, { value }]) => [group, value.title]),
      ),
    },
    contentTypes: types,
    dictionaries: findValidDocuments(context, 'dictionary', validDocuments).map(([name, document]) =>
      toDictionary(new Place(context, document), name),
    ),
    forms: [...forms.values()],
    roles: context.roles,
    families,
    ...(scenes ? { scenes } : {}),
    notices: [...notices.values()].map(({ template }) => template),
    menu: compileMenu(compilation, menuDocument, byId, zones),
    zones: zones.map(({ menu: _menu, order: _order, ...zone }): ZoneEntry => zone),
    samples: samplesOf(context, contents),
    migrations: compileMigrations(context, validDocuments),
  }
}

/** Creates the lookup context of pages. */
function createCompileContext(
  context: Context,
  { contentTypes, forms, byOperation }: BaseModel,
  placed: readonly PlacedPage[],
  inMenu: ReadonlySet<string> | null,
): CompileContext {
  const heads = placed.map(({ value }) => value)
  const shown = inMenu ? heads.map(({ id }) => [id, inMenu.has(id)] as const) : []
  return {
    context,
    inMenu: new Map(shown),
    contentTypes,
    forms,
    operations: byOperation,
    operationsOf: groupBy(byOperation.values(), operationGroup),
    pages: new Map(heads.map((head) => [head.id, head])),
    pagesByTitle: groupBy(heads, ({ title }) => title),
    listsOf: groupBy(heads, listedType(byOperation)),
    details: detailHeads(heads, byOperation),
  }
}

const listedType =
  (operations: ReadonlyMap<string, Operation>) =>
  ({ lists = '' }: WrittenPageHead): string | undefined =>
    operations.get(lists)?.content?.type

function preloadsOf(pages: readonly Page[]): Model['preloads'] {
  return Object.fromEntries(
    pages.flatMap((page) => {
      const reads = (page.access.includes('anyone') && PAGE_KINDS[page.kind].preload?.(page)) || []
      return reads.length > 0 ? [[page.id, reads]] : []
    }),
  )
}

function headPicturesOf(pages: readonly Page[]): Model['headPictures'] {
  return Object.fromEntries(
    pages.flatMap((page) => {
      const address = PAGE_KINDS[page.kind].picture?.(page)
      return address === undefined ? [] : [[page.id, address]]
    }),
  )
}

/** With the hash of all of it, which is made when somebody asks for it: a check alone needs none. */
export function hashed(model: Compiled): Model {
  let hash: string | undefined
  return {
    get hash() {
      hash ??= modelHash(model)
      return hash
    },
    ...model,
  }
}

/** The first page of each content type that shows one item: to everybody, else to who signed in. */
function detailHeads(
  heads: readonly WrittenPageHead[],
  operations: ReadonlyMap<string, Operation>,
): CompileContext['details'] {
  const found = new Map<string, WrittenPageHead>()
  const add = (isFor: (access: readonly Audience[], head: WrittenPageHead) => boolean) => {
    for (const value of heads) {
      const type = operations.get(value.shows?.operation ?? '')?.content?.type
      if (type && !found.has(type) && isFor(value.shows?.access ?? [], value)) found.set(type, value)
    }
  }
  add((access) => access.includes('anyone'))
  add((access, head) => isForMembers(access) && isNamedById(head))
  return found
}

/** Returns true if an id alone is enough to open the page. */
function isNamedById({ params }: WrittenPageHead): boolean {
  return (
    Object.hasOwn(params, 'id') &&
    Object.entries(params).every(([name, { required }]) => name === 'id' || !required)
  )
}

/** By content type, the first page that shows one of it to everybody. */
function openDetails(pages: readonly Page[]): ReadonlyMap<string, string> {
  const details = new Map<string, string>()
  for (const page of pages)
    if (page.kind === 'detail' && page.contentType && page.access.includes('anyone'))
      if (!details.has(page.contentType)) details.set(page.contentType, page.id)
  return details
}

function placePages(context: Context, validDocuments: ReadonlySet<Document>): PlacedPage[] {
  const zones = sitePage(context, 'zones')
  return [
    ...findValidDocuments(context, 'page', validDocuments).map(([id, document]) => {
      const { kind, surface, parent } = document.value
      const own = PAGE_KINDS[kind].head?.(document.value) ?? {}
      const declared = { ...(surface ? { surface } : {}), ...(parent ? { parent } : {}) }
      return placePage(document, { ...own, ...declared, id, kind }, document.value.params)
    }),
    ...findValidDocuments(context, 'zone', validDocuments).map(([name, document]) =>
      placePage(document, {
        id: `zones/${name}`,
        kind: 'zone',
        isZone: true,
        ...(zones ? { parent: zones } : {}),
      }),
    ),
  ]
}

function placePage(
  document: PlacedPage['document'],
  head: Omit<WrittenPageHead, 'path' | 'title' | 'params' | 'access'> &
    Partial<Pick<WrittenPageHead, 'params'>>,
  params?: WrittenPageHead['params'],
): PlacedPage {
  const { path, title } = document.value
  const access = 'access' in document.value ? [document.value.access ?? 'anyone'].flat() : ['anyone']
  const value = { ...head, path, title, access, params: { ...routeParams(path), ...head.params, ...params } }
  return { document, path: ['path'], value }
}

function routeParams(path: string): WrittenPageHead['params'] {
  return Object.fromEntries(
    [...path.matchAll(/:([A-Za-z]\w*)/g)].map((match) => [match[1] as string, { required: false }]),
  )
}

function toZone(here: Place<WrittenZone>, id: string): ZoneEntry & { menu: boolean; order: number } {
  checkZoneColor(here)
  const written = here.document.value
  return {
    id: `zones/${id}`,
    title: written.title,
    path: written.path,
    slogan: written.slogan ?? '',
    color: written.theme?.color ?? '',
    cover: written.theme?.cover ?? '',
    scene: written.theme?.scene ?? '',
    ...(written.theme?.variant === undefined ? {} : { variant: written.theme.variant }),
    menu: written.menu ?? false,
    order: written.order ?? 99,
  }
}

/** Lists of what has the same name, in their order. */
function groupBy<Thing>(
  things: Iterable<Thing>,
  nameOf: (thing: Thing) => string | undefined,
): ReadonlyMap<string, readonly Thing[]> {
  const found = new Map<string, Thing[]>()
  for (const thing of things) {
    const name = nameOf(thing)
    if (name === undefined) continue
    const alike = found.get(name)
    if (alike) alike.push(thing)
    else found.set(name, [thing])
  }
  return found
}

function samplesOf(context: Context, contents: ReadonlyMap<string, CompiledContent>): Model['samples'] {
  const samples: Record<string, readonly Json[]> = {}
  for (const [type, { samples: file }] of contents) {
    if (!file) continue
    const name = /^\.\.\/samples\/([\w-]+)\.json$/.exec(file)?.[1] ?? file
    const owner = context.of('content').get(type) as Document
    const at = new Place(context, owner, ['samples'])
    const found = at.find('samples', '示例数据文件', name, context.of('samples'))
    if (found) samples[type] = found.value.items
  }
  return samples
}

// Reads the map layers of the configuration and selects the rows that a call asks for.
import type { RawBuilder } from 'kysely'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { parseListQuery } from '#server/content/query/list-query.ts'
import { listCondition } from '#server/content/query/run-list.ts'
import type { Call } from '#server/platform/call.ts'
import { badParameter, type Parameters, readText, readValues } from '#server/platform/calls/read-parameter.ts'
import { canCallOperation } from '#server/platform/operations/access.ts'
import type { Caller } from '#shared/access/roles.ts'
import { openStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, MapLayer } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { readRegion } from './map-region.ts'

export interface MapLayerRows extends MapLayer {
  readonly kind: string
  readonly icon: string | null
  readonly type: ContentType
  /** True where every caller sees the same items of the layer. */
  readonly isOpen: boolean
}

/** The query of a call to the map, as plain data that can be part of a cache key. */
export interface MapQuery {
  readonly region: string
  readonly sysCategoryId?: string
  readonly keyWord?: string
}

/** The condition on the rows of one layer. */
export interface LayerRows {
  readonly layer: MapLayerRows
  readonly plan: TypePlan
  readonly where: RawBuilder<unknown>
}

/** Returns the layers; of restricted types only those whose items the caller may list. */
export function layersOf(model: Model, caller: Caller): MapLayerRows[] {
  return model.contentTypes
    .flatMap((type) =>
      type.map && (isOpen(type) || lists(model, type, caller)) ? [{ type, map: type.map }] : [],
    )
    .sort((a, b) => a.map.order - b.map.order)
    .map(({ type, map: { order: _order, ...layer } }) => ({
      ...layer,
      kind: type.name,
      icon: type.icon ?? null,
      type,
      isOpen: isOpen(type),
    }))
}

const isOpen = ({ lifecycle }: ContentType): boolean => openStates(lifecycle).length > 0

function lists({ operations }: Model, { name }: ContentType, caller: Caller): boolean {
  const own = operations.filter(({ content }) => content?.type === name && content.action === 'list')
  return caller !== null && own.some((operation) => canCallOperation(caller, operation))
}

/** From the cache where everybody gets the same. */
export function readLayers(
  { services }: Pick<Call, 'services'>,
  layers: readonly MapLayerRows[],
  key: string,
  load: () => Promise<unknown>,
): Promise<unknown> {
  if (!layers.every((layer) => layer.isOpen)) return load()
  const model = services.model()
  return services.cache.read(topicsOf(model, layers), `map.${key}:${model.hash}`, load)
}

/** The layers that `kinds` names; all where it names none. */
export function chosenLayers(model: Model, params: Parameters, caller: Caller): MapLayerRows[] {
  const layers = layersOf(model, caller)
  const kinds = readValues(params, 'kinds')
  if (!kinds) return layers
  const unknown = kinds.find((kind) => !layers.some((layer) => layer.kind === kind))
  if (unknown !== undefined)
    throw badParameter('kinds', `没有图层“${unknown}”，可用：${layers.map(({ kind }) => kind).join('、')}`)
  return layers.filter(({ kind }) => kinds.includes(kind))
}

export function readMapQuery(params: Parameters): MapQuery {
  const sysCategoryId = readText(params, 'sysCategoryId')
  const keyWord = readText(params, 'keyWord')
  return {
    region: readRegion(params),
    ...(sysCategoryId === undefined ? {} : { sysCategoryId }),
    ...(keyWord === undefined ? {} : { keyWord }),
  }
}

/** Filtered like the lists that everybody reads; a layer that knows no categories has nothing of a category. */
export function rowsOf(
  model: Model,
  layers: readonly MapLayerRows[],
  query: MapQuery,
  caller: Caller,
): LayerRows[] {
  return layers.flatMap((layer) => {
    const { type } = layer
    const plan = findPlan(model, type.name)
    if (!plan || (query.sysCategoryId !== undefined && !takes(type, 'sysCategoryId'))) return []
    const params = {
      ...query,
      ...(query.region
        ? { [type.region ?? 'region']: query.region }
        : { [type.region ?? 'region']: undefined }),
    }
    const reader = layer.isOpen ? null : caller
    const list = parseListQuery(plan, { type: type.name, action: 'list', fixed: {} }, params, reader)
    const statuses = layer.isOpen
      ? list.statuses
      : list.statuses.filter((status) => isInProgress(type, status))
    return [{ layer, plan, where: listCondition(plan, { ...list, statuses }) }]
  })
}

/** Returns true for items of restricted types that are in progress: neither drafts nor final. */
function isInProgress({ lifecycle }: ContentType, status: string): boolean {
  const { editable = false, final = false } = lifecycle.states[status] ?? {}
  return !editable && !final
}

function takes({ parameters, fields }: ContentType, name: string): boolean {
  return Object.hasOwn(parameters, name) || fields.some((field) => field.name === name && field.filter)
}

/** Returns the cache topics of these layers. */
export function topicsOf(model: Model, layers: readonly MapLayerRows[]): string[] {
  return [...new Set(layers.flatMap(({ kind }) => findPlan(model, kind)?.topics ?? []))]
}

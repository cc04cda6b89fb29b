// Owns the layers of the map as the configuration declares them, and the rows of each that a call asks for.
import type { RawBuilder } from 'kysely'
import type { ContentType, MapLayer } from '../../shared/content-model.ts'
import type { Model } from '../../shared/model.ts'
import { parseListQuery } from '../content/list-query.ts'
import { whereOf } from '../content/run-list.ts'
import { findPlan, type TypePlan } from '../content/type-plan.ts'
import { badParameter, type Parameters, readText, readValues } from '../operations/read-parameter.ts'
import { readRegion } from './map-region.ts'

export interface Layer extends MapLayer {
  readonly kind: string
  readonly icon: string | null
  readonly type: ContentType
}

/** What a call asks of the map, plain, so that it can be part of a cache key. */
export interface MapQuery {
  readonly region: string
  readonly sysCategoryId?: string
  readonly keyWord?: string
}

/** The condition on the rows of one layer. */
export interface LayerRows {
  readonly layer: Layer
  readonly plan: TypePlan
  readonly where: RawBuilder<unknown>
}

export function layersOf(model: Model): Layer[] {
  return model.contentTypes
    .flatMap((type) => (type.map ? [{ type, map: type.map }] : []))
    .sort((a, b) => a.map.order - b.map.order)
    .map(({ type, map: { order: _order, ...layer } }) => ({
      ...layer,
      kind: type.name,
      icon: type.icon ?? null,
      type,
    }))
}

/** The layers that `kinds` names; all where it names none. */
export function chosenLayers(model: Model, params: Parameters): Layer[] {
  const layers = layersOf(model)
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
export function rowsOf(model: Model, layers: readonly Layer[], query: MapQuery): LayerRows[] {
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
    const list = parseListQuery(plan, { type: type.name, action: 'list', fixed: {} }, params, null)
    return [{ layer, plan, where: whereOf(plan, list) }]
  })
}

function takes({ parameters, fields }: ContentType, name: string): boolean {
  return Object.hasOwn(parameters, name) || fields.some((field) => field.name === name && field.filter)
}

/** What answers about these layers depend on. */
export function topicsOf(model: Model, layers: readonly Layer[]): string[] {
  return [...new Set(layers.flatMap(({ kind }) => findPlan(model, kind)?.topics ?? []))]
}

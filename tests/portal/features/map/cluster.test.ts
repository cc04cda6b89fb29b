// Tests clusters of map markers, and shades of map areas.
import { describe, expect, test } from 'vitest'
import { clusterMarkers, clustersWithin, eachMarker } from '#portal/features/map/marker-clusters.ts'
import { token } from '#portal/ui/format/design-token.ts'
import { shadeOf, toShades } from '#portal/ui/format/shading.ts'
import type { MapMarker } from '#shared/calls/map-answers.ts'

const marker = (id: string, lng: number, lat: number, more: Partial<MapMarker> = {}): MapMarker => ({
  kind: 'a',
  region: '44',
  count: 1,
  lng,
  lat,
  exact: false,
  id,
  ...more,
})
const CELL = { width: 1, height: 1 }

describe('map markers', () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    marker(`m${index}`, 100 + ((index * 37) % 100) / 10, 25 + ((index * 61) % 90) / 10, {
      kind: index % 3 ? 'a' : 'b',
    }),
  )

  test('are counted in clusters once each, also by kind', () => {
    const clusters = clusterMarkers(many, CELL)
    expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(many.length)
    const ofB = clusters.reduce((sum, { kinds }) => sum + (kinds.get('b') ?? 0), 0)
    expect(ofB).toBe(many.filter(({ kind }) => kind === 'b').length)
  })

  test('form clusters that keep a minimum distance', () => {
    const clusters = clusterMarkers(many, CELL)
    const apart = clusters.flatMap((one, index) =>
      clusters.slice(index + 1).map((other) => Math.hypot(one.lng - other.lng, one.lat - other.lat)),
    )
    expect(Math.min(...apart)).toBeGreaterThan(0.4)
  })

  test('stay items when alone, and form a cluster with their region when close to each other', () => {
    const [lone, ring] = clusterMarkers(
      [marker('x', 80, 40), marker('y', 110, 30), marker('z', 110.1, 30.1)],
      CELL,
    ).sort((a, b) => a.count - b.count)
    expect(lone?.only?.id).toBe('x')
    expect([ring?.only, ring?.region, ring?.count]).toEqual([undefined, '44', 2])
  })

  test('with a count of several are treated as a cluster, not as an item', () => {
    const { id: _, ...place } = marker('p', 110, 30, { count: 12 })
    expect(clusterMarkers([place], CELL)).toMatchObject([{ count: 12, region: '44' }])
    expect(eachMarker([place])[0]?.only).toBeUndefined()
  })

  test('outside the visible area are left out', () => {
    const clusters = eachMarker(many)
    const near = clustersWithin(clusters, { west: 100, east: 101, south: 25, north: 26 })
    expect(near.length).toBeGreaterThan(0)
    expect(near.length).toBeLessThan(clusters.length / 4)
  })
})

describe('shades of map areas', () => {
  test('cover every count without a gap, the largest count with the darkest shade', () => {
    const counts = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    const shades = toShades(counts)
    expect([shades[0]?.from, shades.at(-1)?.to]).toEqual([1, 89])
    for (const [index, { from }] of shades.slice(1).entries()) expect(from).toBe((shades[index]?.to ?? 0) + 1)
    expect(shadeOf(shades, 89).color).toBe(token('shade-5'))
    expect(new Set(shades.map(({ color }) => color)).size).toBe(5)
    expect(shadeOf(shades, 0)).toEqual(shadeOf([], 7))
  })

  test.each([[[]], [[4]], [[4, 4, 4]], [[0, 1]]])(
    'for the counts %j are as many as the distinct positive counts',
    (counts) => {
      expect(toShades(counts).length).toBe(new Set(counts.filter(Boolean)).size)
    },
  )
})

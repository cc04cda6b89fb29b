// Declares the answers of the calls of the map.

/** A layer of the map. */
export interface MapKind {
  readonly kind: string
  readonly title: string
  readonly color: string
  readonly icon: string | null
}

export interface MapBase {
  /** Address from which the outlines of regions are read. */
  readonly url: string
  /** The required notice of their origin. */
  readonly caption: string
  readonly kinds: readonly MapKind[]
}

export interface MapRegion {
  readonly code: string
  readonly name: string
  readonly count: number
  readonly kinds: Readonly<Record<string, number>>
}

export interface MapNumbers {
  readonly total: number
  /** In no part of the area: without a region, or placed no closer than the area itself. */
  readonly unplaced: number
  /** From the country down to the area. */
  readonly trail: readonly { readonly code: string; readonly name: string }[]
  readonly kinds: readonly { readonly kind: string; readonly title: string; readonly count: number }[]
  /** The most items first. */
  readonly regions: readonly MapRegion[]
}

/** One item, or all items at the same location. */
export interface MapMarker {
  readonly kind: string
  readonly region: string
  readonly count: number
  /** Degrees. */
  readonly lng: number
  readonly lat: number
  /** True if the item itself gives its location. */
  readonly exact: boolean
  /** Absent if the marker stands for several items. */
  readonly id?: string
  readonly title?: string
}

export interface MapPoints {
  readonly total: number
  /** True if each marker is one item. */
  readonly single: boolean
  readonly list: readonly MapMarker[]
}

export interface MapEntry {
  readonly id: string
  readonly type: string
  readonly typeTitle: string
  readonly title: string
  readonly region: string | null
  readonly regionName: string | null
  readonly publishedAt: string | null
}

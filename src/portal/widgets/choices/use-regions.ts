// Loads the tree of regions, and looks up the names of their GB/T 2260 codes.
import { useRead } from '#portal/core/api/use-read.ts'
import { calls } from '#portal/core/site.ts'
import { type LabelTest, labelContains } from './use-choice-search.ts'

export interface Region {
  readonly value: string
  readonly label: string
  readonly children?: readonly Region[]
}

const PATH = calls['area.tree']

/** Read once, and only where something needs it. */
export function useRegions(wanted: boolean): readonly Region[] | undefined {
  return useRead<readonly Region[]>(PATH && wanted ? { path: PATH, params: {} } : null).data
}

/** From the province down to the region of `code`; empty for an unknown code. */
export function regionPath(regions: readonly Region[], code: string): Region[] {
  for (const region of regions) {
    if (region.value === code) return [region]
    if (!code.startsWith(region.value)) continue
    return [region, ...regionPath(region.children ?? [], code)]
  }
  return []
}

/** `辽宁省 沈阳市`; the level 市辖区 under a city of its own rank says nothing and is left out. */
export function regionName(regions: readonly Region[], code: string): string {
  return regionPath(regions, code)
    .map(({ label }) => label)
    .filter(
      (label, index) => index === 0 || !/^(市辖区|县|省直辖县级行政区划|自治区直辖县级行政区划)$/.test(label),
    )
    .join(' ')
}

export function useRegion(code: string | null) {
  const { data, error } = useRead<readonly Region[]>(
    PATH !== undefined && code !== null ? { path: PATH, params: {} } : null,
  )
  return {
    /** Empty until the names are loaded. */
    name: code === null || !data ? '' : regionName(data, code) || code,
    /** True while the names are loading; false where they cannot be loaded, so that nothing waits for them. */
    isAwaited: PATH !== undefined && code !== null && data === undefined && error === undefined,
  }
}

export const useRegionName = (code: string | null): string => useRegion(code).name

/** Regions whose own name passes the test with the words, shortest code first; at most `limit`. */
export function findRegions(
  regions: readonly Region[],
  words: string,
  test: LabelTest = labelContains,
  limit = 30,
): Region[] {
  const found: Region[] = []
  const visit = (level: readonly Region[]) => {
    for (const region of level) {
      if (test(region.label, words)) found.push(region)
      visit(region.children ?? [])
    }
  }
  visit(regions)
  return found.sort((a, b) => a.value.length - b.value.length).slice(0, limit)
}

/** Regions that all words, with spaces between, are found on the way to; what is called just so comes alone. */
export function searchRegions(
  regions: readonly Region[],
  words: string,
  depth: number,
  test: LabelTest = labelContains,
): Region[] {
  const parts = words.split(/\s+/).filter(Boolean)
  const last = parts.at(-1)
  if (last === undefined) return []
  const nameOf = ({ value }: Region) => regionName(regions, value)
  const found = findRegions(regions, last, test, Number.POSITIVE_INFINITY).filter(
    (region) => region.value.length <= depth * 2 && parts.every((part) => test(nameOf(region), part)),
  )
  const exact = found.filter((region) => region.label === last)
  return exact.length === 1 ? exact : found
}

// Checks that conversion factors agree with the names of units: ten thousand yuan are ten thousand times one.
import type { Place } from '#config/load/place.ts'

/** Prefixes of unit names, with their factors. */
const SCALES: readonly (readonly [string, number])[] = [
  ['百万', 1e6],
  ['千万', 1e7],
  ['万', 1e4],
  ['亿', 1e8],
  ['千', 1e3],
  ['百', 1e2],
]
const TOLERANCE = 1e-9

interface Unit {
  readonly code: string
  readonly label: string
  readonly name: string
  readonly scale: number
}

function unitOf({ value, label }: { readonly value: string; readonly label: string }): Unit {
  const [word, scale] = SCALES.find(([one]) => label.startsWith(one)) ?? ['', 1]
  return { code: value, label, name: label.slice(word.length), scale }
}

/** `here` is that of the factors, by code of the dictionary. */
export function checkUnitFactors(
  here: Place,
  items: readonly { readonly value: string; readonly label: string }[],
  factors: Readonly<Record<string, number>>,
): void {
  const all = items.map(unitOf)
  const units = all.filter(({ code }) => factors[code] !== undefined)
  for (const unit of all)
    if (factors[unit.code] === undefined && unit.scale !== 1) {
      const base = units.find(({ name, scale }) => name === unit.name && scale === 1)
      if (base)
        here.report({
          slug: 'unit_factor_missing',
          message: `写了“${base.label}”（${base.code}）的倍数，却没有写“${unit.label}”（${unit.code}）的倍数，以该单位计的数值不会换算：请写 "${unit.code}": ${(factors[base.code] ?? 1) * unit.scale}`,
          expected: unit.code,
          key: true,
        })
    }
  // One of them is what the others are counted in.
  for (const base of units.filter(({ scale }) => scale === 1))
    for (const unit of units) {
      if (unit.name !== base.name || unit === base) continue
      const [own = 0, other = 0] = [factors[unit.code], factors[base.code]]
      const right = other * unit.scale
      if (Math.abs(own - right) <= TOLERANCE * Math.max(own, right)) continue
      here.at(unit.code).report({
        slug: 'unit_factor',
        message: `1 ${unit.label}等于 ${unit.scale} ${base.label}，此处的倍数却是“${unit.label}”（${unit.code}）为 ${own}、“${base.label}”（${base.code}）为 ${other}：两个倍数之比应为 ${unit.scale}`,
        found: String(own),
        expected: String(right),
      })
    }
}

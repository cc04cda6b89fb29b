// Formats the name of an administrative area together with its parent areas.
import data from './areas.json' with { type: 'json' }

const names: Readonly<Record<string, string>> = data.names

/** `350102` becomes `福建省 福州市 鼓楼区`; null for a code that does not exist. */
export function areaName(code: string): string | null {
  if (!Object.hasOwn(names, code)) return null
  const codes = [2, 4, 6].filter((length) => length <= code.length).map((length) => code.slice(0, length))
  return codes
    .map((part) => names[part] ?? '')
    .filter(Boolean)
    .join(' ')
}

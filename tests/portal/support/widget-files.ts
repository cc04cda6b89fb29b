// Provides the reading of a family's widget files, as the folder of schemas holds them.
import { readdirSync } from 'node:fs'

export function widgetFiles(family: 'cells' | 'filters' | 'sections'): string[] {
  return readdirSync(`schemas/widgets/${family}`)
    .map((file) => file.replace('.schema.json', ''))
    .sort()
}

// Owns the block in which the page says what the portal is, as the server would fill it in: read once, without a check.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteBlock } from '../../src/shared/site.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'pages-config')
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))

const addressOf = (id: string): string => read(id).path.replace(/\/:[^/]+\?$/, '')

export function siteBlock(): SiteBlock {
  const { $schema: _schema, pages, ...said } = read('site')
  const addresses = Object.entries(pages as Record<string, string | string[]>).map(([purpose, ids]) => [
    purpose,
    Array.isArray(ids) ? ids.map(addressOf) : addressOf(ids),
  ])
  return { ...said, pages: Object.fromEntries(addresses) }
}

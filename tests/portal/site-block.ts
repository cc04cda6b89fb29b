// Provides the block in which the page says what the portal is, as the server would fill it in: read once, without a check.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toCallAddresses } from '#shared/calls/program-calls.ts'
import { findZone, USUAL_ZONE } from '#shared/formats/portal-time.ts'
import type { SiteBlock } from '#shared/model/site.ts'
import { PORTAL } from '../support/test-portal.ts'

const FOLDER = join(PORTAL, 'pages-config')
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))

const addressOf = (id: string): string => read(id).path.replace(/\/:[^/]+\?$/, '')

/** Of the operations that are no content type's. */
function operations() {
  const folder = join(FOLDER, '..', 'schemas', 'api')
  return readdirSync(folder).flatMap((name) => {
    const { base = '/newapi', operations } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return Object.entries(operations as Record<string, { at: string }>).map(([id, { at }]) => ({
      id: `${name.replace('.json', '')}.${id}`,
      path: `${base}${at.split(' ')[1]}`,
    }))
  })
}

export function siteBlock(): SiteBlock {
  const { $schema: _schema, pages, timeZone, ...said } = read('site')
  const addresses = Object.entries(pages as Record<string, string | string[]>).map(([purpose, ids]) => [
    purpose,
    Array.isArray(ids) ? ids.map(addressOf) : addressOf(ids),
  ])
  return {
    ...said,
    timeZone: findZone(timeZone) ?? USUAL_ZONE,
    // Lists of pages may be left out, as the configuration's compiler allows.
    pages: { signIn: [], help: [], ...Object.fromEntries(addresses) },
    calls: toCallAddresses(operations()),
  }
}

// Owns what the page itself says of the portal: its names, who runs it, its special pages, whether it is a demonstration.
import type { OwnCall } from '#shared/calls/program-calls.ts'
import { setZone, USUAL_ZONE } from '#shared/formats/portal-time.ts'
import type { SiteBlock } from '#shared/model/site.ts'

/** A page that the server has not filled in. */
const NOTHING: SiteBlock = {
  name: '',
  storagePrefix: 'portal',
  timeZone: USUAL_ZONE,
  pages: { home: '/', signIn: [], help: [] },
  calls: {},
}

function readSite(): SiteBlock {
  try {
    return { ...NOTHING, ...(JSON.parse(document.getElementById('site')?.textContent || '{}') as SiteBlock) }
  } catch {
    return NOTHING
  }
}

export const site: SiteBlock = readSite()
setZone(site.timeZone)
export const isDemo: boolean = document.querySelector('meta[name=equipnet-demo]') !== null

/** Where somebody signs in; where nobody can, the start. */
export const LOGIN: string = site.pages.login ?? site.pages.home

/** Where the program itself calls; undefined for what the portal has not. */
export const { calls } = site

/** Of what is only there where the portal has the call. */
export function addressOf(call: OwnCall): string {
  const address = calls[call]
  if (address === undefined) throw new Error(`门户没有声明接口“${call}”`)
  return address
}

/** Name under which the browser keeps something: portals may share a host. */
export const toStorageKey = (what: string): string => `${site.storagePrefix}-${what}`

// Reads the portal's settings from the page: names, operator, special pages, whether it is a demonstration.
import { PREVIEW_HEADER, previewLinkIn } from '#shared/calls/configuration-preview.ts'
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

/** The preview link that has opened the page; undefined where the page shows what is published. */
export const preview = site.preview?.isOver ? undefined : site.preview
/** Calls name the link, so that they are answered as it shows the portal. */
export const previewHeaders: Readonly<Record<string, string>> = preview
  ? { [PREVIEW_HEADER]: previewLinkIn(location.search) ?? '' }
  : {}
/** True where the session of the browser does not count. */
export const isShownAs = preview !== undefined && !preview.isOwn

/** The address of the sign-in page; the home page if the portal has no sign-in. */
export const LOGIN: string = site.pages.login ?? site.pages.home

/** The addresses of the program's own calls; undefined for calls that the portal does not have. */
export const { calls } = site

/** Returns the address of a call, for code that runs only if the portal has it. */
export function addressOf(call: OwnCall): string {
  const address = calls[call]
  if (address === undefined) throw new Error(`门户没有声明接口“${call}”`)
  return address
}

/** Name under which the browser keeps something: portals may share a host. */
export const toStorageKey = (what: string): string => `${site.storagePrefix}-${what}`

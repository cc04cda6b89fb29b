// Declares a portal's site: its names, organiser, colours, and the pages that the program itself links to.

import type { CallAddresses } from '#shared/calls/program-calls.ts'
import type { Zone } from '#shared/formats/portal-time.ts'

/** The organiser of the portal, for its footer and receipts; missing values are left out. */
export interface Organiser {
  /** 主办单位 */
  readonly organizer?: string
  /** 联系方式 */
  readonly contact?: string
  /** 网站标识码 */
  readonly code?: string
  /** ICP 备案号 */
  readonly icp?: string
  /** 公安备案号 */
  readonly police?: string
}

/** Each for one purpose of the program; what has no page is left out of the portal. */
export const SITE_PAGES = [
  'home',
  'login',
  'register',
  'newPassword',
  'refused',
  'missing',
  'failed',
  'maintenance',
  'search',
  'report',
  'progress',
  'zones',
  'operatorHome',
  'notices',
  'privacy',
] as const

export type SitePage = (typeof SITE_PAGES)[number]

/** Something of `T` for each purpose: a page's id, or its address. */
export type SitePages<T> = Readonly<Partial<Record<SitePage, T>>> & {
  readonly home: T
  /** Other pages to sign in on. */
  readonly signIn: readonly T[]
  /** The links that the footer offers as help. */
  readonly help: readonly T[]
}

export const SITE_COLORS = [
  'primary',
  'primaryDark',
  'primarySoft',
  'accent',
  'accentDark',
  'alert',
  'success',
] as const

export type SiteColor = (typeof SITE_COLORS)[number]

/** The texts in the frame of every page. */
interface Names {
  readonly name: string
  readonly subtitle?: string
  readonly motto?: string
  /** The purpose of the portal, for the footer. */
  readonly summary?: string
  /** The advantages of signing in, one line each. */
  readonly welcome?: readonly string[]
  /** Dictionary whose looks covers have. */
  readonly covers?: string
  /** Prefix of the names under which the browser stores data. */
  readonly storagePrefix: string
  /** In which its days begin and its clocks are read. */
  readonly timeZone: Zone
  /** True if browsers stay connected and show notices at once. */
  readonly websocket?: boolean
}

/** A file of pages-config, and what changes with its content. */
export interface SiteAsset {
  readonly file: string
  readonly version: string
}

/** As compiled from site.json. */
export interface Site extends Names, Organiser {
  readonly shortName: string
  readonly description: string
  readonly logo?: SiteAsset
  readonly icon?: SiteAsset
  /** Such as `#0B4EA2`. */
  readonly colors: Readonly<Partial<Record<SiteColor, string>>>
  /** Replaces missing values of the organiser in demo mode. */
  readonly demo: Organiser
  readonly smsSign: string
  /** Content types of which operators make the entries: hot words, announcements over all pages, maintenance windows. */
  readonly hotWords?: string
  readonly announcements?: string
  readonly maintenance?: string
  /** Addresses without optional parameters, such as `/login`. */
  readonly pages: SitePages<string>
}

/** The preview link by which the page was opened. */
export type SitePreview =
  | { readonly isOver: true }
  | {
      readonly isOver?: never
      /** What is shown. */
      readonly title: string
      /** As whom, in words. */
      readonly role: string
      readonly until: string
      /** Who is signed in as far as the page knows; null for a visitor. */
      readonly user: {
        readonly id: string
        readonly userName: string
        readonly name: string
        readonly role: string
        readonly black: boolean
      } | null
      /** True where the session of the browser counts. */
      readonly isOwn: boolean
    }

/** The site as embedded in the portal's HTML page, for the browser. */
export interface SiteBlock extends Names, Organiser {
  /** Address of the mark. */
  readonly logo?: string
  readonly pages: SitePages<string>
  /** Addresses of those of the program's own calls that the portal declares. */
  readonly calls: CallAddresses
  readonly preview?: SitePreview
}

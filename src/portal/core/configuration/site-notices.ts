// Reads what stands over all pages: announcements, and maintenance that is to come or is on.
import { useEffect } from 'react'
import { useRead } from '#portal/core/api/use-read.ts'
import { calls } from '#portal/core/site.ts'

export interface SiteNotice {
  readonly id: string
  readonly title: string
  /** `info`, `warning` or `urgent`. */
  readonly level: string
  readonly link?: string
  readonly text?: string
  /** Of maintenance: `writes` or `all`. */
  readonly closes?: string
  readonly from: string | null
  readonly until: string | null
}

const path = calls['site.notices']
/** An open page learns within a minute what was put up meanwhile. */
const FRESH_MS = 60_000

/** The most important first; `isAnew` asks at once, whatever was read before. Empty while they load, and in a portal without them. */
export function useSiteNotices({ isAnew = false } = {}): readonly SiteNotice[] {
  const { data, retry } = useRead<{ readonly list: readonly SiteNotice[] }>(
    path === undefined ? null : { path, params: {} },
  )
  useEffect(() => {
    if (path === undefined) return
    if (isAnew) retry()
    const timer = setInterval(() => document.hidden || retry(), FRESH_MS)
    return () => clearInterval(timer)
  }, [retry, isAnew])
  return data?.list ?? []
}

/** True while the maintenance is on. */
export const isOpen = ({ from, until }: SiteNotice, now = Date.now()): boolean =>
  (from === null || Date.parse(from) <= now) && (until === null || now < Date.parse(until))

// Owns who runs the portal, as the server writes it into the page; what is not set is left out.

export interface Site {
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

function readSite(): Site {
  try {
    return JSON.parse(document.getElementById('site')?.textContent || '{}') as Site
  } catch {
    return {}
  }
}

export const site: Site = readSite()
export const isDemo: boolean = document.querySelector('meta[name=equipnet-demo]') !== null

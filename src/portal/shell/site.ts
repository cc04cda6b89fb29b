// Owns reading who runs the portal, as the server writes it into the page.
import type { Site } from '../../shared/site.ts'

function readSite(): Site {
  try {
    return JSON.parse(document.getElementById('site')?.textContent || '{}') as Site
  } catch {
    return {}
  }
}

export const site: Site = readSite()
export const isDemo: boolean = document.querySelector('meta[name=equipnet-demo]') !== null

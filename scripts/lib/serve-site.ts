// Fills Vite's page with the portal's texts, colours and pages, as the server's page does (Vite plugin).

import type { Plugin } from 'vite'

export function serveSite(): Plugin {
  return {
    name: 'equipnet-serve-site',
    apply: 'serve',
    // Loaded when somebody asks for the page, as tests read this configuration too and never do.
    transformIndexHtml: async (html) => {
      const { loadConfiguration } = await import('#config/pipeline/check-configuration.ts')
      const { portalFolder } = await import('#config/load/portal-folder.ts')
      const { fillTemplate, toSiteBlock, toSiteHead } = await import('#server/publishing/portal/site-head.ts')
      const loaded = await loadConfiguration(portalFolder(process.env))
      if (!loaded.ok) return html
      const { site } = loaded.model
      const head = toSiteHead(
        site,
        toSiteBlock(loaded.model, { demo: true, organiser: {}, production: false }),
        '',
        'system',
      )
      return fillTemplate(html, site).replace(/<head[^>]*>/, (opening) => opening + head)
    },
  }
}

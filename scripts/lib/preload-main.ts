// Adds the portal's main code and that of its reading pages to its page (Vite plugin), so that both load in parallel
// with the boot script, and do not wait until the manifest tells the kind of the page.

import type { Plugin } from 'vite'

/** A file of each chunk that pages of every kind need. */
const PRELOADED = ['/main.tsx', '/list-page.tsx'] as const

export function preloadMain(): Plugin {
  return {
    name: 'equipnet-preload-main',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const wanted = new Set<string>()
        const sheets = new Set<string>()
        const visit = (name: string): void => {
          if (wanted.has(name) || html.includes(`/${name}"`)) return
          wanted.add(name)
          const file = bundle[name]
          if (file?.type !== 'chunk') return
          for (const sheet of file.viteMetadata?.importedCss ?? []) sheets.add(sheet)
          for (const dependency of file.imports) visit(dependency)
        }
        for (const part of PRELOADED) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(part)))
          if (!chunk) throw new Error(`没有找到 ${part.slice(1)} 的输出，无法生成预加载`)
          visit(chunk.fileName)
        }
        const toLink = (attrs: Readonly<Record<string, string>>) => (name: string) => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true, href: `/${name}` },
          injectTo: 'head' as const,
        })
        // A part is not run before its style sheets are there. As `stylesheet` they would hold up the boot script.
        return [
          ...[...wanted].map(toLink({ rel: 'modulepreload' })),
          ...[...sheets].map(toLink({ rel: 'preload', as: 'style' })),
        ]
      },
    },
  }
}

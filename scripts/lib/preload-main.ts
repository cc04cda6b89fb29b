// Adds the portal's main code to its page (Vite plugin), so that it loads in parallel with the boot script, and does not
// wait until the manifest tells the kind of the page.

import type { HtmlTagDescriptor, Plugin } from 'vite'

const MAIN = '/main.tsx'

export function preloadMain(): Plugin {
  return {
    name: 'equipnet-preload-main',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const main = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(MAIN)))
        if (!main) throw new Error(`没有找到 ${MAIN.slice(1)} 的输出，无法生成预加载`)
        const wanted = new Set<string>()
        const visit = (name: string): void => {
          if (wanted.has(name) || html.includes(`/${name}"`)) return
          wanted.add(name)
          const file = bundle[name]
          if (file?.type === 'chunk') file.imports.forEach(visit)
        }
        visit(main.fileName)
        return [...wanted].map(
          (name): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
            injectTo: 'head',
          }),
        )
      },
    },
  }
}

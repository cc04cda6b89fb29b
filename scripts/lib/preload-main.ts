// Adds the portal's main code to its page (Vite plugin), so that it loads in parallel with the boot script.

import type { Plugin } from 'vite'

export function preloadMain(): Plugin {
  return {
    name: 'equipnet-preload-main',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const main = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/main.tsx')))
        if (!main) throw new Error('没有找到 main.tsx 的输出，无法生成预加载')
        const wanted = new Set<string>()
        const visit = (name: string): void => {
          if (wanted.has(name) || html.includes(`/${name}"`)) return
          wanted.add(name)
          const file = bundle[name]
          if (file?.type === 'chunk') for (const dependency of file.imports) visit(dependency)
        }
        visit(main.fileName)
        return [...wanted].map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          injectTo: 'head',
        }))
      },
    },
  }
}

// Owns the plugin that names the portal's main code in its page, so that it loads beside the boot script and not after it.

/** @returns {import('vite').Plugin} */
export function preloadMain() {
  return {
    name: 'equipnet-preload-main',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const main = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/main.tsx'))
        if (!main) throw new Error('没有找到 main.tsx 的输出，无法生成预加载')
        const wanted = new Set()
        const visit = (name) => {
          if (wanted.has(name) || html.includes(`/${name}"`)) return
          wanted.add(name)
          for (const dependency of bundle[name]?.imports ?? []) visit(dependency)
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
